// The writer under a database that does what it should not: nothing is committed upon something else than was read.
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { openStore, useExchangeFile } from '../../../test/exchange-file.ts';
import { APPLE } from '../../../test/paper-exchange.ts';
import { ann, deposit } from '../../../test/paper-orders.ts';
import { balance, headOf, MARKET, order } from '../../../test/store-contract/site.ts';
import { BatchFault } from '../../exchange/store.ts';

const file = useExchangeFile(MARKET);

test.each([
  ['forwards', 'sequence + 1'],
  ['back', 'sequence - 1'],
])('a head that moved %s since it was read is noticed, and nothing is written', async (_, moved) => {
  const db = new DatabaseSync(file());
  db.exec(`CREATE TRIGGER meddler AFTER INSERT ON journal BEGIN UPDATE head SET sequence = ${moved}; END`);
  const store = await openStore(file());
  const committed = store.commit([order(deposit(ann, APPLE, 1n))]);
  await expect(committed).rejects.toThrow(BatchFault);
  await expect(committed).rejects.toThrow('the journal head is where it was read');
  expect([await headOf(store), await balance(store, ann, APPLE)]).toEqual([7, 100_000n]);
  db.exec('DROP TRIGGER meddler');
  db.close();
  expect(await store.commit([order(deposit(ann, APPLE, 1n))])).toMatchObject([{ posted: { sequence: 8 } }]);
  await store.close();
});
