// Several nodes on one database are killed and cut off under load: no answered order is lost, none is executed twice.
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { type Answer, type Client, forEach, type Sent } from '../crash/client.ts';
import { type Bulk, type Order, Orders } from '../crash/orders.ts';
import { audit } from '../crash/process.ts';
import { Random } from '../simulation/random.ts';
import { createDatabase } from './database.ts';
import { expectEachOnce, readJournal } from './journal.ts';
import { Node } from './node.ts';
import { COMMIT, type How } from './proxy.ts';

const SEED = Number(process.env.CHAOS_SEED ?? Date.now() % 2 ** 32);
/** The minimum duration of both sizes together; 0 in the suite, where the counts below decide. */
const SECONDS = Number(process.env.CHAOS_SECONDS ?? 0);
const ORDERS = 300;
const KILLS = 2;
const CLIENTS = 24;
const ANSWERS_BETWEEN_FAULTS = 20;
const COMPARED = 5000;
const FAULTS = { kill: 3, cutOne: 6, cutAll: 3, before: 6, during: 6, after: 8, silence: 1 };

/** Three nodes cover the case of two nodes, since any of the three may be down. */
const SIZES = SECONDS > 0 ? [2, 3] : [3];

it.each(SIZES)('%d nodes lose no order and execute none twice', { timeout: 600_000 + SECONDS * 2000 }, async (size) => {
  const chaos = await Chaos.start(size);
  onTestFinished(() => console.log(`${size} nodes, CHAOS_SEED=${SEED}: ${JSON.stringify(chaos.counts)}`));
  const done = await chaos.run();
  await chaos.compare(done);
  expect(await audit(chaos.url)).toMatchObject({ code: 0, stdout: expect.stringContaining('audit passed') });
  for (const { server } of chaos.nodes) expect(await server.stop()).toEqual({ code: 0, signal: null });
  await expectEachOnce(chaos.url, done.flatMap(eachOf));
  chaos.counts.finalSequence = (await readJournal(chaos.url)).length;
  expect(chaos.counts.cuts).toBeGreaterThan(chaos.counts.kills);
});

type Done = { readonly order: Order | Bulk; readonly answer: Answer };

const eachOf = ({ order, answer }: Done): readonly Sent[] =>
  order.call === 'bulk' ? order.orders.map((each) => ({ order: each, answer: undefined })) : [{ order, answer }];

class Chaos {
  readonly url: string;
  readonly nodes: readonly Node[];
  readonly counts = {
    nodes: 0,
    orders: 0,
    swapsAnswered: 0,
    bulksAnswered: 0,
    retriesUnanswered: 0,
    retries503: 0,
    unknownOutcomes: 0,
    kills: 0,
    failedStarts: 0,
    cuts: 0,
    compared: 0,
    finalSequence: 0,
  };
  readonly #random = new Random(SEED);
  readonly #orders = new Orders(this.#random, 'chaos');
  readonly #restarts = new Set<Promise<void>>();
  #untilFault = ANSWERS_BETWEEN_FAULTS;

  private constructor(url: string, nodes: readonly Node[]) {
    this.url = url;
    this.nodes = nodes;
    this.counts.nodes = nodes.length;
  }

  /** Starts all nodes on an empty database, so that they also race to create the market. */
  static async start(size: number): Promise<Chaos> {
    const { url, drop } = await createDatabase();
    onTestFinished(drop);
    return new Chaos(url, await Promise.all(Array.from({ length: size }, () => Node.start(url))));
  }

  /** Resolves when every order is answered and every node is up again. */
  async run(): Promise<readonly Done[]> {
    const endMs = performance.now() + (SECONDS * 1000) / 2;
    const done: Done[] = [];
    const trade = async () => {
      while (this.counts.orders < ORDERS || this.counts.kills < KILLS || performance.now() < endMs) {
        this.counts.orders += 1;
        const order = this.#random.chance(8) ? this.#orders.bulk() : this.#orders.next();
        const { status, text } = await this.#settle(order);
        done.push({ order, answer: { status, text, headers: {} } });
        if (order.call === 'createSwap') this.counts.swapsAnswered += 1;
        if (order.call === 'bulk') this.counts.bulksAnswered += 1;
        this.#tick();
        if (SECONDS > 0 && done.length % 5000 === 0) console.log(`${done.length}: ${JSON.stringify(this.counts)}`);
      }
    };
    await Promise.all(Array.from({ length: CLIENTS }, trade));
    await Promise.all(this.#restarts);
    this.counts.cuts = this.nodes.reduce((sum, { proxy }) => sum + proxy.cuts, 0);
    this.counts.failedStarts = this.nodes.reduce((sum, node) => sum + node.failedStarts, 0);
    return done;
  }

  /** Sends answered orders again, to any node, and expects the same answers; checks only a part of a long run. */
  async compare(done: readonly Done[]): Promise<void> {
    const every = Math.ceil(done.length / COMPARED);
    const some = done.filter((_, index) => index % every === 0);
    await forEach(some, CLIENTS, async ({ order, answer }) => {
      expect((await this.#settle(order)).text).toBe(answer.text);
      if (order.call === 'createSwap') await this.#untilAnswered((client) => client.getSwap(answer));
      this.counts.compared += 1;
    });
  }

  #settle(order: Order | Bulk): Promise<Answer> {
    return this.#untilAnswered(async (client) => {
      const answer = await client.send(order);
      return order.call === 'bulk' && answer.status === 200 ? ofWhole(answer) : answer;
    });
  }

  /** Asks any node until one answers 200; any other answer must be a 503, after which a retry is safe. */
  async #untilAnswered(ask: (client: Client) => Promise<Answer>): Promise<Answer> {
    for (;;) {
      const { client, server, crash } = this.#random.pick(this.nodes);
      if (crash) throw new Error(crash);
      const answer = await ask(client).catch(() => undefined);
      if (answer?.status === 200) return answer;
      if (answer && answer.status !== 503) throw new Error(`${answer.status} ${answer.text}\n${server.errors}`);
      if (answer?.headers['error-code'] === 'outcome_unknown') this.counts.unknownOutcomes += 1;
      this.counts[answer ? 'retries503' : 'retriesUnanswered'] += 1;
      await sleep(10);
    }
  }

  #tick(): void {
    this.#untilFault -= 1;
    if (this.#untilFault > 0) return;
    this.#untilFault = 1 + this.#random.below(2 * ANSWERS_BETWEEN_FAULTS);
    const node = this.#random.pick(this.nodes);
    const fault = this.#random.weighted(FAULTS);
    if (fault === 'kill') this.#kill(node);
    else if (fault === 'cutOne') node.proxy.cutOne(this.#random);
    else if (fault === 'cutAll') node.proxy.cutAll();
    else node.proxy.trap(COMMIT, fault satisfies How);
  }

  /** Does nothing if this is the last node that is up, since otherwise no order would be answered. */
  #kill(node: Node): void {
    if (!node.isUp || this.nodes.filter(({ isUp }) => isUp).length === 1) return;
    this.counts.kills += 1;
    const restart = node.restart();
    this.#restarts.add(restart);
    restart.finally(() => this.#restarts.delete(restart));
  }
}

/** Turns the answer of a bulk into that of its failed item, if there is one. */
function ofWhole(answer: Answer): Answer {
  const items = JSON.parse(answer.text).data.items as readonly { status: number; code?: string }[];
  const failed = items.find(({ status }) => status !== 200 && status !== 424);
  if (!failed) return answer;
  return { ...answer, status: failed.status, headers: { 'error-code': failed.code } };
}
