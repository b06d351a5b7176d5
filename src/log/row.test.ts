import { createHash, createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { LeafHasher, type LogRow, rowText } from './row.ts';

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

function leafOf(row: LogRow): Buffer {
  const leaf = Buffer.alloc(32);
  new LeafHasher(SECRET).writeLeaf(row, leaf, 0);
  return leaf;
}

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
  const nonce = createHmac('sha256', SECRET).update('42').digest();
  expect(new LeafHasher(SECRET).nonceOf(42)).toEqual(nonce);
  const entry = sha256(nonce, rowText(row));
  expect(leafOf(row)).toEqual(sha256(Buffer.of(0), entry));
});

test('a longer row leaves nothing behind for the next', () => {
  const hasher = new LeafHasher(SECRET);
  const leaf = Buffer.alloc(32);
  hasher.writeLeaf({ ...ROW, receipt: 'x'.repeat(40_000) }, leaf, 0);
  hasher.writeLeaf(ROW, leaf, 0);
  expect(leaf).toEqual(leafOf(ROW));
});

test.each(['id', 'kind', 'actor'])(
  'a newline in the %s is refused, since the text would have two readings',
  (field) => {
    const row = { ...ROW, [field]: 'a\nb' };
    expect(() => rowText(row)).toThrow('transaction 42 cannot be logged');
    expect(() => leafOf(row)).toThrow('transaction 42 cannot be logged');
  },
);
