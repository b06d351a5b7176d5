// Chooses which host of the URL a new connection tries: the last one that worked, or the next one if that fails or is silent.
import * as net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** Pause before a failed host is tried again; the driver itself would retry at once. */
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

/** Opens the sockets of one pool, and learns from how they end which hosts work. */
export class PoolSockets {
  readonly #hosts: Hosts;
  readonly #timeoutMs: number;
  /** Each open socket with the index of its host. */
  readonly #open = new Map<net.Socket, number>();
  #isEnded = false;
  /** Host of the last connection that ended soon after the server's first answer, as when the driver finds a standby. */
  #turnedAwayBy: number | undefined;
  #hostCount = 1;

  constructor({ url, timeoutMs, firstHost }: { url: string; timeoutMs: number; firstHost?: number }) {
    this.#hosts = hostsOf(url, firstHost);
    this.#timeoutMs = timeoutMs;
  }

  /** Called by the driver for each attempt to connect. With several hosts, the driver retries until one works. */
  readonly open = async ({ host, port, path }: DriverOptions): Promise<net.Socket> => {
    if (path) return net.connect(path);
    this.#hostCount = host.length;
    // After it has ended a connection to a standby, the driver calls this again at once; after the pool was closed, it does not.
    if (this.#turnedAwayBy !== undefined) this.#hosts.failed(new Set([this.#turnedAwayBy]), host.length);
    this.#turnedAwayBy = undefined;
    const place = await this.#hosts.choose();
    // If the pool was closed during the pause, the driver would still use the socket.
    if (this.#isEnded) throw Object.assign(new Error('the pool is closed'), { code: 'CONNECTION_ENDED' });
    const target = { host: host[place] as string, port: port[place] as number };
    // Each host gets a share of the time, so that the last one can still answer if all others are silent.
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

  /** To be called if the connected hosts are silent or standbys: the next connections start with another host. */
  suspect(): void {
    this.#hosts.failed(new Set(this.#open.values()), this.#hostCount);
  }

  /** Destroys all open sockets, since a silent server never closes its end. */
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

/** A socket that fails if the server sends nothing in time. Reports its end by a callback, since the driver removes all listeners. */
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
