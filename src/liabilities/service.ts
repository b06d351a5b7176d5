// Answers what the exchange owes, and proves to an owner that a balance is counted, from what is stored.
import { sequenceOf } from '../core/settle/transaction-id.ts';
import { TreeAppender } from '../log/appender.ts';
import {
  BalanceIds,
  compareId,
  FEWEST_LEAVES,
  leafOfRecord,
  parseLiabilities,
  RECORD_BYTES,
  SumLeaves,
  type TokenLiability,
} from '../log/liabilities.ts';
import { computed, neededTiles, wantedInclusion } from '../log/proofs.ts';
import { SUM_TREE, splitNode } from '../log/sums.ts';
import { TILE_WIDTH, type TileId, tilePath } from '../log/tile.ts';
import type {
  BalanceProofAnswer,
  CountedBalance,
  Liabilities,
  LiabilitiesPage,
  OwedQueries,
} from '../ports/liabilities.ts';
import type { LiabilitiesReads, StoredLiabilities, TreeOf } from '../ports/liabilities-store.ts';
import type { LogReads, TileAt } from '../ports/log-store.ts';
import type { PublicLog } from '../ports/public-log.ts';

type Read = { readonly hash: string; readonly text: string; readonly tokens: readonly TokenLiability[] };
/** The balances of a token, sorted by id, and the nodes of its tree, both by tiles. */
type BalanceTree = {
  readonly records: (index: number) => Promise<Buffer>;
  readonly nodes: (tile: TileId) => Promise<Buffer>;
};
type Stated = StoredLiabilities & { readonly transactionId: string };

/** The number of documents whose trees are kept. */
const WITH_TREES = 2;
/** Padded trees that are kept in memory, 100 kB each: one takes 8 ms to compute. */
const MOST_PADDED = 32;

export class LiabilitiesService implements OwedQueries {
  readonly #store: LiabilitiesReads & Pick<LogReads, 'logs'>;
  readonly #log: Pick<PublicLog, 'checkpoint' | 'proof'>;
  /** The document that was asked about last: one of 10,000 tokens has more than a megabyte. */
  #read: Read | undefined;
  /** By document and token, those that were asked about last. */
  readonly #padded = new Map<string, Promise<BalanceTree>>();

  constructor(store: LiabilitiesReads & Pick<LogReads, 'logs'>, log: Pick<PublicLog, 'checkpoint' | 'proof'>) {
    this.#store = store;
    this.#log = log;
  }

  async liabilities({ after, limit }: LiabilitiesPage): Promise<Liabilities | undefined> {
    const [stated] = await this.#stated();
    if (!stated) return undefined;
    const { tokens } = await this.#document(stated);
    const next =
      after === undefined
        ? 0
        : tokens.findIndex(({ token }) => Buffer.compare(Buffer.from(token), Buffer.from(after)) > 0);
    const start = next < 0 ? tokens.length : next;
    return {
      ...stated,
      transaction: await this.#log.proof(sequenceIn(stated)),
      tokens: tokens.slice(start, start + limit).map(({ root, ...token }) => ({ ...token, root: hexOf(root) })),
    };
  }

