// Answers what the exchange owes, and proves to an owner that a balance is counted, from what is stored.
import { sequenceOf } from '../../core/settle/transaction-id.ts';
import type {
  BalanceProofAnswer,
  CountedBalance,
  CountedProof,
  Liabilities,
  LiabilitiesPage,
  LiabilitiesQueries,
  LiabilitiesReads,
  StoredLiabilities,
  TreeOf,
} from '../../ports/liabilities.ts';
import type { LogReads, PublicLog, TileAt } from '../../ports/public-log.ts';
import { amountOfRecord, BalanceIds, compareId, leafOfRecord, RECORD_BYTES } from '../format/balances.ts';
import type { SigningKey } from '../format/keys.ts';
import {
  headOfList,
  LinesTree,
  ownTotalOf,
  parseLiabilities,
  type TokenLiability,
  tokenLine,
} from '../format/liabilities.ts';
import { signNotCounted } from '../format/not-counted.ts';
import { computed, neededTiles, wantedInclusion } from '../format/proofs.ts';
import { TILE_WIDTH, type TileId, tilePath } from '../format/tile.ts';
import { HASH_TREE } from '../format/tree.ts';

/** A list that was read; tokens are in its order. */
type ReadList = {
  readonly hash: string;
  readonly head: string;
  readonly tokens: readonly TokenLiability[];
  readonly lines: readonly string[];
  readonly tree: LinesTree;
};
type Stated = StoredLiabilities & { readonly transactionId: string };
/** The key of the current log; undefined while this node may not sign for it. */
type Signer = { current(): Promise<{ readonly key: SigningKey } | undefined> };

/** The number of documents whose trees are kept. */
const WITH_TREES = 2;

export class LiabilitiesService implements LiabilitiesQueries {
  readonly #store: LiabilitiesReads & Pick<LogReads, 'logs'>;
  readonly #log: Pick<PublicLog, 'checkpoint' | 'proof'>;
  readonly #signer: Signer | undefined;
  /** The list that was asked about last: one of 10,000 tokens has more than a megabyte. */
  #list: ReadList | undefined;

  constructor(
    store: LiabilitiesReads & Pick<LogReads, 'logs'>,
    log: Pick<PublicLog, 'checkpoint' | 'proof'>,
    signer?: Signer,
  ) {
    this.#store = store;
    this.#log = log;
    this.#signer = signer;
  }

  async liabilities({ token, after, limit }: LiabilitiesPage): Promise<Liabilities | undefined> {
    const [stated] = await this.#stated();
    if (!stated) return undefined;
    const list = await this.#read(stated);
    const transaction = await this.#log.proof(sequenceIn(stated));
    const lineOf = (one: TokenLiability) => {
      const { token, people, peopleTotal } = one;
      const line = list.lines[list.tokens.indexOf(one)] as string;
      return { token, people, peopleTotal, ownTotal: ownTotalOf(one), line };
    };
    if (token === undefined) {
      const tokens = pageAfter(list.tokens, (one) => one.token, after, limit).map(lineOf);
      return { ...stated, transaction, tokens };
    }
    const tokens = list.tokens.filter((one) => one.token === token);
    const own = pageAfter(tokens[0]?.own ?? [], ({ account }) => account, after, limit);
    return { ...stated, transaction, tokens: tokens.map(lineOf), own };
  }

