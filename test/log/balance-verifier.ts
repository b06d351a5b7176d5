// A second verifier of balances, written from docs/proof.md and src/transparency/format/README.md alone: it shares no code with the client package.
import { createHash, createPublicKey, verify } from 'node:crypto';

const sha = (...parts: (Buffer | string)[]): Buffer => {
  const made = createHash('sha256');
  for (const part of parts) made.update(part);
  return made.digest();
};
const hex = (text: string): Buffer => Buffer.from(text, 'hex');

type Place = { readonly index: number; readonly path: readonly string[] };
type Proof = Place & {
  readonly token: string;
  readonly account: string;
  readonly amount: string;
  readonly nonce: string;
  readonly line: Place & { readonly text: string };
  readonly list: string;
  readonly transaction: Place & { readonly row: string; readonly nonce: string; readonly checkpoint: string };
};

/** RFC 9162, 2.1.3.2. */
function rootOf(leaf: Buffer, { index, path }: Place, size: number): string {
  if (!(index < size)) return '';
  let [fn, sn, r] = [index, size - 1, leaf];
  for (const p of path.map(hex)) {
    if (sn === 0) return '';
    if (fn % 2 === 1 || fn === sn) {
      r = sha(Buffer.of(1), p, r);
      while (fn % 2 === 0 && fn !== 0) [fn, sn] = [fn >> 1, sn >> 1];
    } else r = sha(Buffer.of(1), r, p);
    [fn, sn] = [fn >> 1, sn >> 1];
  }
  return sn === 0 ? r.toString('hex') : '';
}

/** Base64 in its one canonical form. */
const base64 = (text: string): Buffer => {
  const bytes = Buffer.from(text, 'base64');
  return bytes.toString('base64') === text ? bytes : Buffer.alloc(0);
};

/** The size and root that a C2SP checkpoint signs. */
function signed(note: string, vkey: string): readonly [size: number, root: string] {
  const [, name = '', id = '', key = ''] = /^(.*?)\+([0-9a-f]{8})\+(.*)$/.exec(vkey) ?? [];
  const end = note.indexOf('\n\n') + 1;
  const [line = '', after] = note.slice(end + 1).split('\n');
  const x = base64(key).subarray(1).toString('base64url');
  const publicKey = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
  const signature = base64(line.replace(`— ${name} `, ''));
  const isSigned = verify(null, Buffer.from(note.slice(0, end)), publicKey, signature.subarray(4));
  const [origin, size, root = ''] = note.split('\n');
  if (!isSigned || signature.toString('hex', 0, 4) !== id || origin !== name || after !== '') return [0, ''];
  return [Number(size), base64(root).toString('hex')];
}

/** The amount that is counted; undefined if the proof is not accepted. */
export function verifiedAmount(proof: Proof, vkey: string): bigint | undefined {
  const { transaction, line, list, token, account, nonce } = proof;
  const [size, root] = signed(transaction.checkpoint, vkey);
  const entry = sha(hex(transaction.nonce), transaction.row);
  const isLogged = rootOf(sha(Buffer.of(0), entry), transaction, size) === root && root !== '';
  const [, , , kind, , , ...receipt] = transaction.row.split('\n');
  const isStated = kind === 'liabilities' && JSON.parse(receipt.join('\n')).hash === sha(list).toString('hex');
  const head = list.split('\n');
  const isListed =
    head[0] === 'millpond-liabilities/v2' && rootOf(sha(Buffer.of(0), line.text), line, Number(head[6])) === head[7];
  const [people, total = '', ofPeople, , , ...name] = line.text.split(' ');
  const amount = Buffer.from(BigInt(proof.amount).toString(16).padStart(32, '0'), 'hex');
  const leaf = sha(Buffer.of(0), sha(hex(nonce), account), amount);
  const isCounted = name.join(' ') === token && rootOf(leaf, proof, Number(people)) === ofPeople;
  const isAll = isLogged && isStated && isListed && isCounted && BigInt(proof.amount) <= BigInt(total);
  return isAll ? BigInt(proof.amount) : undefined;
}
