// An in-memory chain on the node's own transaction emulator, with a clock that only advances when told to.
import {
  type Address,
  beginCell,
  Cell,
  internal,
  loadMessage,
  loadShardAccount,
  loadTransaction,
  type Message,
  storeMessage,
  storeShardAccount,
  Address as TonAddress,
  type Transaction,
} from '@ton/core';
import { Blockchain, createEmptyShardAccount } from '@ton/sandbox';
import { sharedExecutor } from '#devnet/chain/executor';
import {
  type AccountState,
  type Chain,
  ChainUnavailable,
  type GetterResult,
  type Head,
} from '../../../src/ton/chain.ts';

const ISSUER = new TonAddress(0, Buffer.alloc(32, 0xee));
const LT_STEP = 1_000_000n;

export class PaperChain implements Chain {
  timeS = 1_800_000_000;
  /** If true, a sent message and all messages that follow from it are executed at once; otherwise with the next blocks. */
  isInstant = true;
  readonly #sandbox: Blockchain;
  readonly #shards = new Map<string, string>();
  /** Oldest first. */
  readonly #history = new Map<string, Transaction[]>();
  readonly #waiting: Cell[] = [];
  #sent: Cell[] = [];
  #seqno = 1;
  #lt = LT_STEP;
  #turn: Promise<unknown> = Promise.resolve();

  static async make(): Promise<PaperChain> {
    return new PaperChain(await Blockchain.create({ config: 'slim', executor: await sharedExecutor() }));
  }

  private constructor(sandbox: Blockchain) {
    this.#sandbox = sandbox;
  }

  async head(): Promise<Head> {
    return { seqno: this.#seqno, timeS: this.timeS };
  }

  async account(address: Address): Promise<AccountState> {
    const shard = loadShardAccount(Cell.fromBase64(this.#shardOf(address.toRawString())).beginParse());
    const state = shard.account?.storage.state;
    const active = state?.type === 'active' ? state.state : undefined;
    const last = this.historyOf(address).at(-1);
    return {
      status: state?.type === 'active' || state?.type === 'frozen' ? state.type : 'uninitialized',
      balance: shard.account?.storage.balance.coins ?? 0n,
      code: active?.code ?? null,
      data: active?.data ?? null,
      last: last ? { lt: last.lt, hash: last.hash() } : null,
      head: await this.head(),
    };
  }

  run(): Promise<GetterResult> {
    throw new Error('nobody asks for a get-method here');
  }

  async send(boc: Buffer): Promise<void> {
    const message = Cell.fromBoc(boc)[0] as Cell;
    if (!this.isInstant) {
      this.#sent.push(message);
      return;
    }
    await this.#inTurn(async () => {
      await this.#execute(message);
      while (this.#waiting.length > 0) await this.#execute(this.#waiting.shift() as Cell);
    });
  }

  /** Makes a block, which executes all sent messages and one hop of those under way. */
  block(seconds = 1): Promise<void> {
    return this.#inTurn(async () => {
      this.timeS += seconds;
      const messages = [...this.#waiting.splice(0), ...this.#sent];
      this.#sent = [];
      for (const message of messages) await this.#execute(message).catch(() => {});
    });
  }

  /** Drops sent messages that are not executed yet. */
  forgetSent(): void {
    this.#sent = [];
  }

  async transactions(...[address, { limit, from, toLt = -1n }]: Parameters<Chain['transactions']>) {
    const all = this.historyOf(address).toReversed();
    const start = from ? all.findIndex(({ lt }) => lt === from.lt) : 0;
    return start < 0 ? [] : all.slice(start, start + limit).filter(({ lt }) => lt > toLt);
  }

  async taken({ source, destination, createdLt }: Parameters<Chain['taken']>[0]) {
    return this.historyOf(destination).find(({ inMessage }) => {
      const info = inMessage?.info;
      return info?.type === 'internal' && info.createdLt === createdLt && info.src.equals(source);
    });
  }

  /** Credits TON from nowhere. */
  give(address: Address, value: bigint): Promise<void> {
    const gift = internal({ to: address, value, bounce: false }) as Message;
    const info = { ...gift.info, src: ISSUER } as Message['info'];
    return this.#inTurn(() => this.#execute(cellOf({ ...gift, info })));
  }

  historyOf(address: Address): readonly Transaction[] {
    return this.#history.get(address.toRawString()) ?? [];
  }

  #shardOf(address: string): string {
    return this.#shards.get(address) ?? emptyShard(address);
  }

  async #execute(message: Cell): Promise<void> {
    const { info } = loadMessage(message.beginParse());
    const address = (info.dest as Address).toRawString();
    this.#lt += LT_STEP;
    const { result } = await this.#sandbox.executor.runTransaction({
      message,
      config: this.#sandbox.configBase64,
      libs: null,
      verbosity: 'short',
      shardAccount: this.#shardOf(address),
      now: this.timeS,
      lt: this.#lt,
      randomSeed: Buffer.alloc(32, 7),
      ignoreChksig: false,
      debugEnabled: false,
    });
    this.#seqno += 1;
    if (!result.success) throw new ChainUnavailable(`cannot apply external message: ${result.error}`);
    const transaction = loadTransaction(Cell.fromBase64(result.transaction).beginParse());
    this.#shards.set(address, result.shardAccount);
    this.#history.set(address, [...(this.#history.get(address) ?? []), transaction]);
    for (const out of transaction.outMessages.values())
      if (out.info.type === 'internal') this.#waiting.push(cellOf(out));
  }

  #inTurn(work: () => Promise<void>): Promise<void> {
    const turn = this.#turn.then(work);
    this.#turn = turn.catch(() => {});
    return turn;
  }
}

const cellOf = (message: Message): Cell => beginCell().store(storeMessage(message)).endCell();

const emptyShard = (address: string): string =>
  beginCell()
    .store(storeShardAccount(createEmptyShardAccount(TonAddress.parseRaw(address))))
    .endCell()
    .toBoc()
    .toString('base64');
