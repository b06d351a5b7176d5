// Runs a call: asks a question, or reads, executes and answers a change. Bulks use some of these steps alone.
import type { PendingRecord } from '../contract/records.ts';
import type { Executed } from '../ports/venue/trading.ts';
import { Turns } from '../thread/turns.ts';
import type { CallContext, ChangeCall, QuestionCall } from './call.ts';
import { Spending } from './spending.ts';

export type CallAnswer = { readonly isPending: boolean; readonly data: object; readonly transactionId?: string };

export async function runCall(
  call: ChangeCall | QuestionCall,
  context: CallContext,
  idempotencyKey?: string,
): Promise<CallAnswer> {
  if ('ask' in call) return { isPending: false, data: await call.ask(context) };
  const read = await call.read(context);
  try {
    const executed = await execute(context, read, idempotencyKey);
    if (!call.since || executed.status !== 'completed') return answerOf(call, read, executed);
    const [since] = isAlone(read, idempotencyKey) ? [] : await call.since([executed], context);
    return answerOf(call, read, executed, since);
  } catch (error) {
    const nothing = call.nothingToDo?.(error);
    if (nothing) return { isPending: false, data: nothing };
    throw (await call.explain?.(error, context)) ?? error;
  }
}

export type CallInput = Awaited<ReturnType<ChangeCall['read']>>;

/** Executes a change. Changes that are executed in one turn of the event loop share a commit. */
export const execute = (context: CallContext, read: CallInput, idempotencyKey?: string): Promise<Executed> => {
  const { venue, caller } = context;
  const run = () => venue.execute(caller.account, read.command, idempotencyKey, read.routing);
  const counted =
    caller.restrictions?.dayLimit === undefined ? run : () => executeWithin(context, read, idempotencyKey, run);
  return read.command.kind === 'placeOrder'
    ? context.orderRoom.check(context, [orderOf(read, idempotencyKey)]).then(counted)
    : counted();
};

/** An order that is not filled or closed at once has no later state yet; a request with an idempotency key may repeat an older one. */
const isAlone = ({ command }: CallInput, idempotencyKey: string | undefined): boolean =>
  idempotencyKey === undefined && command.kind === 'placeOrder' && !command.fill && command.placedAs !== 'immediate';

const orderOf = ({ command }: CallInput, idempotencyKey: string | undefined) => ({
  command,
  ...(idempotencyKey !== undefined && { idempotencyKey }),
});

async function executeWithin(
  context: CallContext,
  read: CallInput,
  idempotencyKey: string | undefined,
  run: () => Promise<Executed>,
): Promise<Executed> {
  if (idempotencyKey === undefined) return countAndRun(context, read, idempotencyKey, run);
  const turns = repeats.get(context.keys) ?? new Turns();
  repeats.set(context.keys, turns);
  const name = `${context.caller.account} ${idempotencyKey}`;
  return turns.run(name, () => countAndRun(context, read, idempotencyKey, run));
}

/** Makes a repeated request (same idempotency key) wait for the first one; otherwise both would count against the daily limit. */
const repeats = new WeakMap<CallContext['keys'], Turns>();

async function countAndRun(
  context: CallContext,
  read: CallInput,
  idempotencyKey: string | undefined,
  run: () => Promise<Executed>,
): Promise<Executed> {
  const spending = await Spending.count(context, [orderOf(read, idempotencyKey)]);
  try {
    return await run();
  } catch (error) {
    await spending.settleAll(error);
    throw error;
  }
}

/** If the venue settles later, as on a chain, the answer contains only the id and the status of the transaction. */
export function answerOf(call: ChangeCall, read: CallInput, executed: Executed, since?: unknown): CallAnswer {
  const { transactionId, status } = executed;
  if (executed.status === 'completed')
    return { isPending: false, data: call.answer(executed, read, since), transactionId };
  return { isPending: true, data: { transactionId, status } as PendingRecord, transactionId };
}
