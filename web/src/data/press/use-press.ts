// The press of any call: it outlives its form, and what it has done makes old answers old.
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

/** What a call has answered, and what the journal has it under. */
export type Answered<Name extends CallName> = {
  readonly output: Calls[Name]['output'];
  readonly transactionId: string | null;
};
type Ask = (input: unknown, options: CallOptions) => Promise<unknown>;

const pressers = new Pressers();

/** `about` says what it changes, such as a pool. */
export function usePress<Name extends CallName>(
  call: Name,
  about: string,
): Pressing<Calls[Name]['input'], Answered<Name>> {
  const place = `${call} ${about}`;
  const pressing = usePresser(pressers.at(place, () => presserOf(call, place)));
  useEffect(() => () => pressers.release(place), [place]);
  return pressing;
}

const isPending = (output: unknown): output is { readonly transactionId: string } =>
  (output as { readonly status?: unknown } | null)?.status === 'pending';

type Signed = 'provideLiquidity' | 'refundLiquidity';

/** What an account that is a wallet signs there. */
const isSigned = (call: CallName): call is Signed => call === 'provideLiquidity' || call === 'refundLiquidity';

function presserOf<Name extends CallName>(call: Name, place: string) {
  return new Presser<Calls[Name]['input'], Answered<Name>>(
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
          // Under the same key, which tells what has become of it.
          for (; isPending(output); output = await ask()) {
            onPending(output.transactionId);
            await endOf(output.transactionId);
          }
          return { output: output as Calls[Name]['output'], transactionId };
        };
      },
      // Keys and webhooks are in no journal, so that no event tells of them. Once its form knows: what is done is not quoted again.
      onEnd: () => setTimeout(renew),
    },
    ofTab,
  );
}
