// Which of a URL's hosts a connection is made to: the one that was last good, and the next when it fails or is silent.
import * as net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** Before a host that has just failed is tried again: the driver itself makes no pause. */
const PAUSE_MS = 100;

/** The hosts of one URL. All connections of a thread begin with the same one. */
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

  failed(place: number, hosts: number): void {
    this.#failedAtMs[place] = performance.now();
    if (this.#current === place) this.#current = (place + 1) % hosts;
  }
}

const hostsByUrl = new Map<string, Hosts>();

function hostsOf(url: string, first = 0): Hosts {
  const hosts = hostsByUrl.get(url) ?? new Hosts(first);
  hostsByUrl.set(url, hosts);
  return hosts;
}

/** Where in the URL the host is that connections are made to, so that another thread need not find it again. */
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
  readonly #open = new Set<net.Socket>();
  #isEnded = false;
  /** The host whose connection ended soon after it had answered. */
  #endedEarly: number | undefined;
  #lastPlace: number | undefined;
  #hostCount = 1;

  constructor({ url, timeoutMs, firstHost }: { url: string; timeoutMs: number; firstHost?: number }) {
    this.#hosts = hostsOf(url, firstHost);
    this.#timeoutMs = timeoutMs;
  }

  /** Given to the driver, which calls it for each try. If there are several hosts, it tries again until one is good. */
  readonly open = async ({ host, port, path }: DriverOptions): Promise<net.Socket> => {
    if (path) return net.connect(path);
    this.#hostCount = host.length;
    // The driver ends a connection to a standby and calls this again at once; a pool that is closed does not.
    if (this.#endedEarly !== undefined) this.#hosts.failed(this.#endedEarly, host.length);
    this.#endedEarly = undefined;
    const place = await this.#hosts.choose();
    // The driver would use the socket even if the pool was closed during the pause.
    if (this.#isEnded) throw Object.assign(new Error('the pool is closed'), { code: 'CONNECTION_ENDED' });
    this.#lastPlace = place;
    const target = { host: host[place] as string, port: port[place] as number };
    // All hosts but one may be silent, and the last must still have its share of the time.
    const answerMs = host.length > 1 ? this.#timeoutMs / (host.length + 1) : this.#timeoutMs;
    const socket = new TrySocket(answerMs, (how) => {
      this.#open.delete(socket);
      if (this.#isEnded) return;
      if (how === 'unanswered') this.#hosts.failed(place, host.length);
      if (how === 'early') this.#endedEarly = place;
    });
    this.#open.add(socket);
    return Object.assign(socket.connect(target), target);
  };

  /** The host that this pool used is silent, or a standby: the next connections begin with another. */
  suspect(): void {
    if (this.#lastPlace !== undefined) this.#hosts.failed(this.#lastPlace, this.#hostCount);
  }

  /** A silent server never closes its end. */
  destroy(): void {
    this.#isEnded = true;
    for (const socket of this.#open) socket.destroy();
  }
}

type End = 'unanswered' | 'early' | 'late';

/** Fails if the server sends nothing in time, and reports how it ended: not by an event, since the driver removes all listeners. */
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
    const isEarly = performance.now() - this.#startMs < this.#answerMs;
    this.#onEnd(this.bytesRead === 0 ? 'unanswered' : isEarly ? 'early' : 'late');
    super._destroy(error, callback);
  }
}
