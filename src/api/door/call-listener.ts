// Answers calls directly from Node's HTTP server: the hooks of Fastify would take longer than all other steps of a call.
import type { IncomingHttpHeaders, IncomingMessage, RequestListener } from 'node:http';
import { parse } from 'node:querystring';
import type { Readable } from 'node:stream';
import type { Logger } from 'pino';
import type { ToolReply as InnerReply, Request as InnerRequest } from '../../mcp/call-tool.ts';
import { type AnswerRequest, JSON_TYPE } from '../answer.ts';
import { ApiError, type Failure } from '../errors.ts';
import { setFailure } from '../failure.ts';
import { parseBody } from '../json/exact-json.ts';
import type { keepAccessLog } from './access-log.ts';
import type { AdmissionGuard, admitRequests } from './admission.ts';
import type { CallMessage } from './call-message.ts';
import type { CallResponse } from './call-response.ts';
import { NOBODY } from './caller.ts';
import type { Proxies } from './proxies.ts';
import type { Limits } from './rate-limit.ts';
import type { ReadsInFlight } from './reads-in-flight.ts';
import { CallReply, CallRequest, type HttpReply, type HttpRequest } from './request.ts';

/** The steps in which a call is answered, in order. */
export type CallSteps = {
  /** The maximum length of the body if this call has its own; absent for the common maximum. */
  readonly bodyLimitBytes?: number | undefined;
  /** Checks the request before its body is read; throws to refuse it. */
  enter(request: CallRequest, reply: HttpReply): ReturnType<AdmissionGuard>;
  readonly answer: AnswerRequest;
  /** True if the error about invalid JSON may quote the body; false if the body may contain a secret. */
  readonly showsFault: boolean;
  /** Formats the response body of a failure; absent for the usual `{"error": …}`. */
  readonly printFailure?: (failure: Failure) => string;
  /** Called when the answer or the failure is known, before it is sent. */
  leave(request: CallRequest, reply: HttpReply): void;
};

/** The steps before and after each call: admission, access log and the limit of concurrent queries. */
export type Door = {
  readonly guardsOf: ReturnType<typeof admitRequests>;
  readonly reporterOf: ReturnType<typeof keepAccessLog>;
  readonly reads: ReadsInFlight;
  readonly listener: CallListener;
};

export type ListenerOptions = {
  readonly bodyLimitBytes: number;
  readonly idOf: (request: IncomingMessage) => string;
  readonly proxies: Pick<Proxies, 'clientOf' | 'protocolOf'>;
  readonly limits: Pick<Limits, 'budgetOf'>;
  readonly logger: Logger;
};

type Found = { readonly steps: CallSteps; readonly parseQuery: () => unknown };

export type InnerCall = { readonly steps: CallSteps; readonly request: CallRequest; readonly reply: CallReply };

export class CallListener {
  readonly #options: ListenerOptions;
  readonly #byPath = new Map<string, Map<string, CallSteps>>();
  #isClosing = false;

  constructor(options: ListenerOptions) {
    this.#options = options;
  }

  add(method: 'GET' | 'HEAD' | 'POST', path: string, steps: CallSteps): void {
    this.#byPath.set(path, (this.#byPath.get(path) ?? new Map()).set(method, steps));
  }

