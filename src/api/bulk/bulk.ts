// Runs a bulk (many calls in one request): submits all valid items together and answers each in its place.
import type { Logger } from 'pino';
import { MAX_ATOMIC_ITEMS } from '../../contract/bulk.ts';
import type { Completed, Executed } from '../../ports/venue/trading.ts';
import { atomicRefusals, type Venue } from '../../ports/venue.ts';
import type { Bulk, CallContext } from '../call.ts';
import { logPrivileged } from '../door/privileged-log.ts';
import type { HttpRequest, RefusedItem } from '../door/request.ts';
import { ApiError } from '../errors.ts';
import { publicFailure } from '../failure.ts';
import { type Receipts, wantsReceipt } from '../public-log/receipts.ts';
import { answerOf, type CallAnswer } from '../run-call.ts';
import { Spending } from '../spending.ts';
import { type BulkInput, BulkReading, type ReadyItem } from './reading.ts';

type Sent = {
  readonly request: HttpRequest;
  readonly key: string | undefined;
  readonly logger: Logger;
  readonly receipts: Pick<Receipts, 'of'>;
};

export async function runBulk(
  bulk: Bulk,
  context: CallContext,
  { request, key, logger, receipts }: Sent,
): Promise<CallAnswer> {
  const { input, venue, caller }: CallContext<BulkInput> = context;
  const { items, atomic = false } = input;
  if (atomic && items.length > MAX_ATOMIC_ITEMS) {
    throw new ApiError('invalid_request', `items must have at most ${MAX_ATOMIC_ITEMS} entries if atomic is true.`);
  }
  const read = await new BulkReading(bulk, context, key).all();
  const run: Execute = (ready) => venue.executeAll(caller.account, submissionsOf(ready), { atomic });
  const execute: Execute =
    caller.restrictions?.dayLimit === undefined ? run : (ready) => runWithin(context, ready, run);
  const within: Execute = async (ready) => {
    await context.orderRoom.check(context, submissionsOf(ready), { atomic });
    return execute(ready);
  };
  const done = await ((atomic && atomicRefusals(read)) || executeEach(read, within));
  const explained = await Promise.all(
    done.map((one, index) => {
      const item = read[index];
      return one instanceof Error && item && 'call' in item ? (item.call.explain?.(one, context) ?? one) : one;
    }),
  );
  const since = await sinceOf(explained as readonly Done[], read, context);
  const refusals = new Refusals();
  let answers: readonly (ItemDone | ItemRefused)[] = (explained as readonly Done[]).map((executed, index) => {
    if (executed instanceof Error) return refusals.told(executed);
    const { call, body, read: readItem } = read[index] as ReadyItem;
    try {
      const answered = answerOf(call, readItem, executed, since.get(executed));
      if (call.who === 'operator') logPrivileged(logger, call, { id: request.id, caller, body }, answered);
      const { isPending, data, transactionId } = answered;
      return { status: isPending ? 202 : 200, data, transactionId };
    } catch (error) {
      return refusals.told(error);
    }
  });
  if (wantsReceipt(request)) {
    const promised = answers.map(async (answer) =>
      'data' in answer ? { ...answer, receipt: await receipts.of(answer.transactionId) } : answer,
    );
    answers = await Promise.all(promised);
  }
  request.items = { count: items.length, refused: refusals.refused, cause: refusals.cause };
  return { isPending: false, data: { items: answers } };
}

type ItemDone = { readonly status: number; readonly data: object; readonly transactionId: string | undefined };
type ItemRefused = RefusedItem & { readonly status: number; readonly error: string };
type Done = Executed | Error;
const submissionsOf = (ready: readonly ReadyItem[]) => ready.map(({ submission }) => submission);

type Execute = (ready: readonly ReadyItem[]) => ReturnType<Venue['executeAll']>;

/** Counts all items together against the daily limit of the key. */
async function runWithin(
  context: CallContext,
  ready: readonly ReadyItem[],
  run: Execute,
): ReturnType<Venue['executeAll']> {
  const spending = await Spending.count(context, submissionsOf(ready));
  try {
    const done = await run(ready);
    await spending.settle(done);
    return done;
  } catch (error) {
    await spending.settleAll(error);
    throw error;
  }
}

/** By completed item: what happened after its receipt was written, such as the fill of an order that is filled at once. */
async function sinceOf(
  done: readonly Done[],
  read: readonly (ReadyItem | Error)[],
  context: CallContext,
): Promise<ReadonlyMap<Done, unknown>> {
  const byCall = new Map<ReadyItem['call'], Completed[]>();
  for (const [index, executed] of done.entries()) {
    const item = read[index];
    if (executed instanceof Error || executed.status !== 'completed' || !item || item instanceof Error) continue;
    if (!item.call.since) continue;
    const ofCall = byCall.get(item.call);
    if (ofCall) ofCall.push(executed);
    else byCall.set(item.call, [executed]);
  }
  const found = new Map<Done, unknown>();
  for (const [call, items] of byCall)
    for (const [index, since] of ((await call.since?.(items, context)) ?? []).entries())
      found.set(items[index] as Completed, since);
  return found;
}

/** Executes the items that could be parsed; each of the others keeps its own error. */
async function executeEach(read: readonly (ReadyItem | Error)[], execute: Execute): Promise<readonly Done[]> {
  const executed = (await execute(read.filter((item): item is ReadyItem => !(item instanceof Error)))).values();
  return read.map((item) => (item instanceof Error ? item : (executed.next().value as Done)));
}

/** Collects the refused items, for the answer and for the log. */
class Refusals {
  readonly refused: RefusedItem[] = [];
  /** The first failure that is the server's fault. */
  cause: unknown;

  told(error: unknown): ItemRefused {
    const { status, message, ...codes } = publicFailure(error);
    this.refused.push(codes);
    if (status >= 500) this.cause ??= error;
    return { status, error: message, ...codes };
  }
}
