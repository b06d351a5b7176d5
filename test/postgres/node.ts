// A node of the exchange: a real server process that reaches the database through its own proxy.
import { setTimeout as sleep } from 'node:timers/promises';
import { type Answer, Client } from '../crash/client.ts';
import { Server, type Settings } from '../crash/process.ts';
import { DatabaseProxy } from './proxy.ts';

/** Short timeouts, so that a test of many losses does not spend its time waiting. */
const IMPATIENT: Settings = { BUSY_TIMEOUT: '1000', REQUEST_TIMEOUT: '5000', LOG_LEVEL: 'info' };
/** With timeouts that short, the first attempts to start may fail on a busy machine. */
const START_TRIES = 10;

export class Node {
  readonly proxy: DatabaseProxy;
  client!: Client;
  server!: Server;
  isUp = false;
  failedStarts = 0;
  /** The output of a node that ended without being killed. */
  crash: string | undefined;
  readonly #settings: Settings;

  private constructor(proxy: DatabaseProxy, settings: Settings) {
    this.proxy = proxy;
    this.#settings = { ...IMPATIENT, ...settings };
  }

  static async start(databaseUrl: string, settings: Settings = {}): Promise<Node> {
    const node = new Node(await DatabaseProxy.start(databaseUrl), settings);
    await node.#startSoon(START_TRIES);
    return node;
  }

  /** Kills the node with SIGKILL, and starts it again until that succeeds, since its connections are being cut. */
  async restart(): Promise<void> {
    this.isUp = false;
    await this.server.kill();
    await this.#startSoon(Number.POSITIVE_INFINITY);
  }

  async #startSoon(tries: number): Promise<void> {
    for (let left = tries; !this.isUp; left -= 1) {
      await this.#serve().catch((error) => {
        if (left <= 1) throw error;
        this.failedStarts += 1;
      });
    }
  }

  async #serve(): Promise<void> {
    this.server = await Server.start(this.proxy.url, this.#settings);
    this.client = new Client(this.server.url);
    this.isUp = true;
    const { server } = this;
    server.ended.then(({ code, signal }) => {
      if (code !== 0 && signal !== 'SIGKILL') this.crash = `ended with ${signal ?? code}: ${server.stderr}`;
    });
  }
}

/** Asks until the answer is 200; any other answer must be a 503, after which a retry is safe. */
export async function retry(ask: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    const answer = await ask();
    if (answer.status === 200) return answer;
    if (answer.status !== 503) throw new Error(`${answer.status} ${answer.text}`);
    await sleep(20);
  }
}
