// Runs a plan: connects, sends, counts the answers within the measured time, and closes.
import { Connection } from './connection.ts';
import type { Load, Plan } from './plan.ts';
import { Questions } from './questions.ts';
import { choosers } from './requests.ts';
import { Tally } from './tally.ts';

/** Time for connections and programs to warm up, which is not measured. */
const LEAD_IN_MS = 200;
/** How long to wait for the last answers when sending at a rate. */
const GRACE_MS = 10_000;

export async function run(plan: Plan): Promise<Load> {
  const tally = new Tally();
  const pace = plan.ratePerSecond === undefined ? new ClosedLoop(plan, tally) : new OpenLoop(plan, tally);
  const questions = new Questions(plan.url);
  const connections = await Promise.all(
    choosers(plan).map((choose) => {
      const chooseAndNote = () => questions.note(choose());
      return Connection.open(plan.url, chooseAndNote, (from, refusal) => pace.answered(from, refusal));
    }),
  );
  await pace.run(connections);
  for (const connection of connections) connection.close();
  return { ...tally.load(plan.seconds), ...questions.repeated() };
}

/** Each connection sends the next request when the last is answered. */
class ClosedLoop {
  readonly #plan: Plan;
  readonly #tally: Tally;
  readonly #ended = Promise.withResolvers<void>();
  #startMs = Number.POSITIVE_INFINITY;
  #endMs = Number.POSITIVE_INFINITY;
  #busy = 0;

  constructor(plan: Plan, tally: Tally) {
    this.#plan = plan;
    this.#tally = tally;
  }

  run(connections: readonly Connection[]): Promise<void> {
    const nowMs = performance.now();
    this.#startMs = nowMs + LEAD_IN_MS;
    this.#endMs = this.#startMs + this.#plan.seconds * 1000;
    this.#busy = connections.length;
    setTimeout(() => this.#tally.start(), LEAD_IN_MS);
    for (const connection of connections) connection.send(nowMs);
    return this.#ended.promise;
  }

  answered(from: Connection, refusal: string | undefined): void {
    const nowMs = performance.now();
    this.#tally.count(refusal);
    if (nowMs < this.#endMs) {
      if (nowMs >= this.#startMs) this.#tally.add(nowMs - from.sinceMs);
      from.send(nowMs);
      return;
    }
    if (this.#busy === this.#plan.connections) this.#tally.stop();
    this.#busy -= 1;
    if (this.#busy === 0) this.#ended.resolve();
  }
}

/** Requests are due at a fixed rate, and latency is measured from that time, so that a stall counts for every request it delays. */
class OpenLoop {
  readonly #plan: Plan;
  readonly #tally: Tally;
  readonly #idle: Connection[] = [];
  readonly #ended = Promise.withResolvers<void>();
  #firstMs = 0;
  #sent = 0;
  #lastMs = 0;

  constructor(plan: Plan, tally: Tally) {
    this.#plan = plan;
    this.#tally = tally;
  }

  async run(connections: readonly Connection[]): Promise<void> {
    this.#idle.push(...connections);
    this.#firstMs = performance.now();
    this.#lastMs = this.#firstMs;
    this.#tally.start();
    const timer = setInterval(() => this.#sendDue(), 1);
    const late = setTimeout(
      () => this.#ended.reject(new Error('the rate was never reached')),
      LEAD_IN_MS + this.#plan.seconds * 1000 + GRACE_MS,
    );
    await this.#ended.promise;
    clearInterval(timer);
    clearTimeout(late);
    this.#tally.stop();
  }

  answered(from: Connection, refusal: string | undefined): void {
    this.#tally.count(refusal);
    if (from.sinceMs >= this.#firstMs + LEAD_IN_MS) this.#tally.addDue(from.sinceMs, performance.now());
    this.#idle.push(from);
    this.#sendDue();
  }

  #sendDue(): void {
    const nowMs = performance.now();
    this.#tally.turned(this.#lastMs, nowMs);
    this.#lastMs = nowMs;
    const endMs = this.#firstMs + LEAD_IN_MS + this.#plan.seconds * 1000;
    const everyMs = 1000 / (this.#plan.ratePerSecond as number);
    let dueMs = this.#firstMs + this.#sent * everyMs;
    while (this.#idle.length > 0 && dueMs <= nowMs && dueMs < endMs) {
      (this.#idle.shift() as Connection).send(dueMs);
      this.#sent += 1;
      dueMs = this.#firstMs + this.#sent * everyMs;
    }
    if (dueMs >= endMs && this.#idle.length === this.#plan.connections) this.#ended.resolve();
  }
}
