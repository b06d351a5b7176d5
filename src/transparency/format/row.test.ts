import { createHash, createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { idIn, LeafHasher, type LogRow, NONCE_BYTES, rowText, sequenceIn } from './row.ts';

const SECRET = Buffer.from('00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff', 'hex');
const ROW: LogRow = {
  sequence: 42,
  id: '019a9588-9c80-7000-8000-00000000002a',
  kind: 'deposit',
  actor: 'alice',
  createdAtMs: 1_763_446_000_123,
  receipt: '{"kind":"deposit","account":"alice","amount":5}',
};
const sha256 = (...parts: (string | Buffer)[]) =>
  parts.reduce((made, part) => made.update(part), createHash('sha256')).digest();

const leafOf = (row: LogRow): Buffer => new LeafHasher(SECRET).leafOf(row);

test('the text of a row is as documented', () => {
  expect(rowText(ROW)).toBe(
    'millpond-row/v1\n42\n019a9588-9c80-7000-8000-00000000002a\ndeposit\nalice\n1763446000123\n' +
      '{"kind":"deposit","account":"alice","amount":5}',
  );
});

test.each([
  ['a short row', ROW],
  ['a row with characters of several bytes', { ...ROW, actor: 'Zoë 鯉', receipt: '{"name":"🐟🐟\\n"}' }],
  ['a row longer than the buffer', { ...ROW, receipt: `{"note":"${'€'.repeat(30_000)}"}` }],
])('%s hashes as documented, step by step', (_, row) => {
  const nonce = createHmac('sha256', SECRET).update(`42\n${ROW.id}`).digest();
  expect(new LeafHasher(SECRET).nonceOf(ROW)).toEqual(nonce);
  const entry = sha256(nonce, rowText(row));
  expect(leafOf(row)).toEqual(sha256(Buffer.of(0), entry));
});

test('another row of the same sequence, as after a rollback, has another nonce', () => {
  const [hasher, id] = [new LeafHasher(SECRET), '019a9588-9c80-7000-8000-00000000002b'];
  const nonce = hasher.nonceOf(ROW);
  expect(hasher.nonceOf({ ...ROW, id })).not.toEqual(nonce);
  expect(leafOf({ ...ROW, id })).not.toEqual(sha256(Buffer.of(0), sha256(nonce, rowText({ ...ROW, id }))));
});

test.each([1, 42, 9_007_199_254_740_991])('row %s tells its sequence and id', (sequence) => {
  const row = Buffer.from(' '.repeat(NONCE_BYTES) + rowText({ ...ROW, sequence, id: 'Zoë' }));
  expect(sequenceIn(row)).toBe(sequence);
  expect(idIn(row)).toBe('Zoë');
});

test.each(['', 'x'.repeat(100)])('bytes that are no row (%j) tell no sequence', (text) => {
  expect(sequenceIn(Buffer.from(text))).toBe(0);
});

test.each(['id', 'kind', 'actor'])(
  'a newline in the %s is refused, since the text would have two readings',
  (field) => {
    const row = { ...ROW, [field]: 'a\nb' };
    expect(() => rowText(row)).toThrow('transaction 42 cannot be logged');
    expect(() => leafOf(row)).toThrow('transaction 42 cannot be logged');
  },
);
