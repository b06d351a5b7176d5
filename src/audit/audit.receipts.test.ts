// The audit of receipts: every amount in a receipt is what was moved, to the unit, and any change is detected.
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import { openStore, proveAll, useExchangeFile } from '../../test/exchange-file.ts';
import { APPLE } from '../../test/paper-exchange.ts';
import { ann, bob, collectFees, provide, refund, swap, withdraw } from '../../test/paper-orders.ts';
import { MARKET } from '../../test/store-contract/site.ts';
import { amount, ppm } from '../core/amount.ts';
import { AuditOffence, audit } from './audit.ts';

/** The market of seven transactions, a swap with a referrer, fee collection, a refund, a withdrawal, and one-sided liquidity. */
const file = useExchangeFile([
  ...MARKET,
  swap(10_000n, { referrer: bob }),
  collectFees(),
  refund({ lpTokens: amount(1000n) }),
  withdraw(ann, APPLE, 20n),
  provide(5000n, 0n),
  refund({ portionPpm: ppm(10_000n), only: 'A' }),
]);

const SWAPPED = ['swapped.amountOut', 'swapped.fees.lp', 'swapped.fees.protocol'] as const;

/** Adds `more` to an amount of a receipt directly in the database, and then calls `mend`. */
function retell(sequence: number, field: string, more: number, mend: (db: DatabaseSync) => void): void {
  const db = new DatabaseSync(file());
  const told = `receipt ->> '$.${field}'`;
  const sql = `UPDATE journal SET receipt = json_set(receipt, '$.${field}', ${told} + ?) WHERE sequence = ? AND ${told} > 1`;
  const { changes } = db.prepare(sql).run(more, sequence);
  mend(db);
  db.close();
  expect(changes).toBe(1);
}

describe.each([
  ['deposit', 7, ['amount']],
  ['withdrawal', 11, ['amount']],
  ['refund', 10, ['lpTokens', 'amountA', 'amountB']],
  ['provision', 6, ['lpTokens', 'amountA', 'amountB']],
  ['swap', 8, ['amountA', 'amountB', 'fees.protocol', 'fees.ref']],
  ['collection of fees', 9, ['amountB']],
  ['provision of one token', 12, ['amountA', 'amountB', 'swapped.amountIn', ...SWAPPED]],
  ['refund in one token', 13, ['amountA', 'amountB', 'swapped.amountIn', ...SWAPPED]],
] as const)('a %s’s receipt that says more or less than was moved is reported', (_, sequence, fields) => {
  test.each(fields.flatMap((field) => [[field, 1] as const, [field, -1] as const]))('%s by %i', async (field, more) => {
    retell(sequence, field, more, () => {});
    const store = await openStore(file());
    const offence = `transaction ${sequence} in the journal cannot be read: its checksum does not match`;
    await expect(audit(store, () => {})).rejects.toThrow(new AuditOffence(offence));
    // With corrected checksums, the audit finds that the amounts do not add up.
    retell(sequence, field, 0, proveAll);
    await expect(audit(store, () => {})).rejects.toThrow(/^transaction \d+\b|but the journal adds up to/);
    await store.close();
  });
});
