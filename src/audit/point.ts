// The point at which an audit ends and the next one starts: what its checks know after a transaction, as text whose hash is stated in the
// journal. The balances are too many to be stored with it; it has their hash.
import { createHash, hash } from 'node:crypto';
import type { AuditPoint } from '../ports/audits.ts';
import { type SigningKey, signingKey } from '../transparency/format/keys.ts';
import { openLines, signLines } from '../transparency/format/signed-text.ts';

/** To be raised with every change to what the checks keep or check: the first audit after such an upgrade is a full one. */
const VERSION = 2;

/** Characters of the text that are stored together. */
const PART_LENGTH = 100_000;

export type PointHead = {
  readonly version: number;
  /** The point is after this transaction. */
  readonly asOf: number;
  /** The last audit that read everything: as of which transaction, and when. */
  readonly full: { readonly asOf: number; readonly atMs: number };
  /** The hash of all balances that are not zero. */
  readonly balancesHash: string;
  /** Root of the public log's tree, in base64; null if there is no log. */
  readonly logRoot: string | null;
  /** The hash of what is recorded about the public logs. */
  readonly logsHash: string;
  /** The transaction `asOf`. */
  readonly last: { readonly id: string; readonly createdAtMs: number };
  readonly poolsCreated: number;
  readonly listingSequence: number;
};

const SECTIONS = [
  ...(['pools', 'tokens', 'orders', 'averages', 'tokenMarks'] as const),
  ...(['figures', 'positions', 'orderRecords'] as const),
] as const;
/** Everything that the checks keep, record by record. */
export type Saved = Readonly<Record<(typeof SECTIONS)[number], Iterable<unknown>>>;
export type Point = { readonly head: PointHead; readonly saved: Readonly<Record<keyof Saved, readonly never[]>> };

/** A line of JSON for the head, and one for each record. */
export function writePoint(head: Omit<PointHead, 'version'>, saved: Saved, key: SigningKey): AuditPoint {
  const digest = createHash('sha256');
  const parts: string[] = [];
  let part = '';
  const flush = () => {
    digest.update(part);
    parts.push(part);
    part = '';
  };
  const add = (line: unknown) => {
    part += `${JSON.stringify(line, withBigints)}\n`;
    if (part.length >= PART_LENGTH) flush();
  };
  add({ version: VERSION, ...head });
  for (const section of SECTIONS) for (const record of saved[section]) add([section, record]);
  if (part !== '') flush();
  const { asOf } = head;
  const digestHex = digest.digest('hex');
  return { asOf, hash: digestHex, parts, note: signLines('audited', [String(asOf), digestHex], key) };
}

/** True if the key of the log with this origin has signed the point. */
export function isSignedPoint({ asOf, hash: stated, note }: AuditPoint, keyText: string, origin: string): boolean {
  try {
    const lines = openLines('audited', note, signingKey(keyText, origin, 'note'));
    return lines.join('\n') === `${asOf}\n${stated}`;
  } catch {
    return false;
  }
}

/** Undefined if the text does not have its hash, or is of another version. */
export function readPoint({ hash: stated, parts }: Pick<AuditPoint, 'hash' | 'parts'>): Point | undefined {
  const text = parts.join('');
  if (hash('sha256', text, 'hex') !== stated) return undefined;
  const [first = '', ...lines] = text.split('\n').slice(0, -1);
  const head: PointHead = JSON.parse(first);
  if (head.version !== VERSION) return undefined;
  const saved = Object.fromEntries(SECTIONS.map((section) => [section, [] as unknown[]])) as Record<
    keyof Saved,
    unknown[]
  >;
  for (const line of lines) {
    const [section, record] = JSON.parse(line, toBigints) as [keyof Saved, unknown];
    saved[section].push(record);
  }
  return { head, saved: saved as unknown as Point['saved'] };
}

/** The SHA-256 of one line for each balance that is not zero, sorted by account and token. */
export function hashOfBalances(balances: ReadonlyMap<string, bigint>): string {
  const digest = createHash('sha256');
  let text = '';
  for (const key of [...balances.keys()].sort()) {
    const balance = balances.get(key);
    if (balance === 0n) continue;
    text += `${key}\n${balance}\n`;
    if (text.length < PART_LENGTH) continue;
    digest.update(text);
    text = '';
  }
  return digest.update(text).digest('hex');
}

/** A bigint is written as a text like `12n`, and a text that looks like one with a tilde before it. */
const LOOKS_LIKE_BIGINT = /^~*-?\d+n$/;
const withBigints = (_: string, value: unknown): unknown => {
  if (typeof value === 'bigint') return `${value}n`;
  return typeof value === 'string' && LOOKS_LIKE_BIGINT.test(value) ? `~${value}` : value;
};
const toBigints = (_: string, value: unknown): unknown => {
  if (typeof value !== 'string' || !LOOKS_LIKE_BIGINT.test(value)) return value;
  return value.startsWith('~') ? value.slice(1) : BigInt(value.slice(0, -1));
};
