// Nobody learns another's balance from what the exchange answers about its log and its lists: each figure in all answers that a trader can
// get is one that everybody may know, or the trader's own. Takes 1 s.
import { hash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { LedgerVenue } from '../../src/ledger/ledger-venue.ts';
import type { Unstated } from '../../src/ports/liabilities.ts';
import { openProjection, type Projection } from '../../src/ports/projection.ts';
import { LOG_KIND } from '../../src/ports/public-log.ts';
import type { Store } from '../../src/ports/store.ts';
import { BalanceIds, BalanceLeaves, leafOfRecord } from '../../src/transparency/format/balances.ts';
import { newKeyFile } from '../../src/transparency/format/keys.ts';
import { publishStatement } from '../../src/transparency/liabilities/keeper.ts';
import { LiabilitiesMaker } from '../../src/transparency/liabilities/maker.ts';
import { LiabilitiesService } from '../../src/transparency/liabilities/service.ts';
import { Recorder } from '../../src/transparency/log/recorder.ts';
import { LogService } from '../../src/transparency/log/service.ts';
import { FileSigner } from '../../src/transparency/log/signer.ts';
import { openStore, useExchangeFile } from '../exchange-file.ts';
import { APPLE, account } from '../paper-exchange.ts';
import { deposit, registerToken } from '../paper-orders.ts';
import { recordAll } from '../record-all.ts';
import { POLICY, post } from '../store-contract/site.ts';

const HOLDERS = 20;
const LISTS = 3;
const TRADER = 'user7';
const path = useExchangeFile([registerToken(APPLE)]);
/** Nobody holds what somebody else does. */
const held = new Map<string, bigint>();
/** The totals of the lists, and what the trader held at each. */
const known: bigint[] = [];
let store: Store;
let kept: Projection;
let venue: LedgerVenue;
beforeEach(async () => {
  store = await openStore(path());
  kept = await openProjection(store.projection);
  venue = new LedgerVenue(store, { policy: POLICY, maxBatch: 1, maxQueue: 9, maxWaitMs: 60_000 });
  const body = JSON.stringify({ origin: 'example.com/log', secret: LOG_SECRET.toString('hex'), firstSequence: 1 });
  await store.sideRecords.change([{ kind: LOG_KIND, id: '1', version: 0, body }], { nowMs: Date.now() });
  held.clear();
  known.length = 0;
});
afterEach(async () => {
  await kept.close();
  await venue.close();
});

async function depositToAll(list: number): Promise<void> {
  for (let holder = 0; holder < HOLDERS; holder += 1) {
    const name = `user${holder}`;
    // Half of them do nothing between two lists.
    if (list > 0 && holder % 2 === 0) continue;
    const amount = 1_000_003n * BigInt((holder + 1) ** 2) + BigInt(list);
    await post(store, deposit(account(name), APPLE, amount));
    held.set(name, (held.get(name) ?? 0n) + amount);
  }
  known.push(
    [...held.values()].reduce((sum, amount) => sum + amount),
    held.get(TRADER) as bigint,
  );
}

const KEY = newKeyFile();
async function answersTo(trader: string): Promise<readonly unknown[]> {
  const log = new LogService(kept);
  const liabilities = new LiabilitiesService(kept, log);
  const answers: unknown[] = [];
  for (let list = 0; list < LISTS; list += 1) {
    await depositToAll(list);
    await publishStatement((await new LiabilitiesMaker(kept, store).make(0)) as Unstated, venue, kept);
    await recordAll(new Recorder(kept, { signer: new FileSigner(KEY, `${path()}.last`), checkpointEveryMs: 1 }), kept);
    answers.push(
      await liabilities.liabilities({ after: '', limit: 100 }),
      await liabilities.liabilities({ token: APPLE.address, after: '', limit: 100 }),
      await liabilities.balanceProof(trader, APPLE.address),
      await log.checkpoint(),
      await log.statements({ order: 'newest first', limit: 100 }),
    );
    const { size } = await kept.logStanding();
    answers.push(await log.tile({ level: 0, index: 0 }, size));
  }
  expect(answers).not.toContain(undefined);
  return answers;
}

const textOf = (answers: readonly unknown[]): string =>
  JSON.stringify(answers, (_, value) =>
    typeof value === 'bigint'
      ? String(value)
      : value?.type === 'Buffer'
        ? Buffer.from(value.data).toString('hex')
        : value,
  );

const BYTES = /[0-9a-f]{32,}|[A-Za-z0-9+/]{40,}={0,2}/g;
/** Not inside of a hash, a key, a signature or an id. */
const FIGURES = /(?<![\w+/=-])\d{7,}(?![\w+/=-])/g;
const YEAR_2000_MS = 946_684_800_000n;

/** The figures in a text that are no time, and of which nobody told the trader. */
function toldBy(text: string, ownOrPublic: readonly bigint[]): readonly bigint[] {
  const figures = (text.replaceAll('\\n', ' ').match(FIGURES) ?? []).map(BigInt);
  return figures.filter((figure) => figure < YEAR_2000_MS && !ownOrPublic.includes(figure));
}

/** The amounts among these that bytes in a text contain, in the form of a record of a balance. */
function inBytesOf(text: string, amounts: readonly bigint[]): readonly bigint[] {
  const bytes = (text.match(BYTES) ?? []).flatMap((one) => [Buffer.from(one, 'hex'), Buffer.from(one, 'base64')]);
  return amounts.filter((amount) =>
    bytes.some((one) => one.includes(Buffer.from(amount.toString(16).padStart(16, '0'), 'hex'))),
  );
}

describe('what a trader is answered about three lists', () => {
  test('contains the totals and the own balance, and no other figure', async () => {
    const text = textOf(await answersTo(TRADER));
    expect(toldBy(text, [])).toEqual(expect.arrayContaining(known.slice(-2)));
    expect(toldBy(text, known)).toEqual([]);
    const others = [...held].filter(([name]) => name !== TRADER).map(([, amount]) => amount);
    expect(inBytesOf(text, others)).toEqual([]);
  });

  test.each([
    ['a figure', (amount: bigint) => `{"path":[{"sum":${amount}}]}`],
    ['a text', (amount: bigint) => `{"sum":"${amount}"}`],
  ])('would be found as %s if it told a balance', (_, leak) => {
    expect(toldBy(leak(4_000_012n), [])).toEqual([4_000_012n]);
  });

  test('would be found if bytes told it', () => {
    const record = Buffer.concat([Buffer.alloc(32, 7), Buffer.from(4_000_012n.toString(16).padStart(32, '0'), 'hex')]);
    for (const form of ['hex', 'base64'] as const)
      expect(inBytesOf(`{"path":"${record.toString(form)}"}`, [4_000_012n])).toEqual([4_000_012n]);
  });
});

const LOG_SECRET = Buffer.alloc(32, 9);
const sha256 = (...parts: readonly Buffer[]): Buffer => hash('sha256', Buffer.concat(parts), 'buffer');

const leavesOf = (list: number, balances: readonly (readonly [string, bigint])[]): readonly string[] => {
  const leaves = new BalanceLeaves(new BalanceIds(LOG_SECRET, list, 'apple'));
  for (const [name, amount] of balances) leaves.add(name, amount);
  return [...leaves.sorted()].map((record) => leafOfRecord(record).toString('hex'));
};

test('no hash is seen twice, so that nobody can follow a balance that did not change', () => {
  const balances = Array.from({ length: 100 }, (_, holder) => [`user${holder}`, BigInt(holder)] as const);
  const hashes = Array.from({ length: 30 }, (_, list) => leavesOf(list, balances)).flat();
  expect(new Set(hashes).size).toBe(hashes.length);
  expect(hashes).toHaveLength(30 * 100);
});

test('who knows a name and guesses the amount right cannot confirm it, nor with the nonce of an own balance', () => {
  const ids = new BalanceIds(LOG_SECRET, 7, 'apple');
  const shown = leavesOf(7, [
    ['ann', 5n],
    ['mallory', 5n],
  ]);
  const amount = Buffer.alloc(16);
  amount[15] = 5;
  const leafOf = (nonce: Buffer, name: string) =>
    sha256(Buffer.of(0), sha256(nonce, Buffer.from(name)), amount).toString('hex');
  const nonce = ids.nonceOf('mallory');
  expect(shown).toContain(leafOf(nonce, 'mallory'));
  const earlier = new BalanceIds(LOG_SECRET, 6, 'apple').nonceOf('ann');
  const ofOther = new BalanceIds(LOG_SECRET, 7, 'bread').nonceOf('ann');
  for (const guess of [nonce, earlier, ofOther, Buffer.alloc(0), Buffer.alloc(32)])
    expect(shown).not.toContain(leafOf(guess, 'ann'));
});