  async balanceProof(account: string, token: string): Promise<BalanceProofAnswer> {
    const all = await this.#stated();
    if (all.length === 0) return { absent: 'document' };
    const size = (await this.#log.checkpoint())?.size ?? 0;
    const stated = all.find((document) => sequenceIn(document) <= size);
    const transaction = stated && (await this.#log.proof(sequenceIn(stated)));
    if (!stated || !transaction) return { absent: 'checkpoint' };
    const list = await this.#read(stated);
    const index = list.tokens.findIndex((one) => one.token === token);
    const liability = list.tokens[index];
    const counted = liability && (await this.#counted(stated, liability, account));
    if (!counted) {
      const { asOf, atMs, hash } = stated;
      const key = (await this.#signer?.current())?.key;
      const statement = key ? signNotCounted({ account, token, list: hash, atMs }, key) : null;
      return { absent: 'balance', asOf, atMs, statement };
    }
    const line: CountedProof['line'] = {
      text: list.lines[index] as string,
      index,
      path: list.tree.path(index).map((node) => node.toString('hex')),
    };
    return { proof: { token, account, ...counted, line, list: list.head, transaction } };
  }

  async #stated(): Promise<readonly Stated[]> {
    // One more than those with trees, since the newest may not be stated yet.
    const found = await this.#store.liabilities(WITH_TREES + 1);
    return found.filter((document): document is Stated => document.transactionId !== null).slice(0, WITH_TREES);
  }

  async #read({ asOf, hash }: Stated): Promise<ReadList> {
    if (this.#list?.hash === hash) return this.#list;
    const text = await this.#store.liabilitiesText(asOf);
    if (text === undefined) throw new Error(`the list of what was owed after transaction ${asOf} is gone`);
    const { tokens } = parseLiabilities(text);
    const lines = tokens.map(tokenLine);
    this.#list = { hash, head: headOfList(text), tokens, lines, tree: new LinesTree(lines) };
    return this.#list;
  }

  async #counted(
    { asOf, log }: Stated,
    { token, people }: TokenLiability,
    account: string,
  ): Promise<CountedBalance | undefined> {
    const secret = (await this.#store.logs()).find(({ number }) => number === log)?.secret;
    if (secret === undefined) throw new Error(`the secret of log ${log} is gone`);
    const ids = new BalanceIds(Buffer.from(secret, 'hex'), asOf, token);
    const tile = (at: TileAt) => this.#tile({ asOf, token }, at);
    const tiles = Math.ceil(people / TILE_WIDTH);
    const found = await findRecord(ids.idOf(account), tiles, (index) => tile({ level: 0, index }));
    if (!found) return undefined;
    const wanted = wantedInclusion(found.index, people);
    const nodes = new Map<string, Buffer>();
    for (const needed of neededTiles(wanted)) nodes.set(tilePath(needed), await nodesOf(needed, tile));
    const path = computed(HASH_TREE, wanted, (needed) => nodes.get(tilePath(needed)) as Buffer);
    return {
      amount: String(amountOfRecord(found.record)),
      nonce: ids.nonceOf(account).toString('hex'),
      index: found.index,
      path: path.map((node) => node.toString('hex')),
    };
  }

  async #tile(place: TreeOf, { level, index }: TileAt): Promise<Buffer> {
    const [nodes] = await this.#store.liabilityTiles(place, [{ level, index }]);
    if (nodes) return Buffer.from(nodes.buffer, nodes.byteOffset, nodes.byteLength);
    throw new Error(`tile ${index} of level ${level} of the tree of ${place.token} is missing`);
  }
}

/** The nodes of a tile; those of level 0 are computed from the records that are stored in their place. */
async function nodesOf(needed: TileId, tile: (at: TileAt) => Promise<Buffer>): Promise<Buffer> {
  const stored = await tile(needed);
  return needed.level === 0 ? Buffer.concat(recordsIn(stored).map(leafOfRecord)) : stored;
}

const recordsIn = (tile: Buffer): readonly Buffer[] =>
  Array.from({ length: tile.length / RECORD_BYTES }, (_, place) =>
    tile.subarray(place * RECORD_BYTES, (place + 1) * RECORD_BYTES),
  );

/** Finds a record among tiles that are sorted by id. */
async function findRecord(
  id: Buffer,
  tiles: number,
  tile: (index: number) => Promise<Buffer>,
): Promise<{ readonly index: number; readonly record: Buffer } | undefined> {
  let [low, high] = [0, tiles - 1];
  while (low <= high) {
    const middle = Math.floor((low + high) / 2);
    const records = recordsIn(await tile(middle));
    if (compareId(id, records[0] as Buffer) < 0) high = middle - 1;
    else if (compareId(id, records.at(-1) as Buffer) > 0) low = middle + 1;
    else {
      const place = records.findIndex((record) => compareId(id, record) === 0);
      return place < 0 ? undefined : { index: middle * TILE_WIDTH + place, record: records[place] as Buffer };
    }
  }
  return undefined;
}

/** Items that are sorted by the bytes of their names. */
function pageAfter<Item>(
  items: readonly Item[],
  nameOf: (item: Item) => string,
  after: string | undefined,
  limit: number,
): readonly Item[] {
  const isAfter = (item: Item) =>
    after === undefined || Buffer.compare(Buffer.from(nameOf(item)), Buffer.from(after)) > 0;
  const start = items.findIndex(isAfter);
  return start < 0 ? [] : items.slice(start, start + limit);
}

const sequenceIn = ({ transactionId }: Stated): number => sequenceOf(transactionId) as number;
