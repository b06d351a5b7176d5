// The state and actions of the swap screen: the form is in the URL, the rest comes from the server.
import { useEffect, useState } from 'react';
import { useMe } from '../../../data/account.ts';
import { useBalancesOf } from '../../../data/balances.ts';
import { isOnChain, spendable } from '../../../data/chain.ts';
import { endOf } from '../../../data/live/live.ts';
import { isOpen, pressedOf } from '../../../data/press/press.ts';
import { usePresser } from '../../../data/press/use-presser.ts';
import { renew as renewAll } from '../../../data/renew.ts';
import { server } from '../../../data/server.ts';
import { ofTab } from '../../../data/stored.ts';
import { useToken } from '../../../data/token.ts';
import { addressOf, isToken } from '../../../data/token-info.ts';
import { useUrlState } from '../../../data/url-state.ts';
import { useCall } from '../../../data/use.ts';
import { asTyped } from '../../../exact/amount.ts';
import { language } from '../../../words/words.ts';
import { chosenPair, pairOf, usePair } from '../use-pair.ts';
import { useStream } from '../use-stream.ts';
import { type Less, lessOf, type Quote, type Side } from './prepared-swap.ts';
import { swapPresser } from './press.ts';
import { type Form, mayPress, type Quoted, type SwapState, shareOf, swapState } from './swap-state.ts';
import { useQuote } from './use-quote.ts';

const DEFAULTS = { pay: '', receive: '', amount: '', side: 'pay', less: '0' };
const presser = swapPresser({ createSwap: server.createSwap, getSwap: server.getSwap, endOf }, ofTab, async (...swap) =>
  (await import('../../../data/wallet/signing.ts')).signSwap(...swap),
);

export type Swapping = {
  readonly form: Form;
  readonly state: SwapState;
  /** The quote whose figures are shown: the current one, or the previous one while the next is loading. */
  readonly shown: Quote | null;
  readonly isStale: boolean;
  readonly account: string | null;
  /** The exchange's limit for the price impact, as a fraction; the panel applies it to the total cost too. */
  readonly maxEffect: string;
  balanceOf(address: string): string | null;
  type(side: Side, text: string): void;
  typeEffect(text: string): void;
  choose(side: Side, address: string): void;
  flip(): void;
  takePart(percent: bigint): void;
  acceptLess(less: Less): void;
  press(): void;
  /** The account that pressed the button, if another one is signed in now. */
  readonly other: string | null;
  askAgain(): void;
  giveUp(): void;
  /** Requests a new quote after a refusal. */
  renew(): void;
  swapBack(): void;
};

export function useSwap(): Swapping {
  const [url, change] = useUrlState(DEFAULTS);
  const { account, isKnown } = useMe();
  const maxEffect = useCall('whoami', {}).data?.limits.priceImpact ?? '1';
  const usual = usePair(url.pay === '' || url.receive === '');
  const [payAddress, receiveAddress] = pairOf(url, usual);
  const pressing = usePresser(presser);
  const { state: press } = pressing;
  // The typed confirmation of a high cost is not in the URL: a link must not enable the button.
  const [effect, setEffect] = useState('');
  // The text typed on this page, in its language: an amount from a link may be written in another one.
  const [typedHere, setTypedHere] = useState('');
  const form: Form = {
    pay: useToken(payAddress),
    receive: useToken(receiveAddress),
    side: url.side === 'receive' ? 'receive' : 'pay',
    typed: url.amount,
    by: url.amount === typedHere ? language() : null,
    less: lessOf(url.less),
    effect,
    press,
  };
  const stream = useStream();
  const { quoted, shown, isStale, renew } = useQuote(form, maxEffect);
  const balanceOf = useBalancesOf([form.pay, form.receive].map(addressOf));
  const pay = balanceOf(addressOf(form.pay));
  // Until the account is known, nobody is asked to sign in.
  const priced: Quoted = isKnown || quoted.kind !== 'quoted' ? quoted : { kind: 'asking' };
  const state = swapState(form, priced, { account, pay, maxEffect }, stream);
  // Clears the amount after the swap, so that nobody swaps twice by mistake.
  useEffect(() => {
    if (state.kind !== 'done') return;
    change({ amount: '', side: 'pay' });
    // No event announces changes on a chain, so all data is requested again.
    if (isOnChain) renewAll();
  }, [state.kind, change]);
  // The result of a swap is hidden when another account than the one that swapped is signed in.
  const isLeft = press.kind === 'done' && pressing.other !== null;
  useEffect(() => {
    if (isLeft && isKnown) presser.clear();
  }, [isLeft, isKnown]);

  const pressed = pressedOf(press);
  const edit = (next: Partial<typeof DEFAULTS>) => {
    if (isOpen(press)) return;
    pressing.clear();
    setEffect('');
    change(next);
  };
  return {
    form,
    state,
    account,
    maxEffect,
    shown: pressed === null ? shown : (pressed.order.quote ?? null),
    isStale: pressed === null && isStale,
    balanceOf,
    type(side, text) {
      setTypedHere(text);
      edit({ side, amount: text });
    },
    typeEffect: setEffect,
    choose(side, address) {
      edit(chosenPair(side, address, [payAddress, receiveAddress]));
    },
    flip: () => edit({ pay: receiveAddress, receive: payAddress, side: form.side === 'pay' ? 'receive' : 'pay' }),
    takePart(percent) {
      if (pay === null || !isToken(form.pay)) return;
      edit({ side: 'pay', amount: asTyped(shareOf(spendable(pay, form.pay.address, 'swap'), form.pay, percent)) });
    },
    acceptLess: (less) => edit({ less }),
    press() {
      if ('order' in state && mayPress(state)) pressing.press({ ...state.order, quote: state.quote });
    },
    other: pressing.other,
    askAgain: pressing.askAgain,
    giveUp: pressing.giveUp,
    renew() {
      pressing.clear();
      renew();
    },
    swapBack: () => edit({ pay: receiveAddress, receive: payAddress, amount: '', side: 'pay' }),
  };
}
