// Looks up rows that the audit expects, by their whole keys.
import type { Journal } from '../../ports/store.ts';
import type { Value } from '../rows/fields.ts';
import type { Run } from './database.ts';

export function expectedRows(ask: Run): Pick<Journal, 'countMovements' | 'countParties'> {
  const count = async (table: string, columns: readonly string[], rows: readonly (readonly Value[])[]) => {
    const is = `(${columns.map((column) => `${column} = ?`).join(' AND ')})`;
    const [row] = await ask(
      `SELECT count(*) AS count FROM ${table} WHERE ${rows.map(() => is).join(' OR ')}`,
      ...rows.flat(),
    );
    return Number(row?.count);
  };
  return {
    countMovements: (rows) =>
      count(
        'movements',
        ['account', 'token', 'reference', 'kind', 'sequence'],
        rows.map(({ account, token, reference, kind, sequence }) => [account, token, reference, kind, sequence]),
      ),
    countParties: (rows) =>
      count(
        'parties',
        ['account', 'sequence', 'sender'],
        rows.map(({ account, sequence, sender }) => [account, sequence, sender]),
      ),
  };
}
