// Nodes on one database that race to keep the public log, are paused, cut off and killed: there is one log, whoever keeps it.
import { copyFileSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { openProjection } from '../../src/ports/projection.ts';
import { openPostgresStore } from '../../src/store/postgres/store.ts';
import { newKeyFile } from '../../src/transparency/format/keys.ts';
import { type Ask, askerOf } from '../crash/ask.ts';
import { Client } from '../crash/client.ts';
import { makeDemoExchange } from '../crash/demo-exchange.ts';
import { Orders } from '../crash/orders.ts';
import { audit, killedAt, MAIN, Program, Server, type Settings, temporaryDirectory } from '../crash/process.ts';
import { firstVkey, SeenCheckpoints } from '../log/seen-checkpoints.ts';
import { QUICK_START } from '../quick-start.ts';
import { Random } from '../simulation/random.ts';
import { POLICY } from '../store-contract/site.ts';
import { createDatabase } from './database.ts';
import { DatabaseProxy } from './proxy.ts';
import { freePort } from './server.ts';

/** The number of pauses; each is followed by another fault of the node that then keeps the log. */
const ROUNDS = Number(process.env.CRASH_CYCLES ?? 1);
const SEED = Number(process.env.CRASH_SEED ?? Date.now() % 2 ** 32);
/** A node signs three times while it sends this many messages to the database after its start. */
const MOMENTS = 200;
/** A node sends this many messages while it starts. */
const START = 50;
const SIZES = ROUNDS > 1 ? [2, 3] : [3];
const AHEAD = new URL('./clock-ahead.ts', import.meta.url);

it.each(SIZES)('%d nodes keep one log', { timeout: 600_000 + ROUNDS * 60_000 }, async (size) => {
  const { url, drop } = await createDatabase();
  onTestFinished(drop);
  await makeDemoExchange(url);
  const race = new Race(url, size);
  await race.run();
  expect(await audit(url)).toMatchObject({ code: 0, stdout: expect.stringContaining('audit passed') });
});

it.each([
  ['prepare', 'between two statements'],
  ['run', 'in the middle of a statement, before its values'],
])(
  'a node that hangs while it stores hashes (%s: %s) does not keep the others from the lease',
  async (step) => {
    const { url, drop } = await createDatabase();
    onTestFinished(drop);
    const proxy = await DatabaseProxy.start(url);
    const patience = { poolSize: 1, timeoutMs: 60_000, findOutMs: 60_000 };
    const stores = [proxy.url, url].map((url) => openPostgresStore({ url, ...patience, policy: POLICY }));
    const [hangs, other] = await Promise.all(
      stores.map(async (opening) => {
        const store = await opening;
        const projection = await openProjection(store.projection);
        onTestFinished(async () => {
          await projection.close();
          await store.close();
        });
        return projection;
      }),
    );
    const fence = (await hangs?.takeLease({ name: 'log', holder: 'hangs', forMs: 1 })) as number;
    const held = proxy.trap((sent) => sent.step === step && sent.text.startsWith('SELECT 1 FROM journal'), 'hold');
    const adding = hangs
      ?.addToLog([], { fence, from: 0, to: 1, lastId: 'none' })
      .catch((error: Error) => error.message);
    await held;
    expect(await other?.takeLease({ name: 'log', holder: 'other', forMs: 1000 })).toBe(fence + 1);
    expect(await adding).toContain('postgres://');
  },
  60_000,
);

/** A node with its own connection, clock and copy of the key. */
class LogNode {
  readonly url: string;
  server!: Server;
  readonly #proxy: DatabaseProxy;
  readonly keyFile: string;
  readonly #settings: Settings;

  private constructor(proxy: DatabaseProxy, keyFile: string, port: number, aheadMs: number) {
    this.#proxy = proxy;
    this.keyFile = keyFile;
    this.url = `http://127.0.0.1:${port}`;
    const clock = { CLOCK_AHEAD_MS: String(aheadMs), NODE_OPTIONS: `${QUICK_START.NODE_OPTIONS} --import=${AHEAD}` };
    this.#settings = {
      ...clock,
      PORT: String(port),
      LOG_KEY_FILE: keyFile,
      CHECKPOINT_SECONDS: '1',
      LOG_LEVEL: 'info',
    };
  }

  static async create(databaseUrl: string, keyFile: string, aheadMs: number): Promise<LogNode> {
    return new LogNode(await DatabaseProxy.start(databaseUrl), keyFile, await freePort(), aheadMs);
  }

  async start(more: Settings = {}): Promise<void> {
    const NODE_OPTIONS = `${this.#settings.NODE_OPTIONS} ${more.NODE_OPTIONS ?? ''}`;
    this.server = await Server.start(this.#proxy.url, { ...this.#settings, ...more, NODE_OPTIONS }, { demo: false });
  }

  cutOff(): void {
    this.#proxy.cutAll();
  }

  /** The last checkpoint that this node signed, published or not, or has seen another sign. */
  get lastSigned(): { readonly note: string; readonly atMs: number } | undefined {
    const file = `${this.keyFile}.last`;
    if (!existsSync(file)) return undefined;
    return { note: JSON.parse(readFileSync(file, 'utf8')).checkpoint, atMs: statSync(file).mtimeMs };
  }

  get isPaused(): boolean {
    return /^\d+ \(.*\) T/s.test(readFileSync(`/proc/${this.server.pid}/stat`, 'utf8'));
  }
}

class Race {
  readonly #database: string;
  readonly #size: number;
  readonly #ask: Ask;
  readonly #random = new Random(SEED);
  readonly #orders = new Orders(this.#random, 'race');
  #nodes: readonly LogNode[] = [];
  #seen!: SeenCheckpoints;

  constructor(database: string, size: number) {
    this.#database = database;
    this.#size = size;
    this.#ask = askerOf(database);
  }

  async run(): Promise<void> {
    const [folder, key] = [temporaryDirectory(), newKeyFile()];
    this.#nodes = await Promise.all(
      Array.from({ length: this.#size }, (_, at) => {
        mkdirSync(join(folder, `${at}`));
        writeFileSync(join(folder, `${at}/log-key`), key);
        return LogNode.create(this.#database, join(folder, `${at}/log-key`), 50 * (at - 1));
      }),
    );
    const [first, second] = this.#nodes as [LogNode, LogNode];
    await Promise.all(this.#nodes.slice(1).map((node) => node.start()));
    this.#seen = new SeenCheckpoints(await firstVkey(second.url));
    const states = [join(folder, 'one.json'), join(folder, 'two.json')] as const;
    const watchers = [first, this.#nodes.at(-1) as LogNode].map(({ url }, at) =>
      this.#watch(url, states[at] as string, '--every', '1'),
    );
    const faults: string[] = [];
    onTestFinished(() =>
      console.log(
        `${this.#size} nodes, CRASH_SEED=${SEED}: ${faults.join(', ')}; ${this.#seen.notes.size} checkpoints`,
      ),
    );
    for (let round = 0; round < ROUNDS; round += 1) {
      const moment = START + this.#random.below(MOMENTS);
      await this.#pause(first, moment);
      faults.push(`paused at ${moment}`);
      const fault = this.#random.pick(['kill', 'cut'] as const);
      await this.#hit(this.#holder(), fault);
      faults.push(fault);
      await first.server.kill();
    }
    await first.start();
    await this.#untilSigned(first, 1);
    await this.#seen.expectPartOf(first.url);
    for (const watcher of watchers) expect(await watcher.stop()).toEqual({ code: 0, signal: null });
    for (const [at, { url }] of [first, second].entries()) {
      const compared = this.#watch(url, states[at] as string, '--once', '--against', states[1 - at] as string);
      expect([(await compared.ended).code, compared.stderr]).toEqual([0, '']);
    }
    for (const { server } of this.#nodes) {
      expect(server.stdout).not.toMatch(/does not continue|computed again/);
      expect(await server.stop()).toEqual({ code: 0, signal: null });
    }
  }

  /** The node keeps the log until it is stopped in the middle of it; another goes on, and then the first wakes up. */
  async #pause(node: LogNode, moment: number): Promise<void> {
    const others = this.#nodes.filter((other) => other !== node);
    // It was away while the others signed, so its operator brings along what they know.
    copyFileSync(`${this.#holder().keyFile}.last`, `${node.keyFile}.last`);
    for (const { server } of others) server.signal('SIGSTOP');
    await this.#expireLease();
    await node.start(killedAt('observer', moment, { signal: 'SIGSTOP' }));
    while (!node.isPaused) await this.#trade(node);
    for (const { server } of others) server.signal('SIGCONT');
    await this.#expireLease();
    await this.#untilSigned(others[0] as LogNode, 2);
    node.server.signal('SIGCONT');
    await this.#untilSigned(others[0] as LogNode, 1);
  }

  async #hit(node: LogNode, fault: 'kill' | 'cut'): Promise<void> {
    if (fault === 'cut') node.cutOff();
    else {
      await node.server.kill();
      await this.#expireLease();
      await node.start();
    }
    await this.#untilSigned(node, 1);
  }

  /** Trades on a node until it has shown this many new checkpoints, and takes what every node has signed. */
  async #untilSigned(node: LogNode, count: number): Promise<void> {
    const signed = new Set<number>();
    const before = this.#seen.largest;
    while (signed.size < count) {
      await this.#trade(node);
      const size = await this.#seen.look(node.url);
      if (size !== undefined && size > before) signed.add(size);
    }
    for (const { lastSigned } of this.#nodes) if (lastSigned) this.#seen.take(lastSigned.note);
    const [row] = await this.#ask('SELECT sequence FROM head');
    expect(this.#seen.largest).toBeLessThanOrEqual(Number(row?.sequence));
  }

  /** The node that signed last: it has kept the checkpoint before the others have seen it. */
  #holder(): LogNode {
    const signed = ({ lastSigned }: LogNode) => ({
      size: Number(lastSigned?.note.split('\n', 2)[1] ?? 0),
      atMs: lastSigned?.atMs ?? 0,
    });
    const places = this.#nodes.map((node) => ({ node, ...signed(node) }));
    return places.toSorted((one, other) => other.size - one.size || one.atMs - other.atMs)[0]?.node as LogNode;
  }

  /** As if the time of the lease had passed. */
  async #expireLease(): Promise<void> {
    await this.#ask(`UPDATE lease SET until_ms = 0 WHERE name = 'log'`);
  }

  async #trade({ url }: LogNode): Promise<void> {
    const answered = new Client(url).send(this.#orders.next()).catch(() => undefined);
    await Promise.race([answered, sleep(200)]);
    await sleep(50);
  }

  #watch(url: string, state: string, ...more: string[]): Program {
    return new Program([process.execPath, MAIN, 'watch', url, '--state', state, ...more]);
  }
}
