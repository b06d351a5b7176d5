// Proofs of wallets: those of real wallets pass, and any change to one is noticed.
import { beginCell, type Cell, contractAddress, type StateInit } from '@ton/core';
import { WalletContractV4, WalletContractV5R1 } from '@ton/ton';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkProof, type ProofRefusal, type ProofReply, type ProofRules } from '../../../src/ton/proof/check.ts';
import { bocOf, DOMAIN, initCell, keys, NOW_MS, otherKeys, proofOf, prove, WALLETS } from './signer.ts';

const RULES: ProofRules = { domains: ['elsewhere.example', DOMAIN], nowMs: NOW_MS };
const { v3r2, v4r2, v5r1, v5beta } = WALLETS;
const good = proofOf(v4r2);
const NOW_S = NOW_MS / 1000;

describe('a proof signed by a real wallet', () => {
  test.each([
    {
      wallet: WalletContractV4.create({
        workchain: 0,
        publicKey: Buffer.from('7d53c25d85a600c5afb72a65131bc9c83e4fc4cbb1329452505937e2026bb05c', 'hex'),
      }),
      address: '0:a0b96c234f6dede6d56df40ca81315bb73c30d1a9d9f8fbc14d440c73ef6d510',
      domain: 'getgems.io',
      timestamp: 1698873010,
      payload: 'gems',
      signature: 'eN9vr+Yv6vm5iBuC/daBC18PqwhGUAedtODHuaSh1VJBOKwrQ2ICOk/31YjDTUYxGaHZ7eT+L4dJN1oJGuK5AQ==',
    },
    {
      wallet: WalletContractV5R1.create({
        workchain: 0,
        publicKey: Buffer.from('79c446597dbf81b9987e9059de95dc557bcd9e2c431a6db1677768783d0b99f7', 'hex'),
      }),
      address: '0:83ae019a23a8162beaa5cb0ebdc56668b2eac6c6ba51808812915b206a152dc5',
      domain: 'github.com',
      timestamp: 1754535788,
      payload: 'f85774c9762007d20000000068941ae3',
      signature: 'd8GGkzgRbyPCiAt4a2EN+xiNK6fLHo/ptQdDT3YQcUD4cg3TUnE2Airf37y+xRkEP/aiQq38ytS4Ho4ZDHM5CQ==',
    },
  ])('for $domain passes unless altered', async ({ wallet, address, domain: value, timestamp, payload, signature }) => {
    const proof = { timestamp, domain: { lengthBytes: value.length, value }, payload, signature };
    const reply = { address, walletStateInit: bocOf(initCell(wallet.init)), proof };
    const rules = { domains: [value], nowMs: timestamp * 1000 };
    expect(await checkProof(reply, rules)).toEqual({ account: wallet.address.toString() });
    const other = { ...reply, proof: { ...proof, payload: `${payload}.` } };
    expect(await checkProof(other, rules)).toEqual({ refusal: 'wrong_signature' });
  });
});

test.each(Object.entries(WALLETS))('a wallet %s proves its address, with its own key only', async (_, wallet) => {
  const account = wallet.address.toString();
  expect(await checkProof(proofOf(wallet), RULES)).toEqual({ account });
  const forged = proofOf(wallet, { secretKey: otherKeys.secretKey });
  expect(await checkProof(forged, RULES)).toEqual({ refusal: 'wrong_signature' });
});

const masterchain = WalletContractV4.create({ workchain: -1, publicKey: keys.publicKey });
const withProof = (changed: Partial<ProofReply['proof']>): ProofReply => ({
  ...good,
  proof: { ...good.proof, ...changed },
});

test.each<[string, ProofReply]>([
  ['an address in its friendly form', { ...good, address: v4r2.address.toString({ bounceable: false }) }],
  ['a timestamp as text', withProof({ timestamp: String(NOW_S) })],
  ['an age of 15 minutes', proofOf(v4r2, { timestamp: NOW_S - 900 })],
  ['a timestamp one minute ahead', proofOf(v4r2, { timestamp: NOW_S + 60 })],
  ['the other allowed domain', proofOf(v4r2, { domain: 'elsewhere.example' })],
  ['an empty payload', proofOf(v4r2, { payload: '' })],
  ['a payload of 128 bytes', proofOf(v4r2, { payload: 'ä'.repeat(64) })],
  ['a StateInit with checksum and index', { ...good, walletStateInit: indexed(v4r2.init) }],
])('a proof with %s is accepted', async (_, reply) => {
  expect(await checkProof(reply, RULES)).toEqual({ account: v4r2.address.toString() });
});

