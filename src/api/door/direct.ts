// Answers plain calls straight from Node, with the same guards and functions as Fastify, whose hooks would cost more than
// all the rest. Any unusual request is left to Fastify, untouched.
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import { type Answer, JSON_TYPE } from '../answer.ts';
import type { Call } from '../call.ts';
import { ApiError } from '../errors.ts';
import { setFailure } from '../failure.ts';
import { parseBody } from '../json/exact-json.ts';
import type { Proxies } from './proxies.ts';
import type { HttpReply, HttpRequest } from './request.ts';

/** The steps of a call, in their order. */
export type Steps = {
  /** The body limit of this call; absent for the common one. */
  readonly bodyLimitBytes?: number | undefined;
  /** Throws if the request is not admitted. */
  enter(request: HttpRequest, reply: HttpReply): void | Promise<void>;
  readonly answer: Answer;
  /** True if an error may quote the faulty part of the JSON, which could be a secret. */
  readonly showsFault: boolean;
  /** Called once the answer is known, before it is sent. */
  leave(request: HttpRequest, reply: HttpReply): void;
};

export type DirectOptions = {
  readonly bodyLimitBytes: number;
  readonly idOf: (request: IncomingMessage) => string;
  readonly parseQuery: (text: string) => object;
  readonly proxies: Pick<Proxies, 'clientOf' | 'protocolOf'>;
  readonly logger: Logger;
};

/** True for a call whose answer is text and whose input is either all query or all body. */
export const isPlain = (call: Call): boolean =>
  'ask' in call ? call.pages === undefined : 'read' in call && call.method === 'POST';

export class DirectCalls {
  readonly #options: DirectOptions;
  readonly #byMethod = new Map([
    ['GET', new Map<string, Steps>()],
    ['HEAD', new Map<string, Steps>()],
    ['POST', new Map<string, Steps>()],
  ]);
  #isClosing = false;

  constructor(options: DirectOptions) {
    this.#options = options;
  }

  add(method: 'GET' | 'HEAD' | 'POST', name: string, steps: Steps): void {
    this.#byMethod.get(method)?.set(`/${name}`, steps);
  }

  /** Stops answering; Fastify handles what still arrives while the server shuts down. */
  close(): void {
    this.#isClosing = true;
  }

  /** A listener that answers plain calls and leaves all others to `other`. */
  before(other: RequestListener): RequestListener {
    return (raw, response) => {
      const url = raw.url as string;
      const mark = url.indexOf('?');
      const steps = this.#byMethod.get(raw.method as string)?.get(mark < 0 ? url : url.slice(0, mark));
      if (!steps || this.#isClosing || !isUsual(raw)) return other(raw, response);
      const { idOf, parseQuery, proxies, logger, bodyLimitBytes } = this.#options;
      const query = () => (mark < 0 ? {} : parseQuery(url.slice(mark + 1)));
      const request = new DirectRequest(raw, idOf(raw), query, proxies);
      answer(request, new DirectReply(response), steps, steps.bodyLimitBytes ?? bodyLimitBytes).catch((error) => {
        logger.error({ reqId: request.id, err: error }, 'could not be answered');
        response.destroy();
      });
    };
  }
}

const JSON_TYPES = /^application\/json(?:; ?charset=utf-8)?$/i;

/** True for a GET or HEAD without a body, or a POST of JSON, in chunks or not. */
function isUsual({ headers, method }: IncomingMessage): boolean {
  const { 'content-type': type, 'content-length': length, 'transfer-encoding': coding, expect, upgrade } = headers;
  if ((expect ?? upgrade ?? headers['accept-version']) !== undefined) return false;
  if (method !== 'POST') return (length ?? coding) === undefined;
  return JSON_TYPES.test(type ?? '') && (coding === undefined ? Number(length) > 0 : coding === 'chunked');
}

