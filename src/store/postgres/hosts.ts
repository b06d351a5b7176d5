// Chooses the host of a connection: the last one that worked, and the next if it fails or is silent.
import * as net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** Pause before a failed host is tried again: the driver itself makes none. */
const PAUSE_MS = 100;

/** The hosts of one URL, shared by all connections of a thread. */
class Hosts {
  #current: number;
  readonly #failedAtMs: number[] = [];

  constructor(first: number) {
    this.#current = first;
  }

  get current(): number {
    return this.#current;
  }

  async choose(): Promise<number> {
    const waitMs = (this.#failedAtMs[this.#current] ?? Number.NEGATIVE_INFINITY) + PAUSE_MS - performance.now();
    if (waitMs > 0) await sleep(waitMs);
    return this.#current;
  }

  failed(places: ReadonlySet<number>, hosts: number): void {
    for (const place of places) this.#failedAtMs[place] = performance.now();
    if (!places.has(this.#current)) return;
    let next = (this.#current + 1) % hosts;
    while (places.has(next) && next !== this.#current) next = (next + 1) % hosts;
    this.#current = next;
  }
}

const hostsByUrl = new Map<string, Hosts>();

function hostsOf(url: string, first = 0): Hosts {
  const hosts = hostsByUrl.get(url) ?? new Hosts(first);
  hostsByUrl.set(url, hosts);
  return hosts;
}

/** Index of the current host in the URL, so that another thread can start with it. */
export const currentHost = (url: string): number => hostsOf(url).current;

type DriverOptions = {
  readonly host: readonly string[];
  readonly port: readonly number[];
  readonly path: string | false;
};

/** The sockets of one pool. */
export class PoolSockets {
  readonly #hosts: Hosts;
  readonly #timeoutMs: number;
  /** Each open socket with the index of its host. */
  readonly #open = new Map<net.Socket, number>();
  #isEnded = false;
  /** The host that has just closed a connection, as a standby does. */
  #turnedAwayBy: number | undefined;
  #hostCount = 1;

  constructor({ url, timeoutMs, firstHost }: { url: string; timeoutMs: number; firstHost?: number }) {
    this.#hosts = hostsOf(url, firstHost);
    this.#timeoutMs = timeoutMs;
  }

  /** Called by the driver for each attempt. With several hosts, it retries until one works. */
  readonly open = async ({ host, port, path }: DriverOptions): Promise<net.Socket> => {
    if (path) return net.connect(path);
    this.#hostCount = host.length;
    // The driver ends a connection to a standby and calls this again at once; a closed pool does not.
    if (this.#turnedAwayBy !== undefined) this.#hosts.failed(new Set([this.#turnedAwayBy]), host.length);
    this.#turnedAwayBy = undefined;
    const place = await this.#hosts.choose();
    // The driver would use the socket even if the pool was closed during the pause.
    if (this.#isEnded) throw Object.assign(new Error('the pool is closed'), { code: 'CONNECTION_ENDED' });
    const target = { host: host[place] as string, port: port[place] as number };
    // All hosts but one may be silent, and the last still needs its share of the time.
    const answerMs = host.length > 1 ? this.#timeoutMs / (host.length + 1) : this.#timeoutMs;
    const socket = new TrySocket(answerMs, (how) => {
      this.#open.delete(socket);
      if (this.#isEnded) return;
      if (how === 'unanswered') this.#hosts.failed(new Set([place]), host.length);
      if (how === 'turned away') this.#turnedAwayBy = place;
    });
    this.#open.set(socket, place);
    return Object.assign(socket.connect(target), target);
  };

  /** The connected hosts are silent, or standbys: the next connections start with another. */
  suspect(): void {
    this.#hosts.failed(new Set(this.#open.values()), this.#hostCount);
  }

  /** A silent server never closes its end. */
  destroy(): void {
    this.#isEnded = true;
    for (const socket of this.#open.keys()) socket.destroy();
  }
}

/**
 * How a socket ended. `unanswered`: the server never sent a byte. `turned away`: the server answered, and the connection ended
 * before the time that an answer may take, as when the driver finds a standby. `used`: it lasted longer.
 */
type End = 'unanswered' | 'turned away' | 'used';

/** Fails if the server sends nothing in time, and reports how it ended: by a callback, since the driver removes all listeners. */
class TrySocket extends net.Socket {
  readonly #startMs = performance.now();
  readonly #answerMs: number;
  readonly #onEnd: (how: End) => void;
  readonly #timer: NodeJS.Timeout;

  constructor(answerMs: number, onEnd: (how: End) => void) {
    super();
    this.#answerMs = answerMs;
    this.#onEnd = onEnd;
    this.#timer = setTimeout(() => {
      if (this.bytesRead === 0)
        this.destroy(Object.assign(new Error('no answer in time'), { code: 'CONNECT_TIMEOUT' }));
    }, answerMs).unref();
  }

  override _destroy(error: Error | null, callback: (error?: Error | null) => void): void {
    clearTimeout(this.#timer);
    const wasUsed = performance.now() - this.#startMs >= this.#answerMs;
    this.#onEnd(this.bytesRead === 0 ? 'unanswered' : wasUsed ? 'used' : 'turned away');
    super._destroy(error, callback);
  }
}
