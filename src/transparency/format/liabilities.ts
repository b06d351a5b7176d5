// The list of what the exchange owes: for every token the balances of its own accounts, and the total of people with the root of their tree.
import { hash } from 'node:crypto';
import { TreeAppender } from './appender.ts';
import { MalformedLogText } from './format.ts';
import { computed, wantedInclusion } from './proofs.ts';
import { tilePath } from './tile.ts';
import { EMPTY_ROOT, HASH_TREE, leafHash } from './tree.ts';

export type OwnBalance = { readonly account: string; readonly amount: bigint };

export type TokenLiability = {
  readonly token: string;
  /** Number of people who hold some, each with one leaf. */
  readonly people: number;
  readonly peopleTotal: bigint;
  /** The root of the tree of their balances. */
  readonly root: Uint8Array;
  /** The balances of the exchange's own accounts, sorted by the bytes of their names. */
  readonly own: readonly OwnBalance[];
};

export const ownTotalOf = ({ own }: Pick<TokenLiability, 'own'>): bigint =>
  own.reduce((sum, { amount }) => sum + amount, 0n);

/** The fields of a list that do not follow from the balances; the statement of its hash in the journal has them too. */
export type ListHead = {
  /** The balances are those after this transaction. */
  readonly asOf: number;
  readonly atMs: number;
  /** Number of the log whose secret hides who owns a leaf. */
  readonly log: number;
  /** The time until the next list; 0 if none is promised. */
  readonly intervalMs: number;
  /** Hash of the list before this one; null for the first. */
  readonly previous: string | null;
};

/** The version of the format that the first line of a list and the statement of its hash name. */
export const LIST_FORMAT = 2;
const VERSION = `millpond-liabilities/v${LIST_FORMAT}`;
const NO_PREVIOUS = 'none';
const HEAD_LINES = 8;

/**
 * The whole list: its head, and for each token a line that is followed by those of the exchange's own accounts, each after a space. The
 * head contains the root of a tree over the lines of the tokens, so that one of them can be proven without the others.
 */
export function liabilitiesText(head: ListHead, tokens: readonly TokenLiability[]): string {
  const sorted = byBytes(tokens, ({ token }) => token);
  const lines = sorted.map(tokenLine);
  const { asOf, atMs, log, intervalMs, previous } = head;
  const root = Buffer.from(new LinesTree(lines).root).toString('hex');
  return [
    ...[VERSION, asOf, atMs, log, intervalMs, previous ?? NO_PREVIOUS, lines.length, root],
    ...sorted.flatMap(({ own }, at) => [lines[at], ...ownLines(own).map((line) => ` ${line}`)]),
    '',
  ].join('\n');
}

/** The head of a list's text, which the statement of its hash commits to. */
export const headOfList = (text: string): string => `${text.split('\n', HEAD_LINES).join('\n')}\n`;

export const hashOfList = (text: string): string => hash('sha256', headOfList(text), 'hex');

/** True if the text is a list with this hash, whose lines are those that its head commits to. */
export function hasHash(text: string, expected: string): boolean {
  try {
    parseLiabilities(text);
    return hashOfList(text) === expected;
  } catch {
    return false;
  }
}

/** The line of a token. Its name may contain spaces, so it is the last field. */
export function tokenLine(liability: TokenLiability): string {
  const { token, people, peopleTotal, root, own } = liability;
  const ownHash = hash(
    'sha256',
    ownLines(own)
      .map((line) => `${line}\n`)
      .join(''),
    'hex',
  );
  return `${people} ${peopleTotal} ${Buffer.from(root).toString('hex')} ${ownTotalOf(liability)} ${ownHash} ${token}`;
}

/** Reads what `liabilitiesText` wrote. Throws unless it would write the same text again. */
export function parseLiabilities(text: string): ListHead & { readonly tokens: readonly TokenLiability[] } {
  const [, asOf, atMs, log, intervalMs, previous = '', , , ...lines] = text.split('\n');
  const tokens: (TokenLiability & { readonly own: OwnBalance[] })[] = [];
  for (const line of lines) {
    const [, people, peopleTotal = '', root = '', token] = TOKEN_LINE.exec(line) ?? [];
    const [, amount, account = ''] = OWN_LINE.exec(line) ?? [];
    if (token !== undefined)
      tokens.push({
        ...{ token, people: Number(people), peopleTotal: BigInt(peopleTotal), root: Buffer.from(root, 'hex') },
        own: [],
      });
    else if (amount !== undefined) tokens.at(-1)?.own.push({ account, amount: BigInt(amount) });
  }
  const head: ListHead = {
    asOf: Number(asOf),
    atMs: Number(atMs),
    log: Number(log),
    intervalMs: Number(intervalMs),
    previous: previous === NO_PREVIOUS ? null : previous,
  };
  if (liabilitiesText(head, tokens) === text) return { ...head, tokens };
  throw new MalformedLogText(`the document is not of the form ${VERSION}`);
}

const TOKEN_LINE = /^(\d{1,15}) (\d{1,37}) ([0-9a-f]{64}) \d{1,37} [0-9a-f]{64} (.+)$/;
const OWN_LINE = /^ (\d{1,37}) (.+)$/;

const ownLines = (own: readonly OwnBalance[]): readonly string[] =>
  byBytes(own, ({ account }) => account).map(({ account, amount }) => `${amount} ${account}`);

function byBytes<Item>(items: readonly Item[], nameOf: (item: Item) => string): readonly Item[] {
  return items
    .map((item) => ({ item, bytes: Buffer.from(nameOf(item)) }))
    .sort((a, b) => Buffer.compare(a.bytes, b.bytes))
    .map(({ item }) => item);
}

/** The tree over the lines of the tokens; a leaf is SHA-256(0x00 ‖ line). */
export class LinesTree {
  readonly #size: number;
  readonly #tiles: ReadonlyMap<string, Buffer>;
  readonly root: Uint8Array;

  constructor(lines: readonly string[]) {
    const tree = new TreeAppender(HASH_TREE, 0, () => EMPTY_ROOT);
    for (const line of lines) tree.append(leafHash(Buffer.from(line)));
    this.#size = lines.length;
    this.root = lines.length === 0 ? EMPTY_ROOT : tree.root();
    this.#tiles = new Map(tree.takeTiles().map((tile) => [tilePath(tile), tile.nodes]));
  }

  /** From the sibling of the leaf to the child of the root. */
  path(index: number): readonly Buffer[] {
    return computed(HASH_TREE, wantedInclusion(index, this.#size), (tile) => this.#tiles.get(tilePath(tile)) as Buffer);
  }
}
