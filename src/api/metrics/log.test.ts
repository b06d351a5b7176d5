// The metrics of the public log before the first checkpoint and after it.
import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import type { StoredCheckpoint } from '../../ports/public-log.ts';
import { registerPublicLog } from './log.ts';

const HOUR_MS = 3_600_000;
const CHECKPOINT: StoredCheckpoint = { log: 1, size: 9, root: '', madeAtMs: 11 * HOUR_MS, vkey: '', note: '' };

type Given = {
  readonly isSigning?: boolean;
  readonly checkpoint?: StoredCheckpoint;
};

/** The figures of a process that started at 10 o'clock, at some hour, by the database's clock. */
async function figuresAt(
  hour: number,
  { checkpoint, isSigning = true }: Given,
): Promise<Record<string, number | undefined>> {
  let clockMs = 10 * HOUR_MS;
  const registry = new Registry();
  registerPublicLog(registry, {
    log: { isSigning, checkpoint: async () => checkpoint },
    nowMs: () => clockMs,
  });
  clockMs = hour * HOUR_MS;
  const metrics = await registry.getMetricsAsJSON();
  return Object.fromEntries(metrics.map(({ name, values }) => [name.replace('millpond_', ''), values[0]?.value]));
}

test.each([
  ['the age of the process, if it should sign and never has', {}, { log_checkpoint_size: 0, age: 2 * 3600 }],
  ['nothing, if nobody signs', { isSigning: false }, { age: 0 }],
  ['the last checkpoint', { checkpoint: CHECKPOINT }, { log_checkpoint_size: 9, age: 3600 }],
])('tell %s', async (_, given, { age, ...rest }) => {
  const figures = await figuresAt(12, given);
  expect(figures).toMatchObject(rest);
  expect(figures.log_checkpoint_age_seconds).toBe(age);
});
