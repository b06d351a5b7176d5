// Tokens and pools by their names: the two look-ups that reading and writing share.
import type { DatabaseSync } from 'node:sqlite';
import type { TokenAddress } from '../../core/amount.ts';
import { orderPair, type Pool, type Token } from '../../core/pool.ts';
import { type PoolRow, toPool } from '../rows.ts';

export function catalogue(db: DatabaseSync) {
  const tokenByAddress = db.prepare('SELECT address, symbol, decimals FROM tokens WHERE address = ?');
  const poolByPair = db.prepare('SELECT * FROM pools WHERE token0 = ? AND token1 = ?');
  return {
    token: (address: TokenAddress) => tokenByAddress.get(address) as Token | undefined,
    pool(a: TokenAddress, b: TokenAddress): Pool | undefined {
      const row = poolByPair.get(...orderPair(a, b)) as PoolRow | undefined;
      return row && toPool(row);
    },
  };
}
