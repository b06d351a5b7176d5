// The lists that say what the exchange owes, and their trees of people's balances.
import {
  DOCUMENTS_KEPT,
  type LiabilitiesReads,
  type LiabilitiesStore,
  type StoredLiabilities,
} from '../../ports/liabilities.ts';
import { columnsOf, number, places, text } from '../rows/fields.ts';
import { LeaseLost } from '../writer/lease-lost.ts';
import type { Database, Run, SqlStep } from './database.ts';
import type { Together } from './log.ts';

const DOCUMENTS = columnsOf<StoredLiabilities>({
  asOf: number(),
  atMs: number(),
  log: number(),
  intervalMs: number(),
  previous: text<string | null>(),
  hash: text(),
  transactionId: text<string | null>(),
});

/** Tiles deleted in one transaction: about 400 kB. */
const CLEARED_AT_ONCE = 32;

export const liabilitiesReads = (ask: Run): LiabilitiesReads => ({
  liabilities: async (limit) =>
    (await ask(`SELECT ${DOCUMENTS.list} FROM liabilities ORDER BY as_of DESC LIMIT ?`, limit)).map(DOCUMENTS.recordOf),

  liabilitiesText: async (asOf) =>
    (await ask<{ document: string }>('SELECT document FROM liabilities WHERE as_of = ?', asOf))[0]?.document,

  async liabilityTiles({ asOf, token }, tiles) {
    const found: (Uint8Array | undefined)[] = [];
    for (const { level, index } of tiles) {
      const [row] = await ask<{ nodes: Uint8Array }>(
        'SELECT nodes FROM liability_tiles WHERE as_of = ? AND token = ? AND level = ? AND number = ?',
        asOf,
        token,
        level,
        index,
      );
      found.push(row?.nodes);
    }
    return found;
  },
});

/** `together` runs steps in one transaction; `lasting` in one that a power failure does not lose either. */
export function liabilitiesIn(
  { ask, locked }: Pick<Database, 'ask' | 'locked'>,
  { together, lasting }: { readonly together: Together; readonly lasting: Together },
): LiabilitiesStore {
  const underFence = (fence: number): SqlStep => ({
    text: `SELECT 1 FROM lease WHERE name = 'liabilities' AND fence = ? ${locked}`,
    values: [fence],
    mustHit: true,
  });
  const must = async (isHeld: Promise<boolean>): Promise<void> => {
    if (!(await isHeld)) throw new LeaseLost();
  };
  return {
    ...liabilitiesReads(ask),

    putLiabilityTiles: (asOf, tiles, fence) =>
      must(
        together([
          underFence(fence),
          ...tiles.map(({ token, level, index, nodes }) => ({
            text: `INSERT INTO liability_tiles (as_of, token, level, number, nodes) VALUES (?, ?, ?, ?, ?)
            ON CONFLICT (as_of, token, level, number) DO UPDATE SET nodes = excluded.nodes`,
            values: [asOf, token, level, index, nodes],
          })),
        ]),
      ),

    putLiabilities: ({ text: document, ...stored }, fence) =>
      must(
        lasting([
          underFence(fence),
          {
            text: `INSERT INTO liabilities (${DOCUMENTS.list}, document) VALUES (${places(DOCUMENTS)}, ?)
              ON CONFLICT (as_of) DO UPDATE SET at_ms = excluded.at_ms, log = excluded.log,
                interval_ms = excluded.interval_ms, previous = excluded.previous, hash = excluded.hash, transaction_id = NULL, document = excluded.document`,
            values: [...DOCUMENTS.valuesOf({ ...stored, transactionId: null }), document],
          },
        ]),
      ),

    async stateLiabilities(asOf, transactionId) {
      const statement = 'UPDATE liabilities SET transaction_id = ? WHERE as_of = ?';
      await lasting([{ text: statement, values: [transactionId, asOf] }]);
    },

    async clearLiabilities(keep = 0, head, fence) {
      await must(
        together([
          underFence(fence),
          {
            text: `DELETE FROM liabilities WHERE transaction_id IS NULL OR as_of > ? OR as_of NOT IN (
            SELECT as_of FROM liabilities ORDER BY as_of DESC LIMIT ${DOCUMENTS_KEPT})`,
            values: [head],
          },
          {
            text: `DELETE FROM liability_tiles WHERE (as_of, token, level, number) IN (
            SELECT as_of, token, level, number FROM liability_tiles WHERE as_of <> ? LIMIT ${CLEARED_AT_ONCE})`,
            values: [keep],
          },
        ]),
      );
      return (await ask('SELECT 1 FROM liability_tiles WHERE as_of <> ? LIMIT 1', keep)).length === 0;
    },
  };
}
