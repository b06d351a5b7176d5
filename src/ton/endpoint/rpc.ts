// Calls to a toncenter-v2 endpoint over JSON-RPC: throttled, limited in time and size, retried if that may help, with readable errors.
import { setTimeout as sleep } from 'node:timers/promises';
import { ChainUnavailable } from '../chain.ts';
import { Pace } from './pace.ts';
import { type Asker, askerNow } from './shares.ts';

export type RpcOptions = {
  readonly url: string;
  readonly apiKey?: string;
  /** Requests a second; the default is the limit of public toncenter. */
  readonly perSecond?: number;
  readonly timeoutMs?: number;
  /** Delay before the first retry; doubles with every attempt. */
  readonly backOffMs?: number;
  /** Called with the outcome of every single request. */
  readonly onAnswer?: (answer: RequestAnswer) => void;
};

/** `refused`: the endpoint answered with an error, such as a transaction not found. `limited`: too many requests. */
type RequestAnswer = 'answered' | 'refused' | 'limited' | 'failed';

/** A temporary error: the request is retried. */
class TemporaryError extends ChainUnavailable {}
class Limited extends TemporaryError {}

/** The endpoint's own error; retried if its status is 5xx. */
export class EndpointRefused extends ChainUnavailable {
  override name = 'EndpointRefused';
  readonly isTemporary: boolean;

  constructor(message: string, isTemporary: boolean) {
    super(message);
    this.isTemporary = isTemporary;
  }
}

/** The answer is older than an earlier one; another server of the endpoint may be up to date. */
export class StaleAnswer extends TemporaryError {
  override name = 'StaleAnswer';
}

const ATTEMPTS = 4;
const [TIMEOUT_MS, BACK_OFF_MS, LONGEST_REST_MS, LONGEST_WAIT_MS] = [10_000, 300, 10_000, 30_000];
const MAX_ANSWER_BYTES = 16 * 1024 * 1024;
const MAX_REASON = 200;

export class Rpc {
  readonly #options: RpcOptions & { readonly timeoutMs: number; readonly backOffMs: number };
  readonly #pace: Pace;
  readonly #asker: () => Asker;
  /** The endpoint's name in errors: its host alone, since the URL's path or query contain the API key with some providers. */
  readonly #name: string;

  constructor(options: RpcOptions, pace = paceOf(options), asker = askerNow) {
    this.#options = { timeoutMs: TIMEOUT_MS, backOffMs: BACK_OFF_MS, ...options };
    this.#pace = pace;
    this.#asker = asker;
    this.#name = `The TON endpoint ${new URL(options.url).host}`;
  }

