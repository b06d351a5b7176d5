// A request and its reply, as the checks of admission and the calls see them.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline, type Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import type { Caller } from '../../access/keys.ts';
import type { Failure } from '../errors.ts';
import type { BudgetHeaders } from './budget.ts';
import type { CallResponse } from './call-response.ts';
import type { Proxies } from './proxies.ts';
import { COMMON_HEADERS } from './response-headers.ts';

type Sent = 'raw' | 'method' | 'url' | 'headers' | 'ip' | 'protocol' | 'query' | 'body';

/** Facts about a request that become known while it is answered. */
type Noted = {
  /** Arrival time, by `performance.now()`. */
  sinceMs: number;
  /** Set on admission; null for routes that do not look up the caller. */
  caller: Caller | null;
  /** True if the caller was found before the whole body had arrived. */
  wasIdentifiedBeforeBody: boolean;
  /** The failure that the caller was sent, if any. */
  failure: (Failure & { readonly cause?: unknown }) | null;
  /** For a bulk, once it is answered: the results of its items. */
  items: ItemCounts | null;
};

export type RefusedItem = Pick<Failure, 'code' | 'reasonCode'>;

export type ItemCounts = {
  readonly count: number;
  readonly refused: readonly RefusedItem[];
  /** The first failure that is the server's fault. */
  readonly cause?: unknown;
};

declare module 'fastify' {
  interface FastifyRequest extends Noted {}
  interface FastifyReply extends Budgeted {}
}

/** The rest of the caller's rate limit, for the answer's headers; null if the request was not counted. */
type Budgeted = { budget: BudgetHeaders | null };

export type HttpRequest = Pick<FastifyRequest, Sent | 'id' | keyof Noted>;

export type HttpReply = Budgeted & {
  readonly raw: ServerResponse;
  readonly statusCode: number;
  code(status: number): HttpReply;
  header(name: string, value: string): HttpReply;
  removeHeader(name: string): HttpReply;
};

type Head = {
  readonly id: string;
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly parseQuery: () => unknown;
};

export class CallRequest implements HttpRequest {
  readonly raw: IncomingMessage;
  readonly id: string;
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly #parseQuery: () => unknown;
  readonly #proxies: Pick<Proxies, 'clientOf' | 'protocolOf'>;
  #ip: string | undefined;
  #query: unknown;
  body: unknown = undefined;
  sinceMs = performance.now();
  caller: HttpRequest['caller'] = null;
  wasIdentifiedBeforeBody = false;
  isReading = false;
  failure: HttpRequest['failure'] = null;
  items: HttpRequest['items'] = null;

  constructor(
    raw: IncomingMessage,
    { id, method, url, headers, parseQuery }: Head,
    proxies: Pick<Proxies, 'clientOf' | 'protocolOf'>,
  ) {
    this.raw = raw;
    this.id = id;
    this.method = method;
    this.url = url;
    this.headers = headers;
    this.#parseQuery = parseQuery;
    this.#proxies = proxies;
  }

  /** Parsed on first use: a cached answer does not need it. */
  get query(): unknown {
    this.#query ??= this.#parseQuery();
    return this.#query;
  }

  set query(query: unknown) {
    this.#query = query;
  }

  get ip(): string {
    this.#ip ??= this.#proxies.clientOf(this.raw);
    return this.#ip;
  }

  get protocol(): HttpRequest['protocol'] {
    return this.#proxies.protocolOf(this.raw);
  }
}

export class CallReply implements HttpReply {
  readonly raw: CallResponse;
  readonly #id: string;
  statusCode = 200;
  budget: BudgetHeaders | null = null;
  /** The headers of this response alone; those that every response has are sent by `send`. */
  readonly #headers: [name: string, value: string][] = [];

  /** `id` is the id of the request. */
  constructor(raw: CallResponse, id: string) {
    this.raw = raw;
    this.#id = id;
  }

  code(status: number): this {
    this.statusCode = status;
    return this;
  }

  header(name: string, value: string): this {
    const lower = name.toLowerCase();
    const at = this.#placeOf(lower);
    if (at < 0) this.#headers.push([lower, value]);
    else this.#headers[at] = [lower, value];
    return this;
  }

  removeHeader(name: string): this {
    const at = this.#placeOf(name);
    if (at >= 0) this.#headers.splice(at, 1);
    return this;
  }

  get(name: string): string | undefined {
    return this.#headers[this.#placeOf(name)]?.[1];
  }

  #placeOf(name: string): number {
    let at = this.#headers.length - 1;
    while (at >= 0 && this.#headers[at]?.[0] !== name) at -= 1;
    return at;
  }

  /** Closes the connection after this response. */
  closeConnection(): void {
    this.raw.shouldKeepAlive = false;
  }

  send(content: string | Readable): void {
    if (typeof content === 'string')
      this.raw.sendText(this.statusCode, this.#id, this.#headers, content, this.budget?.lines);
    else this.#sendFile(content);
  }

  #sendFile(content: Readable): void {
    this.raw.statusCode = this.statusCode;
    // Unlike `writeHead` with an array, `setHeader` lets the log of slow readers find the id of the request.
    this.raw.setHeader('x-request-id', this.#id);
    for (const [name, value] of [...COMMON_HEADERS, ...this.#headers, ...(this.budget?.list ?? [])])
      this.raw.setHeader(name, value);
    // If reading or sending fails, both streams are destroyed: the client then notices that its file is incomplete.
    pipeline(content, this.raw, () => {});
  }
}