async function answer(request: DirectRequest, reply: DirectReply, steps: Steps, limitBytes: number): Promise<void> {
  let text: string;
  try {
    const admission = steps.enter(request, reply);
    if (admission) await admission;
    if (request.method === 'POST') request.body = bodyOf(await textOf(request.raw, reply, limitBytes), reply, steps);
    text = (await steps.answer(request, reply)) as string;
  } catch (error) {
    text = JSON.stringify({ error: setFailure(error, request, reply).message });
    reply.header('content-type', JSON_TYPE);
  }
  steps.leave(request, reply);
  reply.send(text);
}

/** Closes the connection after a body that is not valid JSON. */
function bodyOf(text: string, reply: HttpReply, { showsFault }: Steps): unknown {
  try {
    return parseBody(text, showsFault);
  } catch (error) {
    reply.header('connection', 'close');
    throw error;
  }
}

const hungUp = () => new ApiError('invalid_request', 'The client hung up before it was answered.');
const bodyTooLarge = () => new ApiError('body_too_large', 'The body is too large.');

/** Refuses a body that is too large by its announced length or, if chunked, as soon as it is; drops the rest. */
const textOf = (raw: IncomingMessage, reply: HttpReply, limitBytes: number): Promise<string> =>
  new Promise((resolve, reject) => {
    const refuse = (error: Error) => {
      reply.header('connection', 'close');
      reject(error);
    };
    // The client disconnected while its key was looked up, so no further event will come.
    if (raw.destroyed && !raw.complete) return refuse(hungUp());
    const pieces: Buffer[] = [];
    let bytes = 0;
    if (Number(raw.headers['content-length'] ?? 0) > limitBytes) return refuse(bodyTooLarge());
    raw.on('data', (piece: Buffer) => {
      bytes += piece.length;
      if (bytes <= limitBytes) pieces.push(piece);
      else refuse(bodyTooLarge());
    });
    raw.on('end', () => resolve((pieces.length === 1 ? (pieces[0] as Buffer) : Buffer.concat(pieces)).toString()));
    raw.on('error', (error) => refuse(Object.assign(error, { statusCode: 400 })));
  });

class DirectRequest implements HttpRequest {
  readonly id: string;
  readonly raw: IncomingMessage;
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly #parseQuery: () => object;
  readonly #proxies: DirectOptions['proxies'];
  #ip: string | undefined;
  #query: unknown;
  body: unknown = undefined;
  sinceMs = performance.now();
  caller: HttpRequest['caller'] = null;
  isKnownEarly = false;
  isReading = false;
  failure: HttpRequest['failure'] = null;
  items: HttpRequest['items'] = null;

  constructor(raw: IncomingMessage, id: string, parseQuery: () => object, proxies: DirectOptions['proxies']) {
    this.id = id;
    this.raw = raw;
    this.method = raw.method as string;
    this.url = raw.url as string;
    this.headers = raw.headers;
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

class DirectReply implements HttpReply {
  readonly raw: ServerResponse;
  statusCode = 200;
  /** Names and values alternating, the form that `writeHead` takes unchanged. */
  readonly #headers: (string | number)[] = [];

  constructor(raw: ServerResponse) {
    this.raw = raw;
  }

  code(status: number): this {
    this.statusCode = status;
    return this;
  }

  header(name: string, value: string): this {
    const lower = name.toLowerCase();
    const at = this.#placeOf(lower);
    if (at < 0) this.#headers.push(lower, value);
    else this.#headers[at + 1] = value;
    return this;
  }

  removeHeader(name: string): this {
    const at = this.#placeOf(name);
    if (at >= 0) this.#headers.splice(at, 2);
    return this;
  }

  #placeOf(name: string): number {
    let at = this.#headers.length - 2;
    while (at >= 0 && this.#headers[at] !== name) at -= 2;
    return at;
  }

  send(text: string): void {
    const bytes = Buffer.byteLength(text);
    this.#headers.push('content-length', bytes);
    // If there are as many bytes as characters, the text is ASCII, which is faster to copy as latin1.
    this.raw.writeHead(this.statusCode, this.#headers).end(text, bytes === text.length ? 'latin1' : 'utf8');
  }
}
