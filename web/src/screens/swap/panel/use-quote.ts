// The quote of the form: requested at each keystroke, and again when an event touches one of its pools.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { GetQuoteInput } from '#client';
import { renew as askAnew } from '../../../data/renew.ts';
import { asFailure, server } from '../../../data/server.ts';
import { isToken } from '../../../data/token-info.ts';
import { useCall } from '../../../data/use.ts';
import { textOf, unitsOf } from '../../../exact/amount.ts';
import { costOf, feesIn, reaches, toneOf } from './effect.ts';
import { largestWithin } from './largest.ts';
import type { Quote } from './prepared-swap.ts';
import { type Form, type Quoted, quoteInputOf } from './swap-state.ts';

const NOTHING: GetQuoteInput = { tokenA: '', tokenB: '' };

type QuoteOfForm = {
  readonly quoted: Quoted;
  /** The current quote, or the previous one while the next is loading. */
  readonly shown: Quote | null;
  readonly isStale: boolean;
  /** Requests a new quote; later quotes are compared with that one instead of the first shown. */
  renew(): void;
};

export function useQuote(form: Form, maxEffect: string): QuoteOfForm {
  const input = quoteInputOf(form);
  const { data, isPlaceholderData, error, refetch } = useCall('getQuote', input ?? NOTHING, {
    enabled: input !== null,
    keepsPrevious: true,
  });
  const key = JSON.stringify(input);
  const [first, setFirst] = useState<{ readonly key: string; readonly quote: Quote } | null>(null);
  // True from a call of `renew` until its answer arrives: earlier answers are ignored meanwhile.
  const [isRenewing, setRenewing] = useState(false);
  const failure = isRenewing ? null : asFailure(error);
  // While the server cannot be reached, the last answer is kept.
  const isAnswer =
    data !== undefined && !isPlaceholderData && !isRenewing && (failure === null || failure.code === 'network');
  const answer = input !== null && isAnswer ? data : null;
  if (answer && first?.key !== key) setFirst({ key, quote: answer });
  const tenth = useTenth(answer, form, maxEffect);
  const most = useMost(answer, form, maxEffect);
  const before = input !== null && data && isOfPair(data, input) ? data : null;
  const renew = () => {
    setFirst(null);
    setRenewing(true);
    askAnew();
    refetch({ cancelRefetch: false }).finally(() => setRenewing(false));
  };
  const shown = answer ?? (failure ? null : before);
  const rest = { shown, isStale: shown !== answer, renew };
  if (input === null) return { quoted: { kind: 'none' }, ...rest };
  if (answer) {
    const seen = first?.key === key ? first.quote : answer;
    return { quoted: { kind: 'quoted', quote: answer, first: seen, tenth, most }, ...rest };
  }
  return { quoted: failure ? { kind: 'failed', failure } : { kind: 'asking' }, ...rest };
}

/** While the next quote is loading, the previous one is shown only if it is of the same pair. */
const isOfPair = (quote: Quote, { tokenA, tokenB }: GetQuoteInput): boolean =>
  quote.tokenA === tokenA && quote.tokenB === tokenB;

/** The price impact of a tenth of the amount, if the impact of the whole is large. */
function useTenth(quote: Quote | null, { pay }: Form, maxEffect: string): string | undefined {
  const decimals = isToken(pay) ? pay.decimals : 0;
  const isLarge = quote !== null && toneOf(quote.priceImpact, maxEffect) === 'large';
  const amount = isLarge ? textOf(unitsOf(quote.amountA, decimals) / 10n, decimals) : '0';
  const { data } = useQuery({
    queryKey: ['tenth', quote?.tokenA, quote?.tokenB, amount, quote?.sequence],
    queryFn: ({ signal }) =>
      server.getQuote({ tokenA: quote?.tokenA as string, tokenB: quote?.tokenB as string, amount }, { signal }),
    enabled: isLarge && amount !== '0',
  });
  return data?.priceImpact;
}

/** The largest amount whose total cost is within the limit, if that of the typed amount is over it. */
function useMost(quote: Quote | null, { side, pay, receive }: Form, maxEffect: string): string | undefined {
  // If the fees alone exceed the limit, no amount is within it.
  const isOver = quote !== null && toneOf(costOf(quote), maxEffect) === 'over' && reaches(maxEffect, feesIn(quote));
  const token = side === 'pay' ? pay : receive;
  const decimals = isToken(token) ? token.decimals : 0;
  const { data } = useQuery({
    queryKey: ['most', side, quote?.tokenA, quote?.tokenB, quote?.amountA, quote?.amountB, quote?.sequence, maxEffect],
    queryFn: async ({ signal }) => {
      const { tokenA, tokenB, amountA, amountB } = quote as Quote;
      const found = await largestWithin({
        over: unitsOf(side === 'pay' ? amountA : amountB, decimals),
        overEffect: costOf(quote as Quote),
        limit: maxEffect,
        async ask(units) {
          const text = textOf(units, decimals);
          const amount = side === 'pay' ? { amount: text } : { receive: text };
          const answer = await server.getQuote({ tokenA, tokenB, ...amount }, { signal });
          return costOf(answer);
        },
      });
      return found === null ? null : textOf(found, decimals);
    },
    enabled: isOver,
  });
  return data ?? undefined;
}
