// Look-ups of tokens, pools and transaction ids that the reader and the writer share.
import type { DatabaseSync } from 'node:sqlite';
import type { TokenAddress } from '../../core/amount.ts';
import { type ListedToken, orderPair, type Pool } from '../../core/pool.ts';
import { POOLS, TOKEN_COLUMNS } from '../rows/rows.ts';

export function catalogue(db: DatabaseSync) {
  const tokenByAddress = db.prepare(`SELECT ${TOKEN_COLUMNS} FROM tokens WHERE address = ?`);
  const poolByPair = db.prepare(`SELECT ${POOLS.list} FROM pools WHERE token0 = ? AND token1 = ?`);
  const idBySequence = db.prepare('SELECT id FROM journal WHERE sequence = ?');
  const head = db.prepare('SELECT factory FROM head');
  return {
    factory: () => (head.get() as { factory: string }).factory,
    /** Null if the journal does not reach this far; sequence 0 needs no look-up. */
    idAt: (sequence: number) =>
      sequence === 0 ? null : ((idBySequence.get(sequence) as { id: string } | undefined)?.id ?? null),
    token: (address: TokenAddress) => tokenByAddress.get(address) as ListedToken | undefined,
    pool(a: TokenAddress, b: TokenAddress): Pool | undefined {
      const row = poolByPair.get(...orderPair(a, b));
      return row && POOLS.recordOf(row);
    },
  };
}
