// A hook that presses any call: the press outlives its form, and the page's data is refetched when it ends.
import { useEffect } from 'react';
import { type CallName, type CallOptions, type Calls, takesKey } from '#client';
import { endOf } from '../live/live.ts';
import { renew } from '../renew.ts';
import { server } from '../server.ts';
import { ofTab } from '../stored.ts';
import { signsItself } from '../wallet/own.ts';
import { Presser } from './press.ts';
import { Pressers } from './pressers.ts';
import { type Pressing, usePresser } from './use-presser.ts';

/** A call's output, and the id of its transaction in the journal. */
export type AnsweredCall<Name extends CallName> = {
  readonly output: Calls[Name]['output'];
  readonly transactionId: string | null;
};
type Ask = (input: unknown, options: CallOptions) => Promise<unknown>;

/** Of all forms. */
export const pressers = new Pressers();

/** `about` names what the call changes, such as a pool. */
export function usePress<Name extends CallName>(
  call: Name,
  about: string,
): Pressing<Calls[Name]['input'], AnsweredCall<Name>> {
  const place = `${call} ${about}`;
  const pressing = usePresser(pressers.at(place, () => presserOf(call, place)));
  useEffect(() => () => pressers.release(place), [place]);
  return pressing;
}

const isPending = (output: unknown): output is { readonly transactionId: string } =>
  (output as { readonly status?: unknown } | null)?.status === 'pending';

type Signed = 'provideLiquidity' | 'refundLiquidity';

/** True for calls that the user's own wallet signs, if the account is a wallet. */
const isSigned = (call: CallName): call is Signed => call === 'provideLiquidity' || call === 'refundLiquidity';

function presserOf<Name extends CallName>(call: Name, place: string) {
  return new Presser<Calls[Name]['input'], AnsweredCall<Name>>(
    {
      place,
      takesKey: takesKey(call),
      async make(input, options) {
        if (signsItself(options.account) && isSigned(call)) {
          const { signLiquidity } = await import('../wallet/signing.ts');
          return (await signLiquidity(input as Calls[Signed]['input'], options)) as never;
        }
        let transactionId: string | null = null;
        const onAnswer: CallOptions['onAnswer'] = (answer) => {
          transactionId = answer.transactionId;
        };
        const ask = () => (server[call] as unknown as Ask)(input, { ...options, onAnswer });
        const first = await ask();
        return async (onPending) => {
          let output = first;
          // Repeating the call with the same key returns its current state.
          for (; isPending(output); output = await ask()) {
            onPending(output.transactionId);
            await endOf(output.transactionId);
          }
          return { output: output as Calls[Name]['output'], transactionId };
        };
      },
      // Changes to keys and webhooks make no event, so everything is refetched; deferred, so that the form first shows the outcome.
      onEnd: () => setTimeout(renew),
    },
    ofTab,
  );
}
