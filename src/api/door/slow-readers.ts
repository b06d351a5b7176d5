// Cuts off who hardly takes its answer: what waits for it is held in memory, and a file's place with it.
import type { Socket } from 'node:net';
import type { Logger } from 'pino';
import { Counter, type Registry } from 'prom-client';
import { withoutSecrets } from '../../access/keys.ts';
import { responseOf } from './pipelining.ts';

export type PaceOptions = {
  /** What a reader has to take while something waits for it: so many bytes a second, on average over so long. */
  readonly leastPace?: { readonly bytesPerSecond: number; readonly overMs: number };
};

/** Half of what the slowest of mobile networks carry, and long enough for one of them to be gone for a moment. */
const LEAST_PACE = { bytesPerSecond: 8192, overMs: 30_000 };
const LOOK_EVERY_MS = 1000;

const exempt = new WeakSet<Socket>();

/** A stream has rules of its own, by which it ends with a reason. */
export const keepSlowReader = (socket: Socket): void => void exempt.add(socket);

/** What libuv tells of a connection, which Node's own time-outs go by too: all that was written, and what the peer has no room for yet. */
type Handle = { readonly bytesWritten: number; readonly writeQueueSize: number };
const handleOf = (socket: Socket) => (socket as Socket & { _handle?: Handle | null })._handle;

type Seen = { readonly sinceMs: number; readonly takenBytes: number };

export class SlowReaders {
  readonly #open: ReadonlyMap<string, ReadonlySet<Socket>>;
  readonly #pace: NonNullable<PaceOptions['leastPace']>;
  readonly #onDrop: (socket: Socket, takenBytes: number) => void;
  readonly #seen = new WeakMap<Socket, Seen>();

  constructor(
    open: ReadonlyMap<string, ReadonlySet<Socket>>,
    pace: NonNullable<PaceOptions['leastPace']>,
    onDrop: (socket: Socket, takenBytes: number) => void,
  ) {
    this.#open = open;
    this.#pace = pace;
    this.#onDrop = onDrop;
  }

  look(nowMs = performance.now()): void {
    for (const sockets of this.#open.values()) {
      for (const socket of sockets) {
        this.#lookAt(socket, nowMs);
        // What is answered is forgotten here, which costs no request anything.
        responseOf(socket);
      }
    }
  }

  #lookAt(socket: Socket, nowMs: number): void {
    const handle = handleOf(socket);
    if (!handle || socket.writableLength === 0 || exempt.has(socket)) return void this.#seen.delete(socket);
    const takenBytes = handle.bytesWritten - handle.writeQueueSize;
    const { bytesPerSecond, overMs } = this.#pace;
    const seen = this.#seen.get(socket);
    if (seen && nowMs - seen.sinceMs < overMs) return;
    this.#seen.set(socket, { sinceMs: nowMs, takenBytes });
    if (seen && takenBytes - seen.takenBytes < (bytesPerSecond * (nowMs - seen.sinceMs)) / 1000) {
      this.#onDrop(socket, takenBytes - seen.takenBytes);
      // What the peer does not take would be kept by the system otherwise.
      socket.resetAndDestroy();
    }
  }
}

export function dropSlowReaders(
  open: ReadonlyMap<string, ReadonlySet<Socket>>,
  { leastPace = LEAST_PACE }: PaceOptions,
  { logger, registry }: { readonly logger: Logger; readonly registry: Registry },
): { close(): void } {
  const dropped = new Counter({
    name: 'millpond_slow_readers_dropped_total',
    help: 'Connections that were cut off because they hardly took their answer.',
    registers: [registry],
  });
  const seconds = leastPace.overMs / 1000;
  const words = `cut off: took less than ${leastPace.bytesPerSecond} bytes a second of its answer for ${seconds} s`;
  const readers = new SlowReaders(open, leastPace, (socket, bytes) => {
    dropped.inc();
    const response = responseOf(socket);
    const path = withoutSecrets(response?.req.url?.replace(/\?.*$/s, '').slice(0, 100) ?? '');
    logger.info({ reqId: response?.getHeader('x-request-id'), address: socket.remoteAddress, path, bytes }, words);
  });
  const timer = setInterval(() => readers.look(), Math.min(LOOK_EVERY_MS, leastPace.overMs / 4)).unref();
  return { close: () => clearInterval(timer) };
}
