// Ready-made bytes for every request, so that sending one costs no more than choosing it.
import type { Plan, Request } from './plan.ts';

const COUNTER_DIGITS = 10;
const [ZERO, NINE] = [48, 57];

/** The requests as they go over the wire. */
export function bytesOf({ url, requests }: Plan, extra: Readonly<Record<string, string>> = {}): Buffer[] {
  const { host } = new URL(url);
  return requests.map(({ method, path, headers, body }: Request) => {
    const text = body === undefined ? '' : JSON.stringify(body);
    const length = Buffer.byteLength(text);
    const all = {
      Host: host,
      ...headers,
      ...extra,
      ...(body !== undefined && { 'Content-Type': 'application/json', 'Content-Length': length }),
    };
    const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
    return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${text}`);
  });
}

/** Chooses what one connection sends next. */
export type Chooser = () => Buffer;

export function choosers(plan: Plan): Chooser[] {
  const shared = plan.freshKeys ? undefined : bytesOf(plan);
  return Array.from({ length: plan.connections }, (_, index) =>
    shared ? choose(shared, plan, index) : withFreshKeys(plan, index),
  );
}

function choose(requests: readonly Buffer[], { seed }: Plan, connection: number): Chooser {
  if (seed === undefined) {
    let next = connection;
    return () => requests[next++ % requests.length] as Buffer;
  }
  // Xorshift by Marsaglia (2003): plenty for choosing, and the same for both sides of a comparison.
  let state = (seed * 0x9e3779b1 + connection * 0x85ebca6b) | 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return requests[(state >>> 0) % requests.length] as Buffer;
  };
}

/** Each connection has bytes of its own, in which it counts its key up in place. */
function withFreshKeys(plan: Plan, connection: number): Chooser {
  const start = `${Date.now().toString(36)}-${connection}-`;
  const requests = bytesOf(plan, { 'Idempotency-Key': start + '0'.repeat(COUNTER_DIGITS) });
  const ends = new Map(requests.map((bytes) => [bytes, bytes.indexOf(start) + start.length + COUNTER_DIGITS]));
  const next = choose(requests, plan, connection);
  // Bytes that differ in their request may not share a counter value either.
  const counter = Buffer.alloc(COUNTER_DIGITS, ZERO);
  return () => {
    const bytes = next();
    countUp(counter);
    counter.copy(bytes, (ends.get(bytes) as number) - COUNTER_DIGITS);
    return bytes;
  };
}

function countUp(digits: Buffer): void {
  let at = digits.length - 1;
  while (digits[at] === NINE) digits[at--] = ZERO;
  digits[at] = (digits[at] as number) + 1;
}
