// Runs a call: asks a question, or reads, executes and answers a change. Bulks use some of these steps alone.
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
    // An order that is not filled at once has no later state yet; a request with an idempotency key may repeat an older one.
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

/** Makes a repeated request (same idempotency key) wait for the first one; otherwise both would count against the daily limit. */
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

/** If the venue settles later, as on a chain, the answer contains only the id and the status of the transaction. */
export function answerOf(call: Change, read: Read, executed: Executed, since?: unknown): Answered {
  const { transactionId, status } = executed;
  if (executed.status === 'completed')
    return { isPending: false, data: call.answer(executed, read, since), transactionId };
  return { isPending: true, data: { transactionId, status } as PendingRecord, transactionId };
}
