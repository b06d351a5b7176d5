// Parses the items of a bulk (many calls in one request), each with the checks of its own call.
import type { TSchema } from 'typebox';
import { BulkItem, MAX_BULK_HOPS } from '../../contract/bulk.ts';
import { neededFor } from '../../contract/call.ts';
import type { Command } from '../../core/commands/command.ts';
import type { Submission } from '../../ports/venue/trading.ts';
import { endOfTurn } from '../../thread/shared-turn.ts';
import type { Bulk, CallContext, ChangeCall } from '../call.ts';
import { refusalOfProof, refusalOfRole, refusalOfScope } from '../door/caller.ts';
import { ApiError } from '../errors.ts';
import { compile, validationError } from '../fields/validation.ts';
import type { CallInput } from '../run-call.ts';

export type BulkInput = { readonly atomic?: boolean; readonly items: readonly unknown[] };

type Item = { readonly call: string; readonly body?: unknown; readonly idempotencyKey?: string };

/** An item that can be submitted. */
export type ReadyItem = {
  readonly call: ChangeCall;
  readonly body: unknown;
  readonly read: CallInput;
  readonly submission: Submission;
};

/** Items parsed before other requests get a turn of the event loop. */
const SLICE = 100;

export class BulkReading {
  readonly #bulk: Bulk;
  readonly context: CallContext<BulkInput>;
  readonly #key: string | undefined;
  #hops = 0;

  /** `key` is the Idempotency-Key of the whole bulk, from which the keys of its items are derived. */
  constructor(bulk: Bulk, context: CallContext<BulkInput>, key: string | undefined) {
    this.#bulk = bulk;
    this.context = context;
    this.#key = key;
  }

  /** Every item, or the error why it cannot be submitted. Starts again if the journal was rewound meanwhile (by a restored backup). */
  async all(): Promise<readonly (ReadyItem | Error)[]> {
    const { venue, input } = this.context;
    const { era } = venue;
    this.#hops = 0;
    const read: (ReadyItem | Error)[] = [];
    for (let from = 0; from < input.items.length; from += SLICE) {
      if (from > 0) await endOfTurn();
      const slice = input.items.slice(from, from + SLICE);
      read.push(...(await Promise.all(slice.map((item, index) => this.#one(item, from + index)))));
    }
    return era === venue.era ? read : this.all();
  }

  async #one(item: unknown, index: number): Promise<ReadyItem | Error> {
    try {
      this.#check(BulkItem, item, 'item');
      const { call: name, body: given, idempotencyKey } = item as Item;
      const call = this.#bulk.carried.get(name) as ChangeCall;
      // A missing body counts as empty if the single call, too, may be sent without one.
      const body = given ?? (call.queryForBody ? {} : undefined);
      if (body === undefined) throw new ApiError('invalid_request', 'body is missing.');
      const { caller } = this.context;
      const refusal =
        refusalOfRole(caller, call.who) ??
        refusalOfScope(caller, neededFor(call)) ??
        refusalOfProof(caller, call) ??
        this.#refusalOfKey(idempotencyKey);
      if (refusal) return refusal;
      this.#check(call.input, body, 'body');
      const read = await call.read({ ...this.context, input: body as never, isInBulk: true });
      const { command, routing } = read;
      this.#countHops(command);
      const key = idempotencyKey ?? (this.#key === undefined ? undefined : `${this.#key}/${index}`);
      const submission = { command, ...(routing && { routing }), ...(key !== undefined && { idempotencyKey: key }) };
      return { call, body, read, submission };
    } catch (error) {
      return error as Error;
    }
  }

  #check(schema: TSchema, value: unknown, where: string): void {
    const validate = compile(schema);
    if (!validate(value)) throw validationError(validate.errors as never, where);
  }

  /** Limits the number of pools that the routes of a bulk name, since they are loaded under the journal's lock. */
  #countHops(command: Command): void {
    if (command.kind !== 'swap' || !command.route) return;
    this.#hops += command.route.length;
    if (this.#hops <= MAX_BULK_HOPS) return;
    const message = `The routes of a bulk may have at most ${MAX_BULK_HOPS} hops in total; omit route to use the best one.`;
    throw new ApiError('invalid_request', message);
  }

  #refusalOfKey(own: string | undefined): ApiError | undefined {
    if (own === undefined || !this.context.input.atomic) return undefined;
    return new ApiError(
      'invalid_request',
      'Items of an atomic bulk cannot have their own idempotencyKey; send the header Idempotency-Key for the whole bulk.',
    );
  }
}
