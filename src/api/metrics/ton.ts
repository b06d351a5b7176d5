// Prometheus metrics of an exchange on TON.
import { setTimeout as sleep } from 'node:timers/promises';
import { Counter, type Registry } from 'prom-client';
import type { Account } from '../../core/amount.ts';
import type { ChainFigures } from '../../ports/chain-requests.ts';
import { register, type Sample } from './business.ts';

export type TonMetrics = ReturnType<typeof registerTon>;

const ENDS = ['completed', 'failed', 'stranded'] as const;
const ANSWERS = ['answered', 'refused', 'limited', 'failed'] as const;
const SENDS = ['done', 'dead'] as const;

/** Registers the counters of this process. */
export function registerTon(registry: Registry) {
  const counter = <Label extends string>(name: string, help: string, label: string, values: readonly Label[]) => {
    const counted = new Counter({ name, help, labelNames: [label], registers: [registry] });
    // Every label starts at 0: Prometheus computes rates from increases, and would miss the first step of a series that starts at 1.
    for (const value of values) counted.inc({ [label]: value }, 0);
    return (value: Label) => counted.inc({ [label]: value });
  };
  const trouble = new Counter({
    name: 'millpond_ton_trouble_total',
    help: 'Times that the chain could not be asked or a step failed; each is tried again',
    registers: [registry],
  });
  const balances = new Balances();
  balances.registerOn(registry);
  return {
    end: counter(
      'millpond_ton_orders_total',
      'Orders on TON that have ended, by how: completed, failed, or stranded (somebody has to look)',
      'end',
      ENDS,
    ),
    send: counter(
      'millpond_ton_sends_total',
      'Signed messages that were executed (done) or never will be (dead)',
      'end',
      SENDS,
    ),
    request: counter(
      'millpond_ton_requests_total',
      'Requests to the endpoint, by what became of them',
      'result',
      ANSWERS,
    ),
    trouble: () => trouble.inc(),
    balance: (account: Account, nano: bigint) => balances.see(account, nano),
  };
}

/** Most wallets whose balance is remembered, and most that are shown. */
const [MOST_SEEN, MOST_SHOWN] = [1000, 10];

/** The balance of each wallet when a message was last signed for it, which takes no request of its own. */
class Balances {
  readonly #seen = new Map<Account, bigint>();

  see(account: Account, nano: bigint): void {
    this.#seen.delete(account);
    this.#seen.set(account, nano);
    const [oldest] = this.#seen.keys();
    if (this.#seen.size > MOST_SEEN && oldest !== undefined) this.#seen.delete(oldest);
  }

  registerOn(registry: Registry): void {
    const help = `TON of the ${MOST_SHOWN} wallets that had least when something was last signed for them, as a float.`;
    register(registry, ['millpond_ton_wallet_balance', 'gauge', help], async () =>
      [...this.#seen]
        .toSorted(([, a], [, b]) => (a < b ? -1 : a > b ? 1 : 0))
        .slice(0, MOST_SHOWN)
        .map(([account, nano]) => ({ labels: { account }, value: Number(nano) / 1e9 })),
    );
  }
}

type TonSources = {
  figures(): Promise<ChainFigures>;
  /** The chain's own clock, in seconds. */
  chainTimeS(): Promise<number>;
};

/** How long results are reused: each request to the chain uses up one of the few that an endpoint allows. */
const [FIGURES_EVERY_MS, CHAIN_EVERY_MS] = [10_000, 30_000];
/** How long a scrape waits for a result: less than the timeout of a scraper. */
const PATIENCE_MS = 1500;

/** All nodes report on the same orders and chain, so their figures are aggregated by maximum, and health by minimum. */
export function registerTonGauges(registry: Registry, { figures, chainTimeS }: TonSources): void {
  const counted = latest(figures, FIGURES_EVERY_MS);
  const looked = latest(async () => Date.now() / 1000 - (await chainTimeS()), CHAIN_EVERY_MS);
  const gauge = (name: string, help: string, values: (found: ChainFigures) => Sample[]) =>
    register(registry, [name, 'gauge', help], async () => {
      const found = await counted();
      return found && 'value' in found ? values(found.value) : [];
    });
  gauge('millpond_ton_orders_accepted', 'Orders on TON that were ever accepted.', ({ accepted }) => one(accepted));
  gauge('millpond_ton_orders_pending', 'Orders on TON that have not ended, by whether they are signed.', (found) => [
    { labels: { stage: 'unsigned' }, value: found.toSign },
    { labels: { stage: 'signed' }, value: found.signed },
  ]);
  gauge('millpond_ton_oldest_pending_seconds', 'Age of the order on TON that has waited longest.', ({ oldestMs }) =>
    one(oldestMs === null ? 0 : Math.max(0, Date.now() - oldestMs) / 1000),
  );
  gauge('millpond_ton_live_sends', 'Signed messages that may yet be executed.', ({ liveSends }) => one(liveSends));
  register(registry, ['millpond_ton_up', 'gauge', 'Whether the endpoint has answered.'], async () => {
    const found = await looked();
    return found ? one('value' in found ? 1 : 0) : [];
  });
  const lag = "How far the chain's clock was behind this server's when it last answered.";
  register(registry, ['millpond_ton_chain_lag_seconds', 'gauge', lag], async () => {
    const found = await looked();
    return found && 'value' in found ? one(Math.max(0, found.value)) : [];
  });
}

const one = (value: number): Sample[] => [{ labels: {}, value }];

/** Caches a result for `everyMs`; if a new one takes long, returns the previous. */
function latest<Value>(ask: () => Promise<Value>, everyMs: number) {
  let [known, askedMs]: [{ value: Value } | { failed: true } | undefined, number] = [undefined, -Infinity];
  let underWay: Promise<unknown> = Promise.resolve();
  let isUnderWay = false;
  return async () => {
    if (!isUnderWay && performance.now() - askedMs >= everyMs) {
      [askedMs, isUnderWay] = [performance.now(), true];
      underWay = ask()
        .then(
          (value) => {
            known = { value };
          },
          () => {
            known = { failed: true };
          },
        )
        .finally(() => {
          isUnderWay = false;
        });
    }
    await Promise.race([underWay, sleep(PATIENCE_MS, undefined, { ref: false })]);
    return known;
  };
}
