// The press of any call: it outlives its form, and what it has done makes old answers old.
import { type CallName, type CallOptions, type Calls, takesKey } from '#client';
import { endOf } from '../live/live.ts';
import { renew } from '../renew.ts';
import { server } from '../server.ts';
import { ofTab } from '../stored.ts';
import { Presser } from './press.ts';
import { type Pressing, usePresser } from './use-presser.ts';

/** What a call has answered, and what the journal has it under. */
export type Answered<Name extends CallName> = {
  readonly output: Calls[Name]['output'];
  readonly transactionId: string | null;
};
type Of<Name extends CallName> = Presser<Calls[Name]['input'], Answered<Name>>;
type Ask = (input: unknown, options: CallOptions) => Promise<unknown>;

const pressers = new Map<string, unknown>();

/** `about` says what it changes, such as a pool. */
export function usePress<Name extends CallName>(
  call: Name,
  about: string,
): Pressing<Calls[Name]['input'], Answered<Name>> {
  const place = `${call} ${about}`;
  if (!pressers.has(place)) pressers.set(place, presserOf(call, place));
  return usePresser(pressers.get(place) as Of<Name>);
}

const isPending = (output: unknown): output is { readonly transactionId: string } =>
  (output as { readonly status?: unknown } | null)?.status === 'pending';

const ENDED: readonly string[] = ['done', 'refused', 'unknown'];

function presserOf<Name extends CallName>(call: Name, place: string) {
  const presser = new Presser<Calls[Name]['input'], Answered<Name>>(
    {
      place,
      takesKey: takesKey(call),
      async make(input, options) {
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
    },
    ofTab,
  );
  // Keys and webhooks are in no journal, so that no event tells of them. Once its form knows: what is done is not quoted again.
  presser.subscribe(() => ENDED.includes(presser.now().kind) && setTimeout(renew));
  return presser;
}
