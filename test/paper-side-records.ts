// Side records in memory, by the rules of `test/store-contract/side-records.ts`.
import type { SideRecord, SideRecords } from '../src/ports/side-records.ts';

export function paperSideRecords(): SideRecords {
  const kept = new Map<string, SideRecord>();
  const nameOf = (kind: string, id: string) => `${kind} ${id}`;
  return {
    find: async (kind, id) => kept.get(nameOf(kind, id)),
    list: async ({ kind, prefix = '', after = '', limit }) =>
      [...kept.values()]
        .filter((one) => one.kind === kind && one.id.startsWith(prefix) && one.id > after)
        .sort((a, b) => (a.id < b.id ? -1 : 1))
        .slice(0, limit),
    async change(changes) {
      const isOutdated = changes.some(
        ({ kind, id, version }) => (kept.get(nameOf(kind, id))?.version ?? 0) !== version,
      );
      if (isOutdated) return false;
      for (const { kind, id, version, body, expiresAtMs = null } of changes) {
        if (body === null) kept.delete(nameOf(kind, id));
        else kept.set(nameOf(kind, id), { kind, id, version: version + 1, body, expiresAtMs });
      }
      return true;
    },
  };
}
