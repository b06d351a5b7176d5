// Starts the measured servers as separate processes, and observes them from outside.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

export type Settings = Readonly<Record<string, string>>;

const START_TIMEOUT_MS = 30_000;

/** Settings of every exchange of the benchmark, unless its row sets others. */
const DEFAULTS: Settings = { PORT: '0', AUTH: 'local' };

/** Settings for an exchange with API keys, which would otherwise limit the rate of a single caller and address. */
export const NO_LIMITS: Settings = { RATE_LIMIT: '0', ADDRESS_LIMIT: '0', DAILY_LIMIT: '0' };

export class Servers {
  readonly #folder: string;
  readonly #running = new Set<Server>();
  #count = 0;

  /** The output of the servers is written to files in `folder`. */
  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Starts a server and resolves when it, or each of its workers, has printed its URL. */
  async start(args: readonly string[], settings: Settings = {}, workers = 1): Promise<Server> {
    const server = this.launch(args, settings);
    await server.listening(workers);
    return server;
  }

  /** Starts a server without waiting for it. */
  launch(args: readonly string[], settings: Settings): Server {
    this.#count += 1;
    const server = new Server(args, settings, join(this.#folder, `server-${this.#count}.log`));
    this.#running.add(server);
    return server;
  }

  async stop(...servers: readonly Server[]): Promise<void> {
    for (const server of servers) this.#running.delete(server);
    await Promise.all(servers.map((server) => server.stop()));
  }

  stopAll(): Promise<void> {
    return this.stop(...this.#running);
  }
}

export class Server {
  readonly #child: ChildProcess;
  readonly #log: string;
  readonly #name: string;

  constructor(args: readonly string[], settings: Settings, log: string) {
    this.#log = log;
    this.#name = args.join(' ');
    // Output goes to a file, so that no process has to wake up and read it while the load runs.
    const output = openSync(log, 'w');
    this.#child = spawn(process.execPath, ['--trace-gc', ...args], {
      env: { ...process.env, ...DEFAULTS, ...settings },
      stdio: ['ignore', output, 'inherit'],
    });
    closeSync(output);
  }

  get url(): string {
    return /http:\/\/127\.0\.0\.1:\d+/.exec(this.#printed())?.[0] as string;
  }

  async listening(workers: number): Promise<void> {
    const deadlineMs = performance.now() + START_TIMEOUT_MS;
    while ((this.#printed().match(/http:\/\/127\.0\.0\.1:\d+/g)?.length ?? 0) < workers) {
      if (this.#hasEnded || performance.now() > deadlineMs) throw new Error(`${this.#name} did not start`);
      await sleep(10);
    }
  }

  async get(path: string): Promise<Response> {
    return fetch(this.url + path);
  }

  /** The values of one metric by their labels. */
  async metric(name: string): Promise<ReadonlyMap<string, number>> {
    const text = await (await this.get('/metrics')).text();
    const lines = text.matchAll(new RegExp(`^${name}(?:\\{(.*)\\})? (\\S+)$`, 'gm'));
    return new Map([...lines].map(([, labels = '', value]) => [labels, Number(value)]));
  }

  /** Memory of the server's process; NaN without /proc. */
  residentBytes(): number {
    return this.#kilobytes('VmRSS') * 1024;
  }

  /** The highest value of `residentBytes` so far. */
  peakBytes(): number {
    return this.#kilobytes('VmHWM') * 1024;
  }

  /** CPU time of all threads of the server so far; undefined without /proc. */
  cpuMicros(): number | undefined {
    try {
      const fields = readFileSync(`/proc/${this.#child.pid}/stat`, 'utf8')
        .replace(/^.*\) /s, '')
        .split(' ');
      // utime and stime in clock ticks, of which Linux reports 100 per second.
      return (Number(fields[11]) + Number(fields[12])) * 10_000;
    } catch {
      return undefined;
    }
  }

  /** How long each garbage collection stopped a thread of the server. */
  pausesMs(): number[] {
    const lines = this.#printed().matchAll(/ ms: [A-Z][\w-]+ .*? MB, .*?([\d.]+) \/ [\d.]+ ms/g);
    return [...lines].map(([, ms]) => Number(ms));
  }

  async stop(): Promise<void> {
    if (this.#hasEnded) return;
    const ended = once(this.#child, 'exit');
    this.#child.kill();
    await ended;
  }

  get #hasEnded(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null;
  }

  #kilobytes(field: string): number {
    try {
      const status = readFileSync(`/proc/${this.#child.pid}/status`, 'utf8');
      return Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]);
    } catch {
      return Number.NaN;
    }
  }

  #printed(): string {
    return readFileSync(this.#log, 'utf8');
  }
}
