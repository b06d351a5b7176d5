// A chain over the HTTP API of a toncenter-v2 endpoint, which is trusted: its answers come without proofs.
import { Address, Cell, type Transaction, type TupleItem, TupleReader } from '@ton/core';
import {
  type AccountState,
  type Chain,
  ChainUnavailable,
  type GetterResult,
  type Head,
  type SentMessage,
} from '../chain.ts';
import { AccountHistory, bytesOf, Histories, type Position } from './account-history.ts';
import { accountOf, type Fields, fieldsOf, gasPriceOf, headOf, seqnoOf, transactionOf } from './answers.ts';
import { EndpointRefused, Rpc, type RpcOptions, StaleAnswer } from './rpc.ts';
import { SeenBlocks } from './seen-blocks.ts';
import type { Share } from './shares.ts';
import { readStack, writeItem } from './stack.ts';

type Page = Parameters<Chain['transactions']>[1];

/** The account read for the latest block and its time, which come with any account: it has no code, so the answer is short. */
const NOBODY = new Address(0, Buffer.alloc(32));
/** Toncenter's largest page, and how many pages one search for a message reads. */
const [MAX_PAGE, MAX_PAGES] = [100, 20];
/** Limit of the index in which `taken` searches the transactions of receivers, over all accounts. */
const MOST_NOTED = 100_000;

/** Number of the parameter in the chain's configuration. */
const BASECHAIN_GAS_PRICES = 21;

/** State shared by all shares of one endpoint. */
type Shared = { readonly rpc: Rpc; readonly blocks: SeenBlocks };

