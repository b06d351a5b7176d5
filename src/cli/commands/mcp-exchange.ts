// A client of a running exchange over HTTP; its errors say what to do.
import type { VenueKind } from '../../contract/call.ts';
import { type Request, type SendRequest, ToolFailure, type ToolReply } from '../../mcp/call-tool.ts';
import { BadUsage } from '../command.ts';

/** Longer than an exchange with default settings waits for anything. */
const TIMEOUT_MS = 120_000;

type Exchange = {
  readonly ask: SendRequest;
  /** Sends a harmless request; returns why the exchange cannot be used, or undefined if it can. */
  lookAt(): Promise<string | undefined>;
  /** The kind of the exchange's venue; undefined if the exchange does not answer. */
  venue(): Promise<VenueKind | undefined>;
};

export function exchangeAt(url: string, key: string | undefined): Exchange {
  const base = baseOf(url);
  if (key !== undefined && !/^[\x21-\x7e]+$/.test(key))
    throw new BadUsage('the key is not valid: it contains characters that no key has');
  const headers = key === undefined ? {} : { authorization: `Bearer ${key}` };
  const ask: SendRequest = (request) => askAgain(base, { ...request, headers: { ...headers, ...request.headers } });
  let venue: VenueKind | undefined;
  const lookAt = async () => {
    try {
      const { status, text } = await ask({ method: 'GET', path: '/whoami', headers: {} });
      if (status !== 200) return (JSON.parse(text) as { error: string }).error;
      venue = (JSON.parse(text) as { data: { venue: VenueKind } }).data.venue;
      return undefined;
    } catch (error) {
      return (error as Error).message;
    }
  };
  return {
    ask,
    lookAt,
    async venue() {
      if (venue === undefined) await lookAt();
      return venue;
    },
  };
}

function baseOf(url: string): string {
  const { protocol, username, password, search, hash, href } = URL.canParse(url) ? new URL(url) : ({} as URL);
  if (protocol !== 'http:' && protocol !== 'https:')
    throw new BadUsage(`--url ${url}: must be the address of an exchange, such as http://127.0.0.1:8080`);
  if (`${username}${password}${search}${hash}` !== '')
    throw new BadUsage('--url: must be only an address; put the key into MILLPOND_KEY');
  return href.replace(/\/+$/, '');
}

/** Sends a request. If the connection breaks, retries once if that is safe: for reads, and for requests with an idempotency key. */
async function askAgain(base: string, request: Request): Promise<ToolReply> {
  const mayRepeat = request.method === 'GET' || request.headers['idempotency-key'] !== undefined;
  try {
    return await askOnce(base, request);
  } catch (error) {
    if (error instanceof ToolFailure) throw error;
    if (isRefused(error)) throw unreachable(base);
    if (!mayRepeat) throw unclear(base, 'Check whether it was done before you send it again');
  }
  try {
    return await askOnce(base, request);
  } catch (error) {
    if (error instanceof ToolFailure) throw error;
    throw request.method === 'GET'
      ? unreachable(base)
      : unclear(base, 'Send the same request again with the same idempotencyKey to find out');
  }
}

async function askOnce(base: string, { method, path, headers, body }: Request): Promise<ToolReply> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  // Following a redirect would send the key to another server.
  const answer = await fetch(`${base}${path}`, { method, headers, body: body ?? null, signal, redirect: 'manual' });
  const text = await answer.text();
  if (!answer.headers.has('api-version') || !/^application\/json\b/.test(answer.headers.get('content-type') ?? '')) {
    // An error of a proxy in front of the exchange: the request may have arrived or not.
    if (answer.status >= 500) throw new Error(`${base} answers ${answer.status}`);
    throw new ToolFailure('unreachable', `The server at ${base} is not Millpond; set the exchange with --url.`);
  }
  return { status: answer.status, text, header: (name) => answer.headers.get(name) ?? undefined };
}

const isRefused = (error: unknown): boolean =>
  ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'].includes(
    (error as { readonly cause?: { readonly code?: string } }).cause?.code ?? '',
  );

const unreachable = (base: string): ToolFailure =>
  new ToolFailure(
    'unreachable',
    `No exchange answers at ${base}. Start one with "millpond serve" (or "npm start", with a demo market), or set another with --url. Nothing was changed.`,
  );

const unclear = (base: string, advice: string): ToolFailure =>
  new ToolFailure(
    'outcome_unknown',
    `The connection to ${base} was lost, and it is not known whether the request took effect. ${advice}.`,
  );
