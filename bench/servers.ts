// Starts the measured servers as separate processes, and observes them from outside.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Stall } from './stalls/causes.ts';

export type Settings = Readonly<Record<string, string>>;

const START_TIMEOUT_MS = 30_000;

/** Settings of every exchange of the benchmark, unless its row sets others. */
const DEFAULTS: Settings = { PORT: '0', AUTH: 'local' };

/** Settings for an exchange with API keys, which would otherwise limit the rate of a single caller and address. */
export const NO_LIMITS: Settings = { RATE_LIMIT: '0', ADDRESS_LIMIT: '0', DAILY_LIMIT: '0' };

/** Settings for a server that names its threads, and its stalls once it is asked to. */
export const PROBED: Settings = { NODE_OPTIONS: `--import=${resolve('bench/stalls/probe.mjs')}` };

/** Threads that V8 and libuv start themselves, by what Linux calls them. */
const OWN_THREADS: readonly (readonly [RegExp, string])[] = [
  [/MainThread/, 'http'],
  [/V8Worker|DelayedTask/, 'V8'],
  [/libuv/, 'libuv'],
];

export class Servers {
  readonly #folder: string;
  readonly #running = new Set<Server>();
  #count = 0;

  /** The output of the servers is written to files in `folder`. */
  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Starts a server and resolves when it has printed its URL. */
  async start(args: readonly string[], settings: Settings = {}): Promise<Server> {
    const server = this.launch(args, settings);
    await server.listening();
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
    this.#child = spawn(process.execPath, args, {
      env: { ...process.env, ...DEFAULTS, ...settings },
      stdio: ['ignore', output, 'inherit'],
    });
    closeSync(output);
  }

  get url(): string {
    return /http:\/\/127\.0\.0\.1:\d+/.exec(this.#printed())?.[0] as string;
  }

  async listening(): Promise<void> {
    const deadlineMs = performance.now() + START_TIMEOUT_MS;
    while (!this.url) {
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

  /** CPU time of the threads of the server so far, by name, as the scheduler counts it; empty without /proc. */
  cpuMicros(): ReadonlyMap<string, number> {
    const named = new Map(this.#lines<{ id: string; thread: string }>('thread').map(({ id, thread }) => [id, thread]));
    const micros = new Map<string, number>();
    for (const id of this.#threadIds()) {
      const [name, ran] = ['comm', 'schedstat'].map((file) => this.#read(`task/${id}/${file}`)) as [string, string];
      const thread = named.get(id) ?? OWN_THREADS.find(([pattern]) => pattern.test(name))?.[1] ?? 'others';
      micros.set(thread, (micros.get(thread) ?? 0) + Number.parseInt(ran, 10) / 1000);
    }
    return micros;
  }

  /** Makes a probed server print the stalls of its threads from now on. */
  watchStalls(): void {
    this.#child.kill('SIGUSR2');
  }

  stalls(): readonly Stall[] {
    return this.#lines('stall');
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
    return Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(this.#read('status'))?.[1]);
  }

  #threadIds(): string[] {
    try {
      return readdirSync(`/proc/${this.#child.pid}/task`);
    } catch {
      return [];
    }
  }

  /** A file of the process in /proc; empty if there is none, or if a thread has just ended. */
  #read(file: string): string {
    try {
      return readFileSync(`/proc/${this.#child.pid}/${file}`, 'utf8');
    } catch {
      return '';
    }
  }

  /** The lines that the probe has printed about something. */
  #lines<Line>(kind: 'thread' | 'stall'): Line[] {
    const lines = this.#printed().matchAll(new RegExp(`^${kind} (.*)$`, 'gm'));
    return [...lines].map(([, json]) => JSON.parse(json as string));
  }

  #printed(): string {
    return readFileSync(this.#log, 'utf8');
  }
}
