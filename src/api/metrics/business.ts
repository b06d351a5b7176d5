// Prometheus metrics of the exchange itself: swaps, refusals, and its size.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Metric, Registry } from 'prom-client';
import { REASONS } from '../../contract/errors.ts';
import { STATUSES } from '../../contract/failures.ts';
import type { TokenAddress } from '../../core/amount.ts';
import type { Figures, Traded } from '../../ports/store.ts';

type Refused = { readonly code: string; readonly reason?: string };

/** Swaps and refusals of this process since it started. */
export class BusinessTally {
  /** Volumes in base units. */
  readonly #volumes = new Map<TokenAddress, { paid: number; received: number }>();
  /** Every series starts at 0: Prometheus computes rates from increases, and would miss the first refusal of a series that starts at 1. */
  readonly #refusals = new Map<string, { readonly labels: Refused; value: number }>();
  #swaps = 0;

  constructor() {
    for (const code of Object.keys(STATUSES)) {
      const reasons: readonly (string | undefined)[] = REASONS[code as keyof typeof REASONS] ?? [undefined];
      for (const reason of reasons) this.#seriesOf(code, reason);
    }
  }

  count({ swaps, volumes }: Traded): void {
    this.#swaps += swaps;
    for (const [token, { paid, received }] of volumes) {
      const sum = this.#volumes.get(token) ?? { paid: 0, received: 0 };
      sum.paid += paid;
      sum.received += received;
      this.#volumes.set(token, sum);
    }
  }

  refuse({ code, reasonCode }: { readonly code: string; readonly reasonCode?: string }): void {
    this.#seriesOf(code, reasonCode).value += 1;
  }

  #seriesOf(code: string, reason: string | undefined) {
    const name = `${code} ${reason}`;
    const known = this.#refusals.get(name);
    if (known) return known;
    const series = { labels: reason === undefined ? { code } : { code, reason }, value: 0 };
    this.#refusals.set(name, series);
    return series;
  }

  registerOn(registry: Registry): void {
    register(registry, ['millpond_swaps_total', 'counter', 'Swaps settled.'], async () => [
      { labels: {}, value: this.#swaps },
    ]);
    register(
      registry,
      ['millpond_refusals_total', 'counter', 'Failed requests and bulk items, by error code and reason.'],
      async () => [...this.#refusals.values()],
    );
  }

  /** Registers volumes in whole tokens, which need the tokens' decimals: the venue knows them. */
  registerVolumesOn(registry: Registry, tokenOf: (address: TokenAddress) => Promise<TokenScale>): void {
    const help = 'Whole tokens that swaps paid and received, as a float.';
    register(registry, ['millpond_swap_volume_total', 'counter', help], async () => {
      const rows = [...this.#volumes].map(async ([address, volume]) => {
        const { symbol, decimals } = await tokenOf(address);
        return (['paid', 'received'] as const).map((side) => ({
          labels: { token: address, symbol, side },
          value: volume[side] / 10 ** decimals,
        }));
      });
      return (await Promise.allSettled(rows)).flatMap((row) => (row.status === 'fulfilled' ? row.value : []));
    });
  }
}

type TokenScale = { readonly symbol: string; readonly decimals: number };

/** How long figures are reused, since counting costs the database something. */
const FIGURES_EVERY_MS = 10_000;
/** How long a scrape waits for figures: less than the timeouts of scrapers. */
const FIGURES_PATIENCE_MS = 1500;

/** All nodes report on the same exchange. */
export function registerFigures(registry: Registry, ask: () => Promise<Figures>): void {
  let [underWay, sinceMs] = [Promise.resolve<Figures | null>(null), Number.NEGATIVE_INFINITY];
  const figures = () => {
    if (performance.now() - sinceMs < FIGURES_EVERY_MS) return underWay;
    sinceMs = performance.now();
    // Figures that fail or take too long are left out.
    const late = sleep(FIGURES_PATIENCE_MS, null, { ref: false });
    underWay = Promise.race([ask().catch(() => null), late]);
    return underWay;
  };
  const gauge = (name: string, help: string, values: (found: Figures) => Sample[]) =>
    register(registry, [name, 'gauge', help], async () => {
      const found = await figures();
      return found ? values(found) : [];
    });
  const one = (value: number): Sample[] => [{ labels: {}, value }];
  gauge('millpond_journal_sequence', 'Sequence of the last transaction in the journal.', ({ sequence }) =>
    one(sequence),
  );
  gauge('millpond_tokens', 'Tokens registered.', ({ tokens }) => one(tokens));
  gauge('millpond_pools', 'Pools created.', ({ pools }) => one(pools));
  gauge('millpond_database_bytes', 'Size of the database.', ({ bytes }) => one(bytes));
  gauge(
    'millpond_journal_ahead_seconds',
    "How far the last transaction is ahead of this server's clock.",
    ({ lastMs }) => one(Math.max(0, (lastMs ?? 0) - Date.now()) / 1000),
  );
  gauge('millpond_audit_failed', 'Whether the last completed audit failed.', ({ lastAudit }) =>
    one(lastAudit === 'failed' ? 1 : 0),
  );
  gauge('millpond_audit_sequence', 'Last transaction that an audit covered which passed.', ({ auditedTo }) =>
    auditedTo === null ? [] : one(auditedTo),
  );
  gauge(
    'millpond_full_audit_timestamp_seconds',
    'When an audit that read the whole journal last passed.',
    ({ fullAuditMs }) => (fullAuditMs === null ? [] : one(fullAuditMs / 1000)),
  );
  gauge('millpond_keys', 'Active API keys, by role.', ({ keys }) =>
    Object.entries(keys).map(([role, value]) => ({ labels: { role }, value })),
  );
  register(registry, ['millpond_store_up', 'gauge', 'Whether the database could be reached.'], async () =>
    one((await figures()) ? 1 : 0),
  );
}

export function registerBuild(registry: Registry, labels: { readonly [name: string]: string }): void {
  register(registry, ['millpond_build_info', 'gauge', 'Version information.'], async () => [{ labels, value: 1 }]);
}

export type Sample = { readonly labels: Record<string, string>; readonly value: number };

export function register(
  registry: Registry,
  [name, type, help]: readonly [name: string, type: 'counter' | 'gauge', help: string],
  samples: () => Promise<readonly Sample[]>,
): void {
  registry.registerMetric({
    name,
    get: async () => ({ name, help, type, values: await samples() }),
  } as unknown as Metric);
}
