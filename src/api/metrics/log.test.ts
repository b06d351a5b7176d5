// The metrics of the public log before the first checkpoint, and when a statement of what is owed is late.
import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import type { Liabilities } from '../../ports/liabilities.ts';
import type { StoredCheckpoint } from '../../ports/public-log.ts';
import { registerPublicLog } from './log.ts';

const HOUR_MS = 3_600_000;
const CHECKPOINT: StoredCheckpoint = { log: 1, size: 9, root: '', madeAtMs: 10 * HOUR_MS, vkey: '', note: '' };
const statedAt = (atMs: number) => ({ atMs }) as Liabilities;

type Given = {
  readonly isSigning?: boolean;
  readonly checkpoint?: StoredCheckpoint;
  readonly stated?: Liabilities;
  readonly everyHours?: number;
};

/** The figures of a process that started at 10 o'clock, at some hour, by the database's clock. */
async function figuresAt(
  hour: number,
  { checkpoint, stated, isSigning = true, everyHours = 24 }: Given,
): Promise<Record<string, number | undefined>> {
  let clockMs = 10 * HOUR_MS;
  const registry = new Registry();
  registerPublicLog(registry, {
    log: { isSigning, checkpoint: async () => checkpoint },
    liabilities: { liabilities: async () => stated },
    stateEveryMs: everyHours * HOUR_MS,
    nowMs: () => clockMs,
  });
  clockMs = hour * HOUR_MS;
  const metrics = await registry.getMetricsAsJSON();
  return Object.fromEntries(metrics.map(({ name, values }) => [name.replace('millpond_', ''), values[0]?.value]));
}

test.each([
  ['the age of the process, if it should sign and never has', {}, { log_checkpoint_size: 0, late: 0, age: 2 }],
  ['nothing, if nobody signs', { isSigning: false }, { late: 0 }],
  ['a first statement that is missing', { checkpoint: CHECKPOINT }, { log_checkpoint_size: 9, late: 2, age: 2 }],
  ['a statement that is not due yet', { checkpoint: CHECKPOINT, stated: statedAt(0) }, { late: 0 }],
  ['a late statement', { checkpoint: CHECKPOINT, stated: statedAt(-13 * HOUR_MS) }, { late: 1 }],
  ['only since the start of the process', { checkpoint: CHECKPOINT, stated: statedAt(-99 * HOUR_MS) }, { late: 2 }],
  ['nothing, if statements are off', { checkpoint: CHECKPOINT, everyHours: 0 }, { late: 0 }],
])('tell %s', async (_, given, { late, age, ...rest }: Record<string, number | undefined>) => {
  const figures = await figuresAt(12, given);
  expect(figures).toMatchObject({ ...rest, liabilities_late_seconds: (late ?? 0) * 3600 });
  if (age !== undefined) expect(figures.log_checkpoint_age_seconds).toBe(age * 3600);
});
