// The audit of stops: any change of what triggered one is reported, even if the row's checksum fits. Takes 3 s, to open files.
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { auditFile, proveAll, type Rewritten, rewriteReceipts, useExchangeFile } from '../../test/exchange-file.ts';
import { closeOrder, fillOrder, placeOrder, triggerOrder } from '../../test/paper-orders.ts';
import { MARKET } from '../../test/store-contract/site.ts';

const at = (numerator: bigint) => ({
  trigger: { when: 'below', price: { numerator, denominator: 1n }, overMs: 0 } as const,
});
const evidenceOf = (asOf: number) =>
  triggerOrder(8, { nowMs: Date.now(), journal: { length: asOf } as never }, { average: [4n << 192n, 1n << 192n] })
    .evidence;
/** Getters, so that the evidence is of the time when the command is run. */
const triggered = {
  ...triggerOrder(8, { nowMs: 0, journal: [] }),
  get evidence() {
    return evidenceOf(10);
  },
};
const filled = {
  ...fillOrder(8, 4000n, 10_000n),
  get trigger() {
    return evidenceOf(11);
  },
};
const TO_MS = "json_extract(receipt, '$.evidence.toMs')";

/** Stops 8 to 10: one triggered at a price of four and partly filled, one closed untriggered, and one still waiting. */
const file = useExchangeFile([
  ...MARKET,
  placeOrder(10_000n, 30_000n, at(4n)),
  placeOrder(5000n, 30_000n, at(4n)),
  placeOrder(5000n, 30_000n, at(4n)),
  triggered,
  filled,
  closeOrder(9),
]);

const rewrite = (...changes: readonly Rewritten[]) => rewriteReceipts(file(), ...changes);

const auditNow = () => auditFile(file());

test('the audit passes stops that were not changed', async () => {
  expect(await auditNow()).toMatchObject({ transactions: 13 });
});

test.each<[string, readonly (readonly [number, string, string | number | bigint])[], string | RegExp]>([
  [
    'another average in the evidence',
    [[11, 'evidence.average', `json('{"numerator":${(4n << 192n) - 1n},"denominator":${1n << 192n}}')`]],
    'transaction 11 sets off the stop 8 by an average that the journal does not come to',
  ],
  [
    'evidence of a way that did not exist',
    [[11, 'evidence.via', `json('["corn"]')`]],
    'transaction 11 sets off the stop 8 by the way over [corn], which was not open all the time',
  ],
  ['a window of another length', [[11, 'evidence.fromMs', `${TO_MS} - 1`]], /^transaction 11 .* of another window$/],
  ['evidence from before it was placed', [[11, 'evidence.asOf', 7]], /^transaction 11 .* of another time$/],
  ['evidence as of the trigger itself', [[11, 'evidence.asOf', 11]], /^transaction 11 .* of another time$/],
  [
    'evidence of 99 seconds earlier',
    [
      [11, 'evidence.fromMs', `${TO_MS} - 99000`],
      [11, 'evidence.toMs', `${TO_MS} - 99000`],
    ],
    /^transaction 11 .* of another time$/,
  ],
  [
    'a trigger that was not passed',
    [[8, 'trigger.price.denominator', 2]],
    /^transaction 11 .* trigger was not passed$/,
  ],
  ['a trigger without a price', [[8, 'trigger.price.numerator', 0]], 'transaction 8 places a stop without a price'],
  ['a trigger of an order that is no stop', [[8, 'trigger', 'null']], /^transaction (8|11) /],
  ['a trigger of a part', [[11, 'amountA', 9999]], 'transaction 11 sets off 9999 of the stop 8, but 10000 is left'],
  [
    'a trigger of another stop',
    [[11, 'order', 9]],
    /^transaction 11 (sets off 10000 of the stop 9|leaves order 9 stop with -5000)/,
  ],
  [
    'a fill without proof that the trigger still held',
    [[12, 'trigger', 'null']],
    'transaction 12 fills the stop 8 without proof of its trigger',
  ],
  [
    'a fill while the trigger did not hold',
    [[12, 'trigger.average.numerator', `${5n << 192n}`]],
    'transaction 12 fills the stop 8, whose trigger was not passed',
  ],
  [
    'a fill by an average that is not true',
    [[12, 'trigger.average', `json('{"numerator":${(4n << 192n) - 1n},"denominator":${1n << 192n}}')`]],
    'transaction 12 fills the stop 8 by an average that the journal does not come to',
  ],
  ['a closing of a stop as if it had been triggered', [[13, 'untriggered', 'null']], /^transaction 13 /],
])('the audit reports %s', async (_, changes, offence) => {
  rewrite(...changes);
  await expect(auditNow()).rejects.toThrow(offence);
});

test('the audit reports a fill of a stop that was not triggered', async () => {
  const db = new DatabaseSync(file());
  db.exec(`UPDATE journal SET receipt = json_set(receipt, '$.fill.order', 10) WHERE sequence = 12`);
  proveAll(db);
  db.close();
  await expect(auditNow()).rejects.toThrow(/^transaction 12 (leaves order 10 with -4000|fills the stop 10)/);
});
