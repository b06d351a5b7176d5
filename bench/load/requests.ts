// Prepared bytes for every request, so that sending one costs no more than choosing it.
import { FRESH, type Plan, type Request } from './plan.ts';

const [ZERO, NINE] = [48, 57];

/** A request as it is sent, and the position of its fresh digits; -1 if it has none. */
type Ready = { readonly bytes: Buffer; readonly freshAt: number };

/** Chooses what one connection sends next. */
export type Chooser = () => Buffer;

export function choosers(plan: Plan): Chooser[] {
  const { host } = new URL(plan.url);
  const requests = plan.requests.map((request) => readyOf(request, host));
  if (plan.isOnce) {
    const next = requests.values();
    return Array.from({ length: plan.connections }, () => () => {
      const { value } = next.next();
      if (!value) throw new Error(`there were only ${requests.length} requests to send`);
      return value.bytes;
    });
  }
  return Array.from({ length: plan.connections }, (_, connection) => {
    const next = inOrder(requests.map(ownOf), plan, connection);
    return () => {
      const { bytes, freshAt } = next();
      if (freshAt >= 0) freshDigits().copy(bytes, freshAt);
      return bytes;
    };
  });
}

function readyOf({ method, path, headers, body }: Request, host: string): Ready {
  const text = body === undefined ? '' : JSON.stringify(body);
  const length = Buffer.byteLength(text);
  const all = {
    Host: host,
    ...headers,
    ...(body !== undefined && { 'Content-Type': 'application/json', 'Content-Length': length }),
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  const bytes = Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${text}`);
  return { bytes, freshAt: bytes.indexOf(FRESH) };
}

/** A copy for each connection, since the fresh digits are written into it while others are being sent. */
const ownOf = (ready: Ready): Ready => (ready.freshAt < 0 ? ready : { ...ready, bytes: Buffer.from(ready.bytes) });

function inOrder(requests: readonly Ready[], { seed }: Plan, connection: number): () => Ready {
  if (seed === undefined) {
    let next = connection;
    return () => requests[next++ % requests.length] as Ready;
  }
  // Xorshift by Marsaglia (2003): good enough for choosing, and the same for both sides of a comparison.
  let state = (seed * 0x9e3779b1 + connection * 0x85ebca6b) | 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return requests[(state >>> 0) % requests.length] as Ready;
  };
}

// One counter for all connections and loads of this process, so that no two requests get the same digits.
const digits = Buffer.alloc(FRESH.length, ZERO);

/** Counts up from the left, so that amounts that end in these digits are far apart. */
function freshDigits(): Buffer {
  let at = 0;
  while (digits[at] === NINE) digits[at++] = ZERO;
  digits[at] = (digits[at] as number) + 1;
  return digits;
}
