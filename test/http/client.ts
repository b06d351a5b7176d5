// HTTP clients for tests: `send` uses fetch, `sendBytes` a raw socket for requests that no client would send.
import { connect } from 'node:net';
import { expect } from 'vitest';

export type Target = { readonly url: string; readonly port: number };

export type Request = {
  readonly method?: string;
  /** Including the query. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent unchanged if text or bytes, otherwise as JSON. */
  readonly body?: unknown;
};

export type Answer = {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
};

/** Sends a request; with a body it is a POST of JSON by default. */
export async function send({ url }: Target, { method, path, headers = {}, body }: Request): Promise<Answer> {
  const hasBody = body !== undefined;
  const response = await fetch(`${url}${path}`, {
    method: method ?? (hasBody ? 'POST' : 'GET'),
    redirect: 'manual',
    headers: { ...(hasBody && { 'content-type': 'application/json' }), ...headers },
    ...(hasBody && { body: isRaw(body) ? body : JSON.stringify(body) }),
  });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

const isRaw = (body: unknown): body is string | Uint8Array<ArrayBuffer> =>
  typeof body === 'string' || body instanceof Uint8Array;

/** The JSON of a 200, with each number as the digits sent. */
export function exact({ status, text }: Answer) {
  expect(status, text).toBe(200);
  // biome-ignore lint/suspicious/noExplicitAny: its shape is for the test to say
  return JSON.parse(text, (_, value, { source }) => (typeof value === 'number' ? source : value)) as any;
}

/** Writes bytes to a new connection and reads the first answer; null if the server closes without one. */
export const sendBytes = async (target: Target, bytes: string | Uint8Array): Promise<Answer | null> =>
  (await allAnswers(target, bytes))[0] ?? null;

/** Like `sendBytes`, with every answer: bytes after a request may be parsed as another one. */
export async function allAnswers({ port }: Target, bytes: string | Uint8Array): Promise<readonly Answer[]> {
  const received = await new Promise<Buffer>((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = connect(port, '127.0.0.1', () => socket.end(bytes));
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    socket.on('error', (error: NodeJS.ErrnoException) => (error.code === 'ECONNRESET' ? undefined : reject(error)));
    socket.on('close', () => resolve(Buffer.concat(chunks)));
  });
  return [...answersIn(received)];
}

function* answersIn(received: Buffer): Iterable<Answer> {
  for (let rest = received; rest.length > 0; ) {
    const end = rest.indexOf('\r\n\r\n') + 4;
    const [statusLine = '', ...lines] = rest.toString('latin1', 0, end).trimEnd().split('\r\n');
    const headers = new Headers(lines.map((line) => line.split(/:\s*/, 2) as [string, string]));
    const next = end + Number(headers.get('content-length'));
    yield { status: Number(statusLine.split(' ')[1]), headers, text: rest.toString('utf8', end, next) };
    rest = rest.subarray(next);
  }
}
