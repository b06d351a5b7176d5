// Side records in memory, by the rules of `test/store-contract/side-records.ts`.
import type { SideRecord, SideRecords } from '../src/ports/side-records.ts';
import { firstVersion, isSweeping } from '../src/store/rows/side-records.ts';

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
    async change(changes, { nowMs }) {
      const isExpired = ({ expiresAtMs }: SideRecord) => expiresAtMs !== null && expiresAtMs <= nowMs;
      const isOutdated = changes.some(({ kind, id, version }) => {
        const found = kept.get(nameOf(kind, id));
        return (found?.version ?? 0) !== version && !(version === 0 && found && isExpired(found));
      });
      if (isOutdated) return false;
      for (const { kind, id, version, body, expiresAtMs = null } of changes) {
        if (body === null) kept.delete(nameOf(kind, id));
        else {
          const next = version === 0 ? firstVersion(expiresAtMs, nowMs) : version + 1;
          kept.set(nameOf(kind, id), { kind, id, version: next, body, expiresAtMs });
        }
      }
      if (isSweeping(changes)) for (const [name, record] of kept) if (isExpired(record)) kept.delete(name);
      return true;
    },
  };
}
