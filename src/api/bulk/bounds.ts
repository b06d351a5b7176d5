// Limits the memory and parsing work of bulks by their length, before their bodies are read.
import type { Caller } from '../../access/keys.ts';
import { MAX_BULK_BYTES } from '../../contract/bulk.ts';
import type { Limits } from '../door/rate-limit.ts';
import type { HttpReply, HttpRequest } from '../door/request.ts';
import { ApiError } from '../errors.ts';

/** Most bytes of all large bulks that are running; once parsed, they take several times as much memory. */
const MAX_BYTES = 16 * MAX_BULK_BYTES;
/** Most bytes of the large bulks of one account, so that it cannot use up the total. */
const MAX_OWN_BYTES = MAX_BYTES / 2;

export class BulkBounds {
  readonly #limits: Limits;
  /** The body limit of other calls: bulks up to this size do not count. */
  readonly #smallBytes: number;
  readonly #bytesOf = new Map<string, number>();
  #bytes = 0;

  constructor(limits: Limits, { bodyLimitBytes }: { readonly bodyLimitBytes: number }) {
    this.#limits = limits;
    this.#smallBytes = bodyLimitBytes;
  }

  /** Counts the bytes of a large bulk until its response is closed, and charges its length; throws if that exceeds a limit. */
  enter(request: HttpRequest, reply: HttpReply): void {
    const bytes = lengthOf(request);
    if (bytes <= this.#smallBytes || bytes > MAX_BULK_BYTES) return;
    // If the client disconnected while its key was looked up, 'close' is not emitted again, and the bytes would be counted forever.
    if (reply.raw.destroyed) return;
    const caller = request.caller as Caller;
    const own = this.#bytesOf.get(caller.account) ?? 0;
    if (this.#bytes + bytes > MAX_BYTES || own + bytes > MAX_OWN_BYTES) {
      const message = 'The exchange is busy: too many large bulks are running. Nothing was changed; try again shortly.';
      throw new ApiError('overloaded', message);
    }
    this.#add(caller.account, bytes);
    // Subtracted however the request ends, also when the client disconnects.
    reply.raw.once('close', () => this.#add(caller.account, -bytes));
    const refusal = this.#limits.countCall(request, caller, this.#unitsOf(bytes) - 1);
    if (refusal) throw refusal;
  }

  /** Counts the items once the body is parsed; throws if the caller's rate limit does not allow so many. */
  count(request: HttpRequest): void {
    const { items } = request.body as { readonly items: readonly unknown[] };
    this.#limits.countItems(request.caller as Caller, items.length, this.#unitsOf(lengthOf(request)));
  }

  #add(account: string, bytes: number): void {
    const own = (this.#bytesOf.get(account) ?? 0) + bytes;
    this.#bytes += bytes;
    if (own > 0) this.#bytesOf.set(account, own);
    else this.#bytesOf.delete(account);
  }

  /** The cost of a bulk by its length alone: the number of single calls with the longest allowed body that are as long. */
  #unitsOf(bytes: number): number {
    return Math.max(1, Math.ceil(bytes / this.#smallBytes));
  }
}

/** The announced length; a chunked body counts as the longest that is allowed. */
const lengthOf = ({ headers }: HttpRequest): number => Number(headers['content-length'] ?? MAX_BULK_BYTES);
