// Bounds what bulks may take before anything is known of them but their length: memory, and the work of reading them.
import type { onRequestHookHandler } from 'fastify';
import type { Caller } from '../../access/keys.ts';
import { MAX_BULK_BYTES } from '../../contract/bulk.ts';
import type { Limits } from '../door/rate-limit.ts';
import type { HttpReply, HttpRequest } from '../door/request.ts';
import { ApiError } from '../errors.ts';

/** Of all large bulks that are under way; parsed, they take several times that. */
const MAX_BYTES = 16 * MAX_BULK_BYTES;
/** Of one account, so that others find a place. */
const MAX_OWN_BYTES = MAX_BYTES / 2;

export class BulkBounds {
  readonly #limits: Limits;
  /** What any call may send, and every connection is allowed for. */
  readonly #smallBytes: number;
  readonly #bytesOf = new Map<string, number>();
  #bytes = 0;

  constructor(limits: Limits, { bodyLimitBytes }: { readonly bodyLimitBytes: number }) {
    this.#limits = limits;
    this.#smallBytes = bodyLimitBytes;
  }

  /** For the route of a bulk. */
  get onRequest(): onRequestHookHandler {
    return (request, reply, done) => done(this.#enter(request, reply));
  }

  /** Counts the items, once they are known; throws where they are more than the caller may still ask for. */
  count(request: HttpRequest): void {
    const { items } = request.body as { readonly items: readonly unknown[] };
    this.#limits.countItems(request.caller as Caller, items.length, this.#unitsOf(lengthOf(request)));
  }

  #enter(request: HttpRequest, reply: HttpReply): Error | undefined {
    const bytes = lengthOf(request);
    if (bytes <= this.#smallBytes || bytes > MAX_BULK_BYTES) return undefined;
    const caller = request.caller as Caller;
    const own = this.#bytesOf.get(caller.account) ?? 0;
    if (this.#bytes + bytes > MAX_BYTES || own + bytes > MAX_OWN_BYTES) {
      const message = 'The exchange is busy: too many large bulks are running. Nothing was changed; try again shortly.';
      return new ApiError('overloaded', message);
    }
    this.#add(caller.account, bytes);
    // However it ends: also where its sender goes away.
    reply.raw.once('close', () => this.#add(caller.account, -bytes));
    return this.#limits.countCall(request, caller, this.#unitsOf(bytes) - 1);
  }

  #add(account: string, bytes: number): void {
    const own = (this.#bytesOf.get(account) ?? 0) + bytes;
    this.#bytes += bytes;
    if (own > 0) this.#bytesOf.set(account, own);
    else this.#bytesOf.delete(account);
  }

  /** What a bulk is counted for by its length alone, in quotes: as many as it could have been bodies of other calls. */
  #unitsOf(bytes: number): number {
    return Math.max(1, Math.ceil(bytes / this.#smallBytes));
  }
}

/** As it is announced; what comes in chunks may be as long as any. */
const lengthOf = ({ headers }: HttpRequest): number => Number(headers['content-length'] ?? MAX_BULK_BYTES);
