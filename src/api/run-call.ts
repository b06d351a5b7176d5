// Runs a call: asks a question, or reads, executes and answers a change; each step can be used alone.
import type { PendingRecord } from '../contract/records.ts';
import type { Executed } from '../ports/venue/trading.ts';
import { Turns } from '../thread/turns.ts';
import type { CallContext, Change, Question } from './call.ts';
import { Spending } from './spending.ts';

export type Answered = { readonly isPending: boolean; readonly data: object; readonly transactionId?: string };

export async function runCall(call: Change | Question, asked: CallContext, idempotencyKey?: string): Promise<Answered> {
  if ('ask' in call) return { isPending: false, data: await call.ask(asked) };
  const read = await call.read(asked);
  try {
    const executed = await execute(asked, read, idempotencyKey);
    if (!call.since || executed.status !== 'completed') return answerOf(call, read, executed);
    // A plain order that was placed just now has no later state; a request with a key may repeat an older one.
    const isAlone = idempotencyKey === undefined && read.command.kind === 'placeOrder' && !read.command.fill;
    const [since] = isAlone ? [] : await call.since([executed], asked);
    return answerOf(call, read, executed, since);
  } catch (error) {
    throw (await call.explain?.(error, asked)) ?? error;
  }
}

export type Read = Awaited<ReturnType<Change['read']>>;

/** Executes a change. Changes that are executed in one turn of the event loop share a commit. */
export const execute = (asked: CallContext, read: Read, idempotencyKey?: string): Promise<Executed> => {
  const { venue, caller } = asked;
  const run = () => venue.execute(caller.account, read.command, idempotencyKey, read.routing);
  const counted =
    caller.restrictions?.dayLimit === undefined ? run : () => executeWithin(asked, read, idempotencyKey, run);
  return read.command.kind === 'placeOrder'
    ? asked.orderRoom.check(asked, [orderOf(read, idempotencyKey)]).then(counted)
    : counted();
};

const orderOf = ({ command }: Read, idempotencyKey: string | undefined) => ({
  command,
  ...(idempotencyKey !== undefined && { idempotencyKey }),
});

async function executeWithin(
  asked: CallContext,
  read: Read,
  idempotencyKey: string | undefined,
  run: () => Promise<Executed>,
): Promise<Executed> {
  if (idempotencyKey === undefined) return countAndRun(asked, read, idempotencyKey, run);
  const turns = repeats.get(asked.keys) ?? new Turns();
  repeats.set(asked.keys, turns);
  const name = `${asked.caller.account} ${idempotencyKey}`;
  return turns.run(name, () => countAndRun(asked, read, idempotencyKey, run));
}

/** A repetition waits for the first request while that is under way; otherwise both would be counted. */
const repeats = new WeakMap<CallContext['keys'], Turns>();

async function countAndRun(
  asked: CallContext,
  read: Read,
  idempotencyKey: string | undefined,
  run: () => Promise<Executed>,
): Promise<Executed> {
  const spending = await Spending.count(asked, [orderOf(read, idempotencyKey)]);
  try {
    return await run();
  } catch (error) {
    await spending.settleAll(error);
    throw error;
  }
}

/** If the venue settles later, the answer holds only what is needed to track it. */
export function answerOf(call: Change, read: Read, executed: Executed, since?: unknown): Answered {
  const { transactionId, status } = executed;
  if (executed.status === 'completed')
    return { isPending: false, data: call.answer(executed, read, since), transactionId };
  return { isPending: true, data: { transactionId, status } as PendingRecord, transactionId };
}
