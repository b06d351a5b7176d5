// Checksums of journal rows: transfers can be computed from the stored receipt, and a changed row is recognised.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyHistory, playHistory, replayJournal } from '../../../test/paper-history.ts';
import { untilSeen } from '../../../test/until-seen.ts';
import { transfersOf } from '../../core/commands/command.ts';
import type { Posted } from '../../core/settle/instruction.ts';
import { checksumOf } from './checksum.ts';
import { decodeReceipt, encodeReceipt } from './codec.ts';

const readBack = (posted: Posted): Posted => ({ ...posted, receipt: decodeReceipt(encodeReceipt(posted.receipt)) });

// Takes two seconds of CPU.
test('for any history, receipts that were encoded and decoded give the same transfers and balances', async () => {
  const seen = new Set<string>();
  const property = fc.property(anyHistory, (history) => {
    const { journal, balances } = playHistory(history);
    const counted = replayJournal(journal.map(readBack), ({ sequence, receipt }) => {
      const made = journal[sequence - 1] as Posted;
      expect(transfersOf(receipt)).toEqual(transfersOf(made.receipt));
      seen.add('hops' in receipt ? 'routed swap' : receipt.kind);
    });
    expect(counted).toEqual(new Map([...balances].map(([key, { balance }]) => [key, balance])));
  });
  const kinds = [
    ...['collectFees', 'createPool', 'deposit', 'provide', 'refund', 'registerToken', 'routed swap'],
    ...['setPoolFees', 'setPoolStatus', 'swap', 'transfer', 'updateToken', 'withdraw'],
  ];
  await untilSeen(
    () => fc.assert(property, { numRuns: 100 }),
    () => kinds.every((kind) => seen.has(kind)),
  );
});

test('a checksum fits no other row and no other receipt', () => {
  const [one, other] = playHistory([]).journal.slice(-2) as [Posted, Posted];
  const [receipt, otherReceipt] = [one, other].map(({ receipt }) => encodeReceipt(receipt)) as [string, string];
  const sums = [checksumOf(7, receipt), checksumOf(8, receipt), checksumOf(7, otherReceipt)];
  expect(new Set(sums).size).toBe(3);
});

test('flipping any one bit of a receipt changes the checksum', () => {
  const receipt = encodeReceipt((playHistory([]).journal.at(-1) as Posted).receipt);
  const checksum = checksumOf(7, receipt);
  for (let at = 0; at < receipt.length; at += 1) {
    for (let bit = 1; bit < 128; bit *= 2) {
      const turned = String.fromCharCode(receipt.charCodeAt(at) ^ bit);
      expect(checksumOf(7, receipt.slice(0, at) + turned + receipt.slice(at + 1))).not.toBe(checksum);
    }
  }
});

test('checksums never change, so that stored rows stay valid', () => {
  expect(checksumOf(0, '123456789')).toBe('3421780262');
  expect(checksumOf(2 ** 48 - 1, '{"kind":"swap","account":"ячмень"}')).toBe('987170208');
});
