// A challenge is good for one purpose, for five minutes, and once, however it is spelled.
import { beforeEach, expect, test } from 'vitest';
import { useExchange } from '../../../test/exchange-file.ts';
import { CHALLENGE_MS, Challenges, type Purpose } from './challenges.ts';

const on = useExchange([]);
const NOW_MS = 1_800_000_000_000;
const SIGN_IN: Purpose = ['sign in'];
let challenges: Challenges;
let challenge: string;
beforeEach(async () => {
  challenges = new Challenges(on.store.sideRecords);
  challenge = await challenges.make(SIGN_IN, NOW_MS);
});
const isGood = async (text: string, purpose = SIGN_IN, nowMs = NOW_MS) =>
  (await challenges.use(text, purpose, nowMs)) !== undefined;

test('once: afterwards it is refused, also by another node and in any other spelling of the same bytes', async () => {
  const use = await challenges.use(challenge, SIGN_IN, NOW_MS);
  if (!use) throw new Error('refused');
  await on.store.sideRecords.change([use], { nowMs: NOW_MS });
  const bytes = Buffer.from(challenge, 'base64url');
  const spelled = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_']
    .map((last) => challenge.slice(0, -1) + last)
    .filter((text) => Buffer.from(text, 'base64url').equals(bytes));
  expect(spelled.length).toBeGreaterThan(1);
  for (const text of [...spelled, bytes.toString('base64'), `${challenge}=`, `${challenge} `])
    expect([text, await isGood(text)]).toEqual([text, false]);
  expect(await new Challenges(on.store.sideRecords).use(challenge, SIGN_IN, NOW_MS)).toBeUndefined();
});

test('once, also for a node whose clock is behind when its record could have been deleted', async () => {
  const use = await challenges.use(challenge, SIGN_IN, NOW_MS);
  if (!use) throw new Error('refused');
  const { sideRecords } = on.store;
  await sideRecords.change([use], { nowMs: NOW_MS });
  // Deletes what has expired by then.
  const later = { kind: 'test', id: 'later', version: 0, body: '1', expiresAtMs: NOW_MS + 2 * CHALLENGE_MS };
  await sideRecords.change([later], { nowMs: NOW_MS + CHALLENGE_MS });
  expect(await isGood(challenge, SIGN_IN, NOW_MS + CHALLENGE_MS - 1)).toBe(false);
});

test('until five minutes have passed', async () => {
  expect(await isGood(challenge, SIGN_IN, NOW_MS + CHALLENGE_MS - 1)).toBe(true);
  expect(await isGood(challenge, SIGN_IN, NOW_MS + CHALLENGE_MS)).toBe(false);
});

test.each<[string, Purpose]>([
  ['another purpose', ['sign up']],
  ['more', ['sign in', null]],
  ['the same words apart', ['sign', 'in']],
  ['nothing', []],
])('for its purpose alone, not for %s', async (_, purpose) => {
  expect(await isGood(challenge, purpose)).toBe(false);
  expect(await isGood(challenge)).toBe(true);
});

test('made here: any other bit is refused, and so is any other length', async () => {
  const bytes = Buffer.from(challenge, 'base64url');
  for (let at = 0; at < bytes.length; at += 1) {
    const changed = Buffer.from(bytes);
    changed[at] = (changed[at] as number) ^ 1;
    expect(await isGood(changed.toString('base64url'))).toBe(false);
  }
  for (const other of [bytes.subarray(1), Buffer.concat([bytes, Buffer.of(0)]), Buffer.alloc(0)])
    expect(await isGood(other.toString('base64url'))).toBe(false);
});