  async balanceProof(account: string, token: string): Promise<BalanceProofAnswer> {
    const all = await this.#stated();
    if (all.length === 0) return { absent: 'document' };
    const size = (await this.#log.checkpoint())?.size ?? 0;
    const stated = all.find((document) => sequenceIn(document) <= size);
    const transaction = stated && (await this.#log.proof(sequenceIn(stated)));
    if (!stated || !transaction) return { absent: 'checkpoint' };
    const { text, tokens } = await this.#document(stated);
    const line = tokens.find((one) => one.token === token);
    const counted = line && (await this.#counted(stated, line, account));
    if (!counted) return { absent: 'balance', asOf: stated.asOf, atMs: stated.atMs };
    return { proof: { token, account, ...counted, document: text, transaction } };
  }

  async #stated(): Promise<readonly Stated[]> {
    // One more than those with trees, since the newest may not be stated yet.
    const found = await this.#store.liabilities(WITH_TREES + 1);
    return found.filter((document): document is Stated => document.transactionId !== null).slice(0, WITH_TREES);
  }

  async #document({ asOf, hash }: Stated): Promise<Read> {
    if (this.#read?.hash === hash) return this.#read;
    const text = await this.#store.liabilitiesText(asOf);
    if (text === undefined) throw new Error(`the list of what was owed after transaction ${asOf} is gone`);
    this.#read = { hash, text, tokens: parseLiabilities(text).tokens };
    return this.#read;
  }

  async #counted(
    { asOf, hash, log }: Stated,
    { token, leaves }: TokenLiability,
    account: string,
  ): Promise<CountedBalance | undefined> {
    const secret = (await this.#store.logs()).find(({ number }) => number === log)?.secret;
    if (secret === undefined) throw new Error(`the secret of log ${log} is gone`);
    const ids = new BalanceIds(Buffer.from(secret, 'hex'), asOf, token);
    const place = { asOf, token };
    const tree =
      leaves === FEWEST_LEAVES
        ? await this.#known(`${hash} ${token}`, () => this.#paddedTree(place, ids))
        : this.#storedTree(place);
    const found = await findRecord(ids.idOf(account), Math.ceil(leaves / TILE_WIDTH), tree.records);
    if (!found) return undefined;
    const wanted = wantedInclusion(found.index, leaves);
    const nodes = new Map<string, Buffer>();
    for (const tile of neededTiles(wanted)) nodes.set(tilePath(tile), await tree.nodes(tile));
    const path = computed(SUM_TREE, wanted, (tile) => nodes.get(tilePath(tile)) as Buffer);
    return {
      amount: String(splitNode(leafOfRecord(found.record)).sum),
      nonce: ids.nonceOf(account).toString('hex'),
      index: found.index,
      path: path.map(splitNode).map(({ sum, hash }) => ({ sum: String(sum), hash: hash.toString('hex') })),
    };
  }

  #storedTree(place: TreeOf): BalanceTree {
    const records = (index: number) => this.#tile(place, { level: 0, index });
    return {
      records,
      nodes: async (tile) => (tile.level === 0 ? leavesOf(await records(tile.index)) : this.#tile(place, tile)),
    };
  }

  #known(name: string, make: () => Promise<BalanceTree>): Promise<BalanceTree> {
    const known = this.#padded.get(name) ?? make();
    this.#padded.delete(name);
    this.#padded.set(name, known);
    known.catch(() => this.#padded.delete(name));
    for (const oldest of this.#padded.keys()) if (this.#padded.size > MOST_PADDED) this.#padded.delete(oldest);
    return known;
  }

  /** For a tree of the smallest size only the balances are stored: computes padding and nodes again. */
  async #paddedTree(place: TreeOf, ids: BalanceIds): Promise<BalanceTree> {
    const leaves = new SumLeaves(ids);
    const stored = Array.from({ length: FEWEST_LEAVES / TILE_WIDTH }, (_, index) => ({ level: 0, index }));
    for (const records of await this.#store.liabilityTiles(place, stored))
      if (records) leaves.addRecords(bufferOf(records));
    const tree = new TreeAppender(SUM_TREE, 0, () => Buffer.alloc(0));
    const sorted = [...leaves.sorted()];
    for (const { node } of sorted) tree.append(node);
    const tiles = new Map(tree.takeTiles().map((tile) => [tilePath(tile), tile.nodes]));
    const records = Buffer.concat(sorted.map(({ record }) => record));
    const bytes = TILE_WIDTH * RECORD_BYTES;
    return {
      records: async (index) => records.subarray(index * bytes, (index + 1) * bytes),
      nodes: async (tile) => tiles.get(tilePath(tile)) as Buffer,
    };
  }

  async #tile(place: TreeOf, { level, index }: TileAt): Promise<Buffer> {
    const [nodes] = await this.#store.liabilityTiles(place, [{ level, index }]);
    if (nodes) return bufferOf(nodes);
    throw new Error(`tile ${index} of level ${level} of the sum tree of ${place.token} is missing`);
  }
}

/** Finds a record among tiles that are sorted by id. */
async function findRecord(
  id: Buffer,
  tiles: number,
  recordsOf: (index: number) => Promise<Buffer>,
): Promise<{ readonly index: number; readonly record: Buffer } | undefined> {
  let [low, high] = [0, tiles - 1];
  while (low <= high) {
    const middle = Math.floor((low + high) / 2);
    const records = await recordsOf(middle);
    const count = records.length / RECORD_BYTES;
    const record = (place: number) => records.subarray(place * RECORD_BYTES, (place + 1) * RECORD_BYTES);
    if (compareId(id, record(0)) < 0) high = middle - 1;
    else if (compareId(id, record(count - 1)) > 0) low = middle + 1;
    else {
      for (let place = 0; place < count; place += 1)
        if (compareId(id, record(place)) === 0) return { index: middle * TILE_WIDTH + place, record: record(place) };
      return undefined;
    }
  }
  return undefined;
}

function leavesOf(records: Buffer): Buffer {
  const leaves: Buffer[] = [];
  for (let at = 0; at < records.length; at += RECORD_BYTES)
    leaves.push(leafOfRecord(records.subarray(at, at + RECORD_BYTES)));
  return Buffer.concat(leaves);
}

const sequenceIn = ({ transactionId }: Stated): number => sequenceOf(transactionId) as number;
const bufferOf = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength);
const hexOf = (bytes: Uint8Array): string => bufferOf(bytes).toString('hex');