export class Endpoint implements Chain {
  readonly #shared: Shared;
  readonly #rpc: Rpc;
  readonly #histories = new Histories(
    (account) =>
      new AccountHistory({
        page: (from, toLt) => this.transactions(Address.parseRaw(account), { limit: MAX_PAGE, from, toLt }),
        namesOf: ({ inMessage }) => (inMessage?.info.type === 'internal' ? [takerName(inMessage.info)] : []),
      }),
    MOST_NOTED,
  );

  constructor(options: RpcOptions | Shared, share?: Share) {
    this.#shared = 'rpc' in options ? options : { rpc: new Rpc(options), blocks: new SeenBlocks() };
    const { rpc } = this.#shared;
    this.#rpc = share ? rpc.askedFor({ share, name: '' }) : rpc;
  }

  /** The same endpoint, but all requests count against this share of the quota, for every caller. */
  inShare(share: Share): Endpoint {
    return new Endpoint(this.#shared, share);
  }

  head(): Promise<Head> {
    return this.#fresh('getAddressInformation', { address: NOBODY.toString() }, headOf);
  }

  /** The root hash of the network's zero state, in base64; it identifies the network. */
  zeroState(): Promise<string> {
    return this.#rpc.ask('getMasterchainInfo', {}, (result) => {
      const { root_hash: root } = fieldsOf(fieldsOf(result).init, 'init');
      if (typeof root !== 'string') throw new Error('init.root_hash is no text');
      return root;
    });
  }

  /** Gas price of the basechain in nanotons per unit; rounded up. */
  gasPrice(): Promise<bigint> {
    return this.#rpc.ask('getConfigParam', { config_id: BASECHAIN_GAS_PRICES }, (result) => {
      const { bytes } = fieldsOf(fieldsOf(result).config, 'config');
      if (typeof bytes !== 'string') throw new Error('config.bytes is no text');
      return gasPriceOf(Cell.fromBase64(bytes));
    });
  }

  account(address: Address): Promise<AccountState> {
    return this.#fresh('getAddressInformation', { address: address.toString() }, accountOf);
  }

  run(address: Address, method: string, stack: readonly TupleItem[] = []): Promise<GetterResult> {
    const params = { address: address.toString(), method, stack: stack.map(writeItem) };
    return this.#fresh('runGetMethod', params, (result) => {
      const { exit_code: exitCode } = result;
      if (typeof exitCode !== 'number') throw new Error('exit_code is no number');
      // The stack of a failed method is useless.
      const items = exitCode === 0 || exitCode === 1 ? readStack(result.stack) : [];
      return { exitCode, stack: new TupleReader(items) };
    });
  }

  async send(boc: Buffer): Promise<void> {
    await this.#rpc.once('sendBoc', { boc: boc.toString('base64') });
  }

  /**
   * Starts at the account's last transaction if `from` is absent: an endpoint that lags then fails to find it,
   * instead of leaving out the newest.
   */
  async transactions(address: Address, { limit, from, toLt }: Page): Promise<readonly Transaction[]> {
    const start = from ?? (await this.account(address)).last;
    if (!start || start.lt <= (toLt ?? 0n)) return [];
    const params = {
      ...{ address: address.toString(), limit: Math.min(limit, MAX_PAGE), archival: true },
      ...{ lt: start.lt.toString(), hash: start.hash.toString('base64') },
      ...(toLt !== undefined && { to_lt: toLt.toString() }),
    };
    return this.#rpc.ask('getTransactions', params, (result) => {
      if (!Array.isArray(result)) throw new Error('the result is no list');
      const found = result.map((one) => transactionOf(one, address)).filter(({ lt }) => lt > (toLt ?? 0n));
      if (found[0]?.lt !== start.lt) throw new StaleAnswer(`transaction ${start.lt} of ${address} is not shown`);
      checkChain(found, start);
      return found;
    });
  }

  /**
   * Public endpoints look for a message only in a few blocks around its creation and report every failure alike;
   * if they do not find it, the receiver's later transactions are searched.
   */
  async taken(sent: SentMessage): Promise<Transaction | undefined> {
    return (await this.#located(sent)) ?? this.#searched(sent);
  }

  async #located(sent: SentMessage): Promise<Transaction | undefined> {
    const { source, destination, createdLt } = sent;
    const params = {
      ...{ source: source.toString(), destination: destination.toString() },
      created_lt: createdLt.toString(),
    };
    try {
      const transaction = transactionOf(await this.#rpc.once('tryLocateResultTx', params), destination);
      return isTakerOf(sent, transaction) ? transaction : undefined;
    } catch (error) {
      // Not found, or not understood: falls back to the search.
      if (error instanceof EndpointRefused || !(error instanceof ChainUnavailable)) return undefined;
      throw error;
    }
  }

  /** Undefined also if one call cannot search everything: the next call continues. */
  async #searched(sent: SentMessage): Promise<Transaction | undefined> {
    const { destination, createdLt } = sent;
    const { last } = await this.account(destination);
    if (!last || last.lt <= createdLt) return undefined;
    const history = this.#histories.of(destination.toRawString());
    const { at, transaction } = await history.find(
      takerName({ src: sent.source, createdLt }),
      last,
      { lt: createdLt },
      MAX_PAGES,
    );
    const [taker] = transaction
      ? [transaction]
      : at
        ? await this.transactions(destination, { limit: 1, from: at })
        : [];
    return taker && isTakerOf(sent, taker) ? taker : undefined;
  }

  /** The library cells with these hashes that the masterchain has; the caller compares them with the hashes. */
  libraries(hashes: readonly string[]): Promise<readonly Cell[]> {
    const params = { libraries: hashes.map((hash) => Buffer.from(hash, 'hex').toString('base64')) };
    return this.#rpc.ask('getLibraries', params, (result) => {
      const { result: entries } = fieldsOf(result) as { readonly result?: unknown };
      if (!Array.isArray(entries)) throw new Error('it names no libraries');
      return entries.map((entry) => Cell.fromBase64(String(fieldsOf(entry).data)));
    });
  }

  /** Load-balanced endpoints have servers that lag: refuses answers older than one already seen. */
  #fresh<T>(method: string, params: object, read: (result: Fields) => T): Promise<T> {
    return this.#rpc.ask(method, params, (result) => {
      const fields = fieldsOf(result);
      const seqno = seqnoOf(fields);
      const { blocks } = this.#shared;
      if (seqno !== null) blocks.check(method, seqno);
      const answer = read(fields);
      if (seqno !== null) blocks.believe(seqno);
      return answer;
    });
  }
}

/** Checks the hash of the previous transaction in each, so that none can be changed, left out or inserted. */
function checkChain(newestFirst: readonly Transaction[], start: Position): void {
  let expected = start;
  for (const { lt, hash, prevTransactionLt, prevTransactionHash } of newestFirst) {
    if (lt !== expected.lt || !hash().equals(expected.hash))
      throw new StaleAnswer(`transaction ${expected.lt} is not the one that the account has after it`);
    expected = { lt: prevTransactionLt, hash: bytesOf(prevTransactionHash) };
  }
}

function isTakerOf({ source, createdLt }: SentMessage, { inMessage }: Transaction): boolean {
  const info = inMessage?.info;
  return info?.type === 'internal' && info.src.equals(source) && info.createdLt === createdLt;
}

/** Index key of a message at its receiver: shortened, since many are stored; `isTakerOf` compares a match in full. */
const takerName = ({ src, createdLt }: { readonly src: Address; readonly createdLt: bigint }): string =>
  `${createdLt} ${src.hash.toString('base64').slice(0, 8)}`;
