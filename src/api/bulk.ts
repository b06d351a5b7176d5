// A bulk from its items to their answers: each is read as its call reads it, all are submitted in one turn.
import type { FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { TSchema } from 'typebox';
import { BulkItem, MAX_ATOMIC_ITEMS } from '../contract/bulk.ts';
import { endOfTurn } from '../exchange/shared-turn.ts';
import { type Executed, type Order, RefusedError } from '../exchange/venue.ts';
import type { Asked, Bulk, Change } from './call.ts';
import { refusalOfRole } from './caller.ts';
import { ApiError } from './errors.ts';
import { toldOf } from './failure.ts';
import { logPrivileged } from './privileged-log.ts';
import { type Answered, answerOf, type Read } from './run-call.ts';
import { validationError } from './validation.ts';

export type BulkInput = { readonly atomic?: boolean; readonly items: readonly unknown[] };

type Item = { readonly call: string; readonly body?: unknown; readonly idempotencyKey?: string };
/** An item that can be submitted. */
type Ready = { readonly call: Change; readonly body: unknown; readonly read: Read; readonly order: Order };

/** Items that are read before others have a turn. */
const SLICE = 100;

export async function runBulk(
  bulk: Bulk,
  { input, ...rest }: Asked,
  {
    request,
    key,
    logger,
  }: { readonly request: FastifyRequest; readonly key: string | undefined; readonly logger: Logger },
): Promise<Answered> {
  const asked: Asked<BulkInput> = { ...rest, input };
  const { atomic = false, items } = asked.input;
  if (atomic && items.length > MAX_ATOMIC_ITEMS) {
    throw new ApiError('invalid_request', `items must be at most ${MAX_ATOMIC_ITEMS} where atomic is true.`);
  }
  const ready = await new Reading(bulk, asked, request, key).all();
  const done = atomic ? await executeAtomic(asked, ready) : await executeEach(asked, ready);
  const refused: string[] = [];
  let cause: unknown;
  const fail = (error: unknown) => {
    const { status, message, code } = toldOf(error);
    refused.push(code);
    if (status >= 500) cause ??= error;
    return { status, error: message, code };
  };
  const answers = done.map((executed, index) => {
    if (executed instanceof Error) return fail(executed);
    const { call, body, read } = ready[index] as Ready;
    try {
      const answered = answerOf(call, read, executed);
      if (call.who === 'operator')
        logPrivileged(logger, call, { id: request.id, caller: asked.caller, body }, answered);
      const { isPending, data, transactionId } = answered;
      return { status: isPending ? 202 : 200, data, transactionId };
    } catch (error) {
      return fail(error);
    }
  });
  request.items = { count: items.length, refused, cause };
  return { isPending: false, data: { items: answers } };
}

type Done = Executed | Error;

/** Those that could be read, in one turn and in their order; the others fail alone. */
async function executeEach({ venue, caller }: Asked<BulkInput>, ready: readonly (Ready | Error)[]): Promise<Done[]> {
  const orders = ready.flatMap((item) => (item instanceof Error ? [] : item.order));
  const executed = (await venue.executeAll(caller.account, orders)).values();
  return ready.map((item) => (item instanceof Error ? item : (executed.next().value as Done)));
}

/** All or, where one could not be read, none. */
async function executeAtomic(
  { venue, caller }: Asked<BulkInput>,
  ready: readonly (Ready | Error)[],
): Promise<readonly Done[]> {
  const item = ready.findIndex((one) => one instanceof Error);
  if (item >= 0) {
    return ready.map((one) => (one instanceof Error ? one : new RefusedError({ code: 'not_attempted', item })));
  }
  const orders = ready.map((one) => (one as Ready).order);
  return venue.executeAll(caller.account, orders, { atomic: true });
}

/** Reads items by what their calls are checked and read by when they come alone. */
class Reading {
  readonly #bulk: Bulk;
  readonly #asked: Asked<BulkInput>;
  readonly #request: FastifyRequest;
  readonly #key: string | undefined;

  constructor(bulk: Bulk, asked: Asked<BulkInput>, request: FastifyRequest, key: string | undefined) {
    this.#bulk = bulk;
    this.#asked = asked;
    this.#request = request;
    this.#key = key;
  }

  async all(): Promise<readonly (Ready | Error)[]> {
    const { venue, input } = this.#asked;
    const { era } = venue;
    const read: (Ready | Error)[] = [];
    for (let from = 0; from < input.items.length; from += SLICE) {
      if (from > 0) await endOfTurn();
      const slice = input.items.slice(from, from + SLICE);
      read.push(...(await Promise.all(slice.map((item, index) => this.#one(item, from + index)))));
    }
    return era === venue.era ? read : this.all();
  }

  async #one(item: unknown, index: number): Promise<Ready | Error> {
    try {
      this.#check(BulkItem, item, 'item');
      const { call: name, body = null, idempotencyKey } = item as Item;
      const call = this.#bulk.carried.get(name) as Change;
      const refusal = refusalOfRole(this.#asked.caller, call.who) ?? this.#refusalOfKey(idempotencyKey);
      if (refusal) return refusal;
      this.#check(call.input, body, 'body');
      const read = await call.read({ ...this.#asked, input: body as never });
      const key = idempotencyKey ?? (this.#key === undefined ? undefined : `${this.#key}/${index}`);
      const { command, routing } = read;
      const order = { command, ...(routing && { routing }), ...(key !== undefined && { idempotencyKey: key }) };
      return { call, body, read, order };
    } catch (error) {
      return error as Error;
    }
  }

  #check(schema: TSchema, value: unknown, where: string): void {
    const validate = this.#request.compileValidationSchema(schema as never);
    if (!validate(value)) throw validationError(validate.errors as never, where);
  }

  #refusalOfKey(own: string | undefined): ApiError | undefined {
    if (own === undefined || !this.#asked.input.atomic) return undefined;
    const message =
      'An item of an atomic bulk has no idempotencyKey of its own; send the header Idempotency-Key for the whole.';
    return new ApiError('invalid_request', message);
  }
}
