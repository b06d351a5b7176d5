// Receipts of one turn share a call of the log; a log that may not sign, fails or hangs never fails a change that is done.
import { afterEach, expect, test, vi } from 'vitest';
import type { PublicLog, SignedReceipt } from '../../ports/public-log.ts';
import { Receipts } from './receipts.ts';

const ID = '019a8a5c-2f3e-7000-8000-00004a1b2c3d';
const OTHER_ID = '019a8a5c-2f3e-7000-8000-0000581b2c3d';
const made = (id: string) => ({ note: id }) as SignedReceipt;
const logOf = (over: Partial<PublicLog> = {}) => {
  const receipts = vi.fn<PublicLog['receipts']>(async (asking) => asking.map(({ id }) => made(id)));
  return { isSigning: true, unsure: undefined, receipts, ...over };
};
afterEach(() => void vi.useRealTimers());

test('all that are asked for in one turn are made by one call, and each caller gets the own one', async () => {
  const log = logOf();
  const receipts = new Receipts(log);
  expect(await Promise.all([receipts.of(ID), receipts.of(OTHER_ID)])).toEqual([made(ID), made(OTHER_ID)]);
  expect(await receipts.of(ID)).toEqual(made(ID));
  expect(log.receipts).toHaveBeenCalledTimes(2);
});

test.each<[string, Partial<PublicLog>, string | undefined]>([
  ['without the key', { isSigning: false }, ID],
  ['that does not know which history was signed last', { unsure: 'it knows no checkpoint' }, ID],
  ['on which the log fails', { receipts: () => Promise.reject(new Error('busy')) }, ID],
  ['for a transaction on a chain', {}, 'a-hash'],
  ['for a change without a transaction', {}, undefined],
])('there is none of a node %s', async (_, over, id) => {
  expect(await new Receipts(logOf(over)).of(id)).toBeNull();
});

test('a log that hangs is not waited for longer than three seconds', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const receipts = vi.fn<PublicLog['receipts']>(() => new Promise(() => {}));
  const late = new Receipts(logOf({ receipts })).of(ID);
  await vi.waitUntil(() => receipts.mock.calls.length > 0);
  vi.advanceTimersByTime(3000);
  expect(await late).toBeNull();
});
