// Audit records: one audit at a time in the whole exchange, and the result of each.
import { describe, expect, test } from 'vitest';
import { SILENT_MS } from '../../src/ports/audits.ts';
import type { Site } from './site.ts';

export function audits(site: Site): void {
  describe('audits', () => {
    test('run one at a time, even if two stores start several at once, and are listed with their progress and result', async () => {
      const [{ audits: log }, { audits: other }] = [await site.open(), await site.open()];
      const begun = await Promise.all([log, other, log, other].map((each) => each.begin(7)));
      expect(begun.filter(({ isNew }) => isNew)).toHaveLength(1);
      const [id = 0, ...ids] = new Set(begun.map(({ record }) => record.id));
      expect(ids).toEqual([]);
      await log.note(id, { checked: 3, head: 8 });
      expect(await other.list({ before: 999, limit: 9 })).toMatchObject([
        { id, state: 'running', checked: 3, head: 8 },
      ]);
      expect(await other.last()).toBeUndefined();
      await log.end(id, { state: 'failed', checked: 8, head: 8, after: 0, fault: 'it does not add up' });
      const failed = { id, state: 'failed', checked: 8, head: 8, fault: 'it does not add up' };
      expect(await other.last()).toMatchObject({ ...failed, endedAtMs: expect.any(Number) });
      const next = await other.begin(8);
      expect([next.isNew, next.record.id > id]).toEqual([true, true]);
      expect((await log.list({ before: next.record.id, limit: 9 })).map((each) => each.id)).toEqual([id]);
      const passed = { state: 'passed', checked: 9, head: 9, after: 5, fault: null, startedAtMs: 1000 } as const;
      await log.record(passed);
      expect(await other.last()).toMatchObject(passed);
    });

    test('that have reported nothing for long count as stopped, so that another can begin; they can still report their result', async () => {
      const { audits: log } = await site.open();
      const { record } = await log.begin(5);
      await site.place.execute(`UPDATE audits SET seen_at_ms = seen_at_ms - ${2 * SILENT_MS}`);
      const [found] = await log.list({ before: 999, limit: 1 });
      expect(found).toMatchObject({ id: record.id, state: 'stopped', endedAtMs: expect.any(Number) });
      const next = await log.begin(6);
      expect([next.isNew, next.record.id > record.id]).toEqual([true, true]);
      await log.end(record.id, { state: 'passed', checked: 5, head: 5, after: 0, fault: null });
      const states = (await log.list({ before: 999, limit: 9 })).map(({ state }) => state);
      expect(states).toEqual(['running', 'passed']);
    });
  });
}
