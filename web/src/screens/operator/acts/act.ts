// One press of an operator: sent once under one Idempotency-Key, which is kept until it is known what became of it.
import { useRef, useState } from 'react';
import type { CallName, CallOptions, Calls, Entries, MillpondError } from '#client';
import { useMe } from '../../../data/account.ts';
import { renew } from '../../../data/renew.ts';
import { asFailure, server } from '../../../data/server.ts';

export type Outcome<Output> =
  | { readonly kind: 'none' }
  | { readonly kind: 'asking'; readonly attempt: number }
  | { readonly kind: 'done'; readonly output: Output; readonly written: Written | null }
  /** Nothing changed. */
  | { readonly kind: 'refused'; readonly error: MillpondError }
  /** It may have been done all the same. */
  | { readonly kind: 'unknown'; readonly error: MillpondError };

/** What the journal has of it; the number is null where it could not be asked for. */
export type Written = {
  readonly transactionId: string;
  readonly sequence: number | null;
  readonly entries: Entries;
};

type Send = (input: unknown, options: CallOptions) => Promise<unknown>;

export function useAct<Name extends CallName>(call: Name) {
  type Output = Calls[Name]['output'];
  const [outcome, setOutcome] = useState<Outcome<Output>>({ kind: 'none' });
  const isUnderWay = useRef(false);
  const keptKey = useRef<string | null>(null);
  const sent = useRef<Calls[Name]['input'] | null>(null);
  // Under which a key counts: another's would be another act.
  const { account } = useMe();
  const by = useRef(account);

  async function press(input: Calls[Name]['input']): Promise<void> {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    sent.current = input;
    if (keptKey.current === null) by.current = account;
    setOutcome({ kind: 'asking', attempt: 1 });
    let transactionId: string | null = null;
    try {
      const output = await (server[call] as unknown as Send)(input, {
        ...(keptKey.current !== null && { idempotencyKey: keptKey.current }),
        ...(by.current !== null && { account: by.current }),
        onRetry: (attempt) => setOutcome({ kind: 'asking', attempt }),
        onAnswer: (answer) => {
          transactionId = answer.transactionId;
        },
      });
      keptKey.current = null;
      const written = transactionId === null ? null : await writtenAs(transactionId);
      setOutcome({ kind: 'done', output: output as Output, written });
    } catch (thrown) {
      const error = asFailure(thrown);
      if (error === null) throw thrown;
      const isUnknown = isOpen(error, keptKey.current !== null);
      keptKey.current = isUnknown ? error.idempotencyKey : null;
      setOutcome({ kind: isUnknown ? 'unknown' : 'refused', error });
    } finally {
      isUnderWay.current = false;
      // Keys and webhooks are in no journal, so that no event tells of them.
      renew();
    }
  }

  const forget = () => {
    keptKey.current = null;
    setOutcome({ kind: 'none' });
  };
  /** To the letter, under the same key: what it was made of may have changed since, perhaps by itself. */
  const askAgain = () => sent.current !== null && press(sent.current);
  return { outcome, press, askAgain, forget };
}

/** What the ledger decides it decides by the key, so that a 422 answers also for what was lost before. */
export const isOpen = (
  { mayHaveHappened, status }: Pick<MillpondError, 'mayHaveHappened' | 'status'>,
  wasLost: boolean,
): boolean => mayHaveHappened || (wasLost && status !== 422);

async function writtenAs(transactionId: string): Promise<Written> {
  try {
    const { sequence, entries } = await server.getTransaction({ transactionId });
    return { transactionId, sequence, entries };
  } catch {
    // It is written all the same; its receipt can be opened by its id.
    return { transactionId, sequence: null, entries: [] };
  }
}