const [firstHalf, secondHalf] = [good.proof.signature.slice(0, 44), good.proof.signature.slice(44)];
const another = WalletContractV4.create({ workchain: 0, publicKey: otherKeys.publicKey });
const unknownCode = { code: beginCell().storeUint(1, 8).endCell(), data: v4r2.init.data };
const shortData = { code: v4r2.init.code, data: beginCell().storeUint(0, 64).storeUint(1, 200).endCell() };

test.each<[ProofRefusal, string, ProofReply]>([
  ['malformed', 'no address', { ...good, address: '' }],
  [
    'malformed',
    'an address with a wrong checksum',
    { ...good, address: v4r2.address.toString().replace(/.$/, (end) => (end === 'A' ? 'B' : 'A')) },
  ],
  ['malformed', 'a name instead of an address', { ...good, address: 'ann' }],
  ['wrong_workchain', 'the masterchain', proofOf(masterchain)],
  ['wrong_workchain', 'a workchain without wallets', { ...good, address: good.address.replace('0:', '1:') }],
  ['malformed', 'a workchain beyond a byte', { ...good, address: good.address.replace('0:', '256:') }],
  ['malformed', 'a time before 1970', withProof({ timestamp: -1 })],
  ['malformed', 'a fraction of a second', withProof({ timestamp: NOW_S + 0.5 })],
  ['malformed', 'a word as timestamp', withProof({ timestamp: 'now' })],
  ['malformed', 'a time in hex', withProof({ timestamp: '0x6ab' })],
  ['malformed', 'a time beyond all dates', withProof({ timestamp: '99999999999999999999' })],
  ['malformed', 'an infinite timestamp', withProof({ timestamp: Number.POSITIVE_INFINITY })],
  ['malformed', 'no signature', withProof({ signature: '' })],
  ['malformed', 'half a signature', withProof({ signature: firstHalf })],
  ['malformed', 'a signature and a byte', withProof({ signature: Buffer.alloc(65).toString('base64') })],
  ['malformed', 'a signature with a line break', withProof({ signature: `${firstHalf}\n${secondHalf}` })],
  ['malformed', 'a domain that says it is longer', withProof({ domain: { lengthBytes: 13, value: DOMAIN } })],
  ['malformed', 'a domain that says it is shorter', withProof({ domain: { lengthBytes: 4, value: DOMAIN } })],
  ['malformed', 'a domain of 129 bytes', proofOf(v4r2, { domain: 'd'.repeat(129) })],
  ['malformed', 'a payload of 129 bytes', proofOf(v4r2, { payload: 'p'.repeat(129) })],
  ['malformed', 'a StateInit that is no bag of cells', { ...good, walletStateInit: 'te6cc' }],
  ['malformed', 'an empty StateInit', { ...good, walletStateInit: '' }],
  ['malformed', 'a StateInit of a megabyte', { ...good, walletStateInit: 'A'.repeat(1 << 20) }],
  ['malformed', 'a cell that is no StateInit', { ...good, walletStateInit: bocOf(beginCell().endCell()) }],
  ['malformed', 'more than a StateInit', { ...good, walletStateInit: bocOf(longer(v4r2.init)) }],
  ['wrong_domain', 'another site', proofOf(v4r2, { domain: 'evil.example' })],
  ['wrong_domain', 'an empty domain', proofOf(v4r2, { domain: '' })],
  ['wrong_domain', 'a subdomain of ours', proofOf(v4r2, { domain: `www.${DOMAIN}` })],
  ['wrong_domain', 'a domain that begins like ours', proofOf(v4r2, { domain: `${DOMAIN}.evil.example` })],
  ['wrong_domain', 'our domain with a port', proofOf(v4r2, { domain: `${DOMAIN}:8080` })],
  ['wrong_time', 'a timestamp one second too old', proofOf(v4r2, { timestamp: NOW_S - 901 })],
  ['wrong_time', 'a timestamp 61 s ahead', proofOf(v4r2, { timestamp: NOW_S + 61 })],
  ['wrong_time', 'a timestamp in milliseconds', proofOf(v4r2, { timestamp: NOW_MS })],
  ['wrong_time', 'the timestamp 0', proofOf(v4r2, { timestamp: 0 })],
  ['wrong_address', "somebody else's address", proofOf(v4r2, { address: another.address.toRawString() })],
  ['wrong_address', "another version's address", proofOf(v4r2, { address: v3r2.address.toRawString() })],
  [
    'wrong_address',
    "one's own StateInit for another's address",
    { ...proofOf(another), walletStateInit: bocOf(initCell(v4r2.init)) },
  ],
  ['wrong_signature', "another's wallet, signed with one's own key", proofOf(another)],
  ['unknown_wallet', 'no StateInit', prove({ address: good.address })],
  ['unknown_wallet', 'unknown code', contract(unknownCode)],
  ['unknown_wallet', 'data too short for a key', contract(shortData)],
  ['unknown_wallet', 'code without data', contract({ code: v4r2.init.code })],
  ['unknown_wallet', 'data without code', contract({ data: v4r2.init.data })],
  ['unknown_wallet', 'a v5 that takes no signatures', contract(flipped(v5r1.init))],
  ['unknown_wallet', 'a v5 beta that takes no signatures', contract(flipped(v5beta.init))],
  ['wrong_signature', 'a changed payload', withProof({ payload: 'payloae' })],
  ['wrong_signature', 'a changed time', withProof({ timestamp: NOW_S - 1 })],
  ['wrong_signature', 'a changed domain', withProof({ domain: { lengthBytes: 17, value: 'elsewhere.example' } })],
  ['wrong_workchain', 'the same wallet in the masterchain', { ...good, address: good.address.replace('0:', '-1:') }],
  ['wrong_signature', 'a public key that is invalid', contract(keyOf(Buffer.alloc(32, 0xff)))],
])('a proof is refused as %s: %s', async (refusal, _, reply) => {
  expect(await checkProof(reply, RULES)).toEqual({ refusal });
});

