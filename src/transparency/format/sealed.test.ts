import { createHmac, hash } from 'node:crypto';
import { expect, test } from 'vitest';
import { LeafHasher, type LogRow, NONCE_BYTES, rowText } from './row.ts';
import { sealMatch, sealReferred } from './sealed.ts';

const ID = '019a9588-9c80-7000-8000-00000000002a';
const SECRET = Buffer.alloc(32, 7);
const nonceOf = (name: string) => createHmac('sha256', SECRET).update(`42\n${ID}\n${name}`).digest();
const sha256 = (...parts: (string | Buffer)[]) => hash('sha256', Buffer.concat(parts.map((part) => Buffer.from(part))));
const hashOf = (name: string, text: string) => sha256(nonceOf(name), text);

const MAKER =
  '{"order":7,"account":"Zoë }\\"{ \\\\","left":123456789012345678901234567890,"guard":{"via":["x"],"depth":5}}';
const TAKER = '{"order":9,"account":"bob","left":0}';
const FEE = '{"ppm":500,"amount":3,"pool":"taker"}';
const match = (maker: string, taker: string, fee: string) =>
  `{"kind":"matchOrders","tokenA":"maker","maker":${maker},"taker":${taker},"amountA":400,"pools":{"maker":{"x":[1]}},"amountB":800${fee},"version":3}`;
const quoted = (name: string, text: string) => `"${hashOf(name, text)}"`;

test('the parts of each party are hashes, and all else stays as it is', () => {
  const { receipt, members } = sealMatch(match(MAKER, TAKER, `,"fee":${FEE}`), nonceOf);
  expect(receipt).toBe(match(quoted('maker', MAKER), quoted('taker', TAKER), `,"fee":${quoted('fee', FEE)}`));
  expect(members).toEqual([
    { name: 'maker', text: MAKER, nonce: nonceOf('maker') },
    { name: 'taker', text: TAKER, nonce: nonceOf('taker') },
    { name: 'fee', text: FEE, nonce: nonceOf('fee') },
  ]);
});

test('a match without a fee has two parts', () => {
  const { receipt, members } = sealMatch(match(MAKER, TAKER, ''), nonceOf);
  expect(receipt).toBe(match(quoted('maker', MAKER), quoted('taker', TAKER), ''));
  expect(members.map(({ name }) => name)).toEqual(['maker', 'taker']);
});

test.each([
  'not JSON',
  '',
  match(MAKER, '5', ''),
  `{"kind":"matchOrders","pools":{"maker":${MAKER},"taker":${TAKER}}}`,
])('a receipt without two orders is sealed as a whole: %s', (damaged) => {
  const { receipt, members } = sealMatch(damaged, nonceOf);
  expect(receipt).toBe(`{"receipt":"${hashOf('receipt', damaged)}"}`);
  expect(members).toEqual([{ name: 'receipt', text: damaged, nonce: nonceOf('receipt') }]);
});

const ROW: LogRow = {
  ...{ sequence: 42, id: ID, kind: 'matchOrders', actor: 'the keeper' },
  ...{ createdAtMs: 1_763_446_000_123, receipt: match(MAKER, TAKER, '') },
};
const bytesOf = (row: LogRow) => Buffer.from(' '.repeat(NONCE_BYTES) + rowText(row));

test('the leaf of a match is that of its sealed row', () => {
  const sealed = rowText({ ...ROW, receipt: sealMatch(ROW.receipt, nonceOf).receipt });
  const entry = sha256(createHmac('sha256', SECRET).update(`42\n${ID}`).digest(), sealed);
  const leaf = sha256(Buffer.of(0), Buffer.from(entry, 'hex'));
  const hasher = new LeafHasher(SECRET);
  expect(hasher.leafOf(ROW).toString('hex')).toBe(leaf);
  const { row, members } = hasher.sealed(bytesOf(ROW));
  expect(row.toString('utf8', NONCE_BYTES)).toBe(sealed);
  expect(members).toHaveLength(2);
});

test.each(['swap', 'matchOrders2', 'matchOrder', 'xmatchOrders'])('a row of kind %s is not sealed', (kind) => {
  const bytes = bytesOf({ ...ROW, kind });
  expect(new LeafHasher(SECRET).sealed(bytes)).toEqual({ row: bytes, members: [] });
});

const FEES = '"fees":{"lp":1,"protocol":2,"ref":123456789012345678901234567890}';
const swap = (more: string) =>
  `{"kind":"swap","account":"ann","tokenA":"apple","tokenB":"br\\"ead","amountA":5,"amountB":6,${more}}`;
const HOPS = `"hops":[{"pool":"p","tokenIn":"apple",${FEES}},{"pool":"q","fees":{"lp":3,"protocol":0,"ref":7}}]`;

test.each([
  [
    'of one pool',
    swap(`"pool":"EQ \\\\",${FEES},"referrer":"sh }\\"op"`),
    '{"account":"sh }\\"op","token":"br\\"ead","amount":123456789012345678901234567890,"pool":"EQ \\\\"}',
  ],
  [
    'of several pools, with the sum of their fees',
    swap(`${HOPS},"referrer":"shop","version":2`),
    '{"account":"shop","token":"br\\"ead","amount":123456789012345678901234567897}',
  ],
  [
    'without fees',
    swap('"pool":"EQ","referrer":"shop"'),
    '{"account":"shop","token":"br\\"ead","amount":0,"pool":"EQ"}',
  ],
])(
  'a referred swap %s is sealed as a whole, with the account, and beside it the income of the referrer',
  (_, text, referral) => {
    const { receipt, members } = sealReferred('Zoë "z"', text, nonceOf);
    expect(members.map(({ name, text: sealed }) => [name, sealed])).toEqual([
      ['actor', 'Zoë "z"'],
      ['receipt', text],
      ['referral', referral],
    ]);
    expect(JSON.parse(receipt)).toEqual(
      Object.fromEntries(members.map(({ name, text: of }) => [name, hashOf(name, of)])),
    );
    expect(JSON.parse(referral)).toHaveProperty('token', 'br"ead');
  },
);

test('a damaged receipt of a referred swap has no income, and nobody but its owner can read it', () => {
  expect(sealReferred('ann', 'x"referrer":"shop"', nonceOf).members.map(({ name }) => name)).toEqual([
    'actor',
    'receipt',
  ]);
});

test('the row of a referred swap names no account, and that of any other swap does', () => {
  const hasher = new LeafHasher(SECRET);
  const referred = { ...ROW, kind: 'swap', actor: 'ann', receipt: swap(`"pool":"EQ",${FEES},"referrer":"shop"`) };
  const { row, members } = hasher.sealed(bytesOf(referred));
  const text = row.toString('utf8', NONCE_BYTES);
  expect(text).toBe(
    rowText({ ...referred, actor: '', receipt: sealReferred('ann', referred.receipt, nonceOf).receipt }),
  );
  expect(text).not.toMatch(/ann|shop|apple/);
  expect(members.map(({ nonce }) => nonce)).toEqual(['actor', 'receipt', 'referral'].map(nonceOf));
  // A text that looks like the member is no member.
  for (const other of [swap(FEES), swap(`${FEES},"memo":"\\"referrer\\":\\"shop\\""`)]) {
    const bytes = bytesOf({ ...referred, receipt: other });
    expect(hasher.sealed(bytes)).toEqual({ row: bytes, members: [] });
  }
});