  /** The same endpoint and quota, on behalf of another caller. */
  askedFor(asker: Asker): Rpc {
    return new Rpc(this.#options, this.#pace, () => asker);
  }

  /** Calls a method and retries it after temporary errors; `read` parses the answer and may reject it. */
  async ask<T>(method: string, params: object, read: (result: unknown) => T): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return this.#read(method, await this.#call(method, params), read);
      } catch (error) {
        const isTemporary = error instanceof TemporaryError || (error instanceof EndpointRefused && error.isTemporary);
        if (!isTemporary || attempt === ATTEMPTS) throw error;
        // Jitter, so that requests which failed together are not retried together.
        await sleep(this.#options.backOffMs * 2 ** (attempt - 1) * (0.5 + Math.random()));
      }
    }
  }

  /** Calls a method without retries: the caller retries, or has an alternative. */
  async once(method: string, params: object): Promise<unknown> {
    return this.#call(method, params);
  }

  #read<T>(method: string, result: unknown, read: (result: unknown) => T): T {
    try {
      return read(result);
    } catch (error) {
      if (error instanceof ChainUnavailable) throw error;
      // Another server of the endpoint may answer properly.
      throw new TemporaryError(`${this.#name} answered ${method} in an unknown form: ${(error as Error).message}`);
    }
  }

  async #call(method: string, params: object): Promise<unknown> {
    await this.#pace.turn(this.#asker());
    const tell = this.#options.onAnswer ?? (() => {});
    try {
      const result = await this.#carryOut(method, params);
      tell('answered');
      return result;
    } catch (error) {
      tell(error instanceof Limited ? 'limited' : error instanceof EndpointRefused ? 'refused' : 'failed');
      throw error;
    }
  }

  async #carryOut(method: string, params: object): Promise<unknown> {
    const signal = AbortSignal.timeout(this.#options.timeoutMs);
    try {
      const response = await this.#post(JSON.stringify({ id: '1', jsonrpc: '2.0', method, params }), signal);
      return this.#resultOf(method, response, await textOf(response));
    } catch (error) {
      if (error instanceof ChainUnavailable) throw error;
      if (signal.aborted)
        throw new TemporaryError(`${this.#name} did not answer ${method} within ${this.#options.timeoutMs} ms`);
      throw new TemporaryError(`${this.#name} cannot be reached: ${causeOf(error)}`);
    }
  }

  #post(body: string, signal: AbortSignal): Promise<Response> {
    const { url, apiKey } = this.#options;
    const headers = { 'content-type': 'application/json', ...(apiKey && { 'x-api-key': apiKey }) };
    // Redirects are not followed, because the key must not go elsewhere.
    return fetch(url, { method: 'POST', headers, body, signal, redirect: 'manual' });
  }

  #resultOf(method: string, { status, headers }: Response, text: string): unknown {
    if (status === 429) {
      this.#pace.rest(restOf(headers.get('retry-after')) || this.#options.backOffMs);
      throw new Limited(`${this.#name} allows no more requests for now (status 429); an API key raises its limit`);
    }
    if (status === 401 || status === 403) throw this.#hopeless(`refuses the API key (status ${status})`);
    if (status >= 300 && status < 400) throw this.#hopeless(`redirects elsewhere (status ${status})`);
    const answer = parsed(text);
    if (answer?.ok === true && 'result' in answer) return answer.result;
    if (typeof answer?.error === 'string') {
      const message = `${this.#name} refused ${method} (status ${status}): ${answer.error.slice(0, MAX_REASON)}`;
      throw new EndpointRefused(message, status >= 500);
    }
    const fault = `did not answer ${method} as toncenter's API v2 does (status ${status}, ${kindOf(headers)})`;
    throw status >= 500 ? new TemporaryError(`${this.#name} ${fault}`) : this.#hopeless(fault);
  }

  #hopeless(fault: string): ChainUnavailable {
    return new ChainUnavailable(`${this.#name} ${fault}`);
  }
}

function paceOf(options: RpcOptions): Pace {
  const { perSecond = defaultPace(options) } = options;
  return new Pace({ perSecond, burst: Math.max(1, perSecond), longestWaitMs: LONGEST_WAIT_MS });
}

/** Requests a second that public toncenter allows; an endpoint on this machine is practically unlimited. */
export function defaultPace({ url, apiKey }: Pick<RpcOptions, 'url' | 'apiKey'>): number {
  const { hostname } = new URL(url);
  if (hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.')) return 1000;
  return apiKey ? 10 : 1;
}

async function textOf(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > MAX_ANSWER_BYTES)
      throw new ChainUnavailable(`The TON endpoint answered with more than ${MAX_ANSWER_BYTES} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

function parsed(text: string): { ok?: unknown; result?: unknown; error?: unknown } | undefined {
  try {
    const answer = JSON.parse(text);
    return typeof answer === 'object' && answer !== null ? answer : undefined;
  } catch {
    return undefined;
  }
}

const kindOf = (headers: Headers): string => headers.get('content-type')?.split(';')[0] || 'no content type';

const restOf = (seconds: string | null): number =>
  seconds && /^\d+$/.test(seconds) ? Math.min(LONGEST_REST_MS, Number(seconds) * 1000) : 0;

function causeOf(error: unknown): string {
  const { cause, message } = error as Error & { readonly cause?: NodeJS.ErrnoException };
  return cause?.code ?? cause?.message ?? message;
}