test('a proof is refused if any bit of its signature is flipped', async () => {
  const bit = fc.nat({ max: 511 });
  const changed = (at: number) => {
    const bytes = Buffer.from(good.proof.signature, 'base64');
    bytes[at >> 3] = (bytes[at >> 3] ?? 0) ^ (1 << (at & 7));
    return withProof({ signature: bytes.toString('base64') });
  };
  await fc.assert(
    fc.asyncProperty(bit, async (at) => {
      expect(await checkProof(changed(at), RULES)).toEqual({ refusal: 'wrong_signature' });
    }),
  );
});

test('a proof with a damaged or arbitrary StateInit is refused without an exception', async () => {
  const bytes = Buffer.from(good.walletStateInit ?? '', 'base64');
  const damaged = fc.tuple(fc.nat({ max: bytes.length - 1 }), fc.integer({ min: 1, max: 255 })).map(([at, by]) => {
    const copy = Buffer.from(bytes);
    copy[at] = (copy[at] ?? 0) ^ by;
    return copy.toString('base64');
  });
  await fc.assert(
    fc.asyncProperty(fc.oneof(damaged, fc.base64String()), async (walletStateInit) => {
      expect(await checkProof({ ...good, walletStateInit }, RULES)).toHaveProperty('refusal');
    }),
  );
});

describe('the contract of an unknown wallet is asked for its key, and the proof is', () => {
  const reply = contract(unknownCode);
  const { address } = reply;
  test.each<[string, Buffer | undefined, object]>([
    ['accepted if it returns the right key', keys.publicKey, { account: contractAddress(0, unknownCode).toString() }],
    ['refused if it returns another key', otherKeys.publicKey, { refusal: 'wrong_signature' }],
    ['refused if it returns none', undefined, { refusal: 'unknown_wallet' }],
    ['refused if it returns something that is not a key', Buffer.alloc(31), { refusal: 'unknown_wallet' }],
  ])('%s', async (_, key, outcome) => {
    const asked: string[] = [];
    const keyOf = async (at: { toRawString(): string }) => {
      asked.push(at.toRawString());
      return key;
    };
    expect(await checkProof(reply, { ...RULES, keyOf })).toEqual(outcome);
    expect(asked).toEqual([address]);
  });

  test('accepted without asking if the wallet is known', async () => {
    const keyOf = () => Promise.reject(new Error('asked'));
    expect(await checkProof(good, { ...RULES, keyOf })).toEqual({ account: v4r2.address.toString() });
  });
});

/** An arbitrary contract with an otherwise valid proof. */
function contract(init: StateInit): ProofReply {
  const cell = initCell(init);
  return prove({ address: `0:${cell.hash().toString('hex')}`, init: bocOf(cell) });
}

function flipped({ code, data }: { code: Cell; data: Cell }): StateInit {
  const slice = data.beginParse();
  const isSet = slice.loadBit();
  return { code, data: beginCell().storeBit(!isSet).storeSlice(slice).endCell() };
}

function longer(init: StateInit): Cell {
  return beginCell().storeSlice(initCell(init).beginParse()).storeBit(1).endCell();
}

function keyOf(publicKey: Buffer): StateInit {
  return WalletContractV4.create({ workchain: 0, publicKey }).init;
}

function indexed(init: StateInit): string {
  return initCell(init).toBoc({ idx: true, crc32: true }).toString('base64');
}
