// The payload that a wallet signs is valid only if we issued it, for 15 minutes, on any node, and once.
import { expect, test } from 'vitest';
import { Challenges } from '../../../src/access/people/challenges.ts';
import type { SideRecords } from '../../../src/ports/side-records.ts';
import { openSqliteStore } from '../../../src/store/sqlite/store.ts';
import { PROOF_MS, REFUSALS } from '../../../src/ton/proof/check.ts';
import { WalletSignIn } from '../../../src/ton/proof/sign-in.ts';
import { paperSideRecords } from '../../paper-side-records.ts';
import { POLICY } from '../../store-contract/site.ts';
import { useTempFolder } from '../../temp-folder.ts';
import { DOMAIN, NOW_MS, otherKeys, proofOf, WALLETS } from './signer.ts';

const wallet = WALLETS.v5r1;
const account = wallet.address.toString();
const at = useTempFolder();

function signInAt(records: SideRecords, clock = { nowMs: NOW_MS }) {
  const payloads = new Challenges(records, PROOF_MS);
  return { clock, signIn: new WalletSignIn({ payloads, nowMs: () => clock.nowMs }) };
}
const WRONG = { refusal: REFUSALS.wrong_payload };

test('a payload issued by one node is valid on another, once', async () => {
  const path = at('exchange.db');
  const [one, two] = await Promise.all(
    [1, 2].map(() => openSqliteStore({ path, busyTimeoutMs: 60_000, policy: POLICY })),
  );
  if (!one || !two) throw new Error('no stores');
  const payload = await signInAt(one.sideRecords).signIn.payload();
  const proof = proofOf(wallet, { payload });
  const here = await signInAt(one.sideRecords).signIn.check(proof, [DOMAIN]);
  const there = await signInAt(two.sideRecords).signIn.check(proof, [DOMAIN]);
  if (!('use' in here) || !('use' in there)) throw new Error('refused');
  expect([here.account, there.account]).toEqual([account, account]);
  // Both nodes found it valid; only the first to commit its use succeeds.
  const [mine, theirs] = [await here.use(), await there.use()];
  if (!mine || !theirs) throw new Error('used');
  expect(await two.sideRecords.change([theirs], { nowMs: NOW_MS })).toBe(true);
  expect(await one.sideRecords.change([mine], { nowMs: NOW_MS })).toBe(false);
  expect(await here.use()).toBe(undefined);
  expect(await signInAt(one.sideRecords).signIn.check(proof, [DOMAIN])).toEqual(WRONG);
  await Promise.all([one.close(), two.close()]);
});

test('a payload is valid for 15 minutes', async () => {
  const { clock, signIn } = signInAt(paperSideRecords());
  const payload = await signIn.payload();
  expect(payload.length).toBeLessThanOrEqual(128);
  clock.nowMs += PROOF_MS - 1;
  const timestamp = Math.floor(clock.nowMs / 1000);
  expect(await signIn.check(proofOf(wallet, { payload, timestamp }), [DOMAIN])).toMatchObject({ account });
  clock.nowMs += 1;
  expect(await signIn.check(proofOf(wallet, { payload, timestamp }), [DOMAIN])).toEqual(WRONG);
});

test('a payload is refused if it is empty, altered, from another exchange, or a challenge for passkeys', async () => {
  const records = paperSideRecords();
  const { signIn } = signInAt(records);
  const mine = await signIn.payload();
  const ofPasskeys = await new Challenges(records).make(['sign-in'], NOW_MS);
  const ofAnother = await signInAt(paperSideRecords()).signIn.payload();
  for (const payload of ['', 'payload', mine.slice(0, -1), `${mine}=`, ofPasskeys, ofAnother])
    expect(await signIn.check(proofOf(wallet, { payload }), [DOMAIN])).toEqual(WRONG);
});

test('issuing a payload or receiving one with a wrong signature stores nothing and does not use it up', async () => {
  const records = paperSideRecords();
  const { signIn } = signInAt(records);
  for (let asked = 0; asked < 100; asked++) await signIn.payload();
  const payload = await signIn.payload();
  const forged = proofOf(wallet, { payload, secretKey: otherKeys.secretKey });
  expect(await signIn.check(forged, [DOMAIN])).toEqual({ refusal: REFUSALS.wrong_signature });
  expect(await records.list({ kind: 'challenge', limit: 1 })).toEqual([]);
  expect(await signIn.check(proofOf(wallet, { payload }), [DOMAIN])).toMatchObject({ account });
});