  methodsAt(path: string): readonly string[] {
    return [...(this.#byPath.get(path)?.keys() ?? [])];
  }

  /** Called when the server shuts down: from now on, each response closes its connection. */
  close(): void {
    this.#isClosing = true;
  }

  /** A listener that answers calls and leaves all other requests to `other`. */
  before(other: RequestListener): RequestListener {
    const { idOf, proxies, bodyLimitBytes } = this.#options;
    return (raw, response) => {
      const { headers } = raw;
      const [method, url] = [raw.method as string, raw.url as string];
      const found = this.#find(method, url) ?? this.#find(method, plainTarget(url));
      if (!found) return other(raw, response);
      const { steps, parseQuery } = found;
      const request = new CallRequest(raw, { id: idOf(raw), method, url, headers, parseQuery }, proxies);
      const reply = new CallReply(response as CallResponse, request.id);
      if (this.#isClosing) reply.closeConnection();
      const read = () => readBody(raw as CallMessage, reply, steps, bodyLimitBytes);
      void respond(request, reply, steps, read, this.#options);
    };
  }

  /** A call that is made for another request, with its credentials. */
  inner(
    { raw, id, caller, headers: { host, authorization, cookie } }: HttpRequest,
    { raw: response }: Pick<HttpReply, 'raw'>,
    { method, path: url, headers: own, body = '' }: InnerRequest,
  ): InnerCall {
    const { steps, parseQuery } = this.#find(method, url) as Found;
    const headers = { ...own, host, authorization, cookie, 'content-length': String(Buffer.byteLength(body)) };
    const request = new CallRequest(raw, { id, method, url, headers, parseQuery }, this.#options.proxies);
    // In local mode a page of another origin has no account, though a request without a key has one.
    if (caller === NOBODY) request.caller = caller;
    return { steps, request, reply: new CallReply(response as CallResponse, id) };
  }

  /** Makes a call for an MCP request, with its credentials: the call is admitted, counted, checked and logged like any other. */
  async ask(outer: HttpRequest, outerReply: HttpReply, wanted: InnerRequest): Promise<InnerReply> {
    const { steps, request, reply } = this.inner(outer, outerReply, wanted);
    const content = await answer(request, reply, steps, () => parseBody(wanted.body ?? ''));
    // The content is text: no tool has the parameter `format`, with which a call returns a stream.
    return { status: reply.statusCode, text: content as string, header: (name) => reply.get(name) };
  }

  #find(method: string, url: string): Found | undefined {
    const mark = url.indexOf('?');
    const steps = this.#byPath.get(mark < 0 ? url : url.slice(0, mark))?.get(method);
    return steps && { steps, parseQuery: () => parseQuery(mark < 0 ? '' : url.slice(mark + 1)) };
  }
}

/** Parses all parameters: Node drops those after the thousandth by default. Node bounds the length of the whole URL. */
export const parseQuery = (query: string): Record<string, string> =>
  query === '' ? {} : (parse(query, '&', '=', { maxKeys: 0 }) as Record<string, string>);

const TARGET = /^(?:https?:\/\/[^/?]*)?([^?]*)\??(.*)$/is;

/** Brings a request target into the form `/path?query`: it may be a whole URL, or percent-encode letters of the path. */
function plainTarget(url: string): string {
  const [, path = '', query] = TARGET.exec(url) ?? [];
  try {
    return `${decodeURI(path)}?${query}`;
  } catch {
    return url;
  }
}

async function respond(
  request: CallRequest,
  reply: CallReply,
  steps: CallSteps,
  read: () => unknown,
  { limits, logger }: ListenerOptions,
): Promise<void> {
  try {
    const content = await answer(request, reply, steps, read);
    // A caller who was not found was not counted.
    if (request.caller !== null) reply.budget ??= limits.budgetOf(request) ?? null;
    reply.send(content);
  } catch (error) {
    logger.error({ reqId: request.id, err: error }, 'could not be answered');
    reply.raw.destroy();
  }
}

async function answer(
  request: CallRequest,
  reply: HttpReply,
  steps: CallSteps,
  read: () => unknown,
): Promise<string | Readable> {
  let content: string | Readable;
  try {
    const admission = steps.enter(request, reply);
    if (admission) await admission;
    if (request.method === 'POST') request.body = await read();
    content = await steps.answer(request, reply);
  } catch (error) {
    const failure = setFailure(error, request, reply);
    content = steps.printFailure?.(failure) ?? JSON.stringify({ error: failure.message });
    reply.header('content-type', JSON_TYPE);
  }
  steps.leave(request, reply);
  return content;
}

const JSON_TYPES = /^\s*application\/json\s*(?:;|$)/i;

const hasBody = ({ 'content-length': length = '0', 'transfer-encoding': coding }: IncomingHttpHeaders): boolean =>
  length !== '0' || coding !== undefined;

/** Reads and parses the body. If it is too large, incomplete or not valid JSON, the connection is closed after the error response. */
function readBody(
  raw: CallMessage,
  reply: CallReply,
  { bodyLimitBytes, showsFault }: CallSteps,
  commonLimitBytes: number,
): Promise<unknown> | undefined {
  const { 'content-type': type } = raw.headers;
  const isSent = hasBody(raw.headers);
  if ((isSent || type !== undefined) && !JSON_TYPES.test(type ?? '')) {
    const message = 'Send the body as JSON, with the header Content-Type: application/json.';
    throw new ApiError('unsupported_media_type', message);
  }
  if (!isSent) return undefined;
  const parse = (text: string) => parseBody(text, showsFault);
  return raw.body(bodyLimitBytes ?? commonLimitBytes, parse, () => reply.closeConnection());
}
