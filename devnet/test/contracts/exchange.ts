// Our contracts on an in-memory chain, with people who hold tokens.
import { DEX, pTON } from '@ston-fi/sdk';
import { type Address, type Cell, type SenderArguments, toNano } from '@ton/core';
import { Blockchain, type SendMessageResult } from '@ton/sandbox';
import { sharedExecutor } from '../../src/chain/executor.ts';
import { tokenContent } from '../../src/contracts/content.ts';
import {
  addressOf,
  type Init,
  jettonMinterInit,
  jettonWalletInit,
  poolInit,
  ptonMinterInit,
  ptonWalletInit,
  routerInit,
} from '../../src/contracts/init.ts';
import { deployPtonWalletBody, mintBody } from '../../src/contracts/messages.ts';
import { dataOf } from './states.ts';

export type Person = {
  readonly address: Address;
  send(message: SenderArguments): Promise<SendMessageResult>;
  getBalance(): Promise<bigint>;
};

export const HELD = 10n ** 18n;

export class Exchange {
  readonly chain: Blockchain;
  readonly admin: Person;
  readonly router: Address;
  readonly pton: Address;
  readonly tokenA: Address;
  readonly tokenB: Address;
  /** A token without holders and without a pool. */
  readonly tokenC: Address;
  readonly sdkRouter;
  readonly sdkPton;

  private constructor(chain: Blockchain, admin: Person) {
    this.chain = chain;
    this.admin = admin;
    this.router = addressOf(routerInit({ admin: admin.address }));
    this.pton = addressOf(ptonMinterInit({ content: CONTENT_OF('TON') }));
    this.tokenA = addressOf(this.#minter('A'));
    this.tokenB = addressOf(this.#minter('B'));
    this.tokenC = addressOf(this.#minter('C'));
    this.sdkRouter = chain.openContract(DEX.v1.Router.create(this.router));
    this.sdkPton = pTON.v1.create(this.pton);
  }

  static async open(): Promise<Exchange> {
    const chain = await Blockchain.create({ config: 'slim', executor: await sharedExecutor() });
    const exchange = new Exchange(chain, await chain.treasury('admin'));
    await exchange.#deploy(routerInit({ admin: exchange.admin.address }));
    await exchange.#deploy(ptonMinterInit({ content: CONTENT_OF('TON') }));
    await exchange.#deploy(exchange.#minter('A'));
    await exchange.#deploy(exchange.#minter('B'));
    await exchange.#deploy(exchange.#minter('C'));
    await exchange.send(exchange.admin, exchange.pton, toNano('1.05'), deployPtonWalletBody(exchange.router));
    return exchange;
  }

  #minter(symbol: string): Init {
    return jettonMinterInit({ admin: this.admin.address, content: CONTENT_OF(symbol) });
  }

  async #deploy(init: Init): Promise<void> {
    await this.admin.send({ to: addressOf(init), value: toNano('0.1'), init, bounce: false });
  }

  async person(name: string): Promise<Person> {
    const person = await this.chain.treasury(name);
    await this.giveTokens(person.address);
    return person;
  }

  async giveTokens(to: Address): Promise<void> {
    for (const token of [this.tokenA, this.tokenB]) {
      const order = { to, amount: HELD, ton: toNano('0.05'), response: this.admin.address };
      await this.send(this.admin, token, toNano('0.1'), mintBody(order));
    }
  }

  send(from: Person, to: Address, value: bigint, body: Cell): Promise<SendMessageResult> {
    return from.send({ to, value, body });
  }

  walletOf(owner: Address, token: Address): Address {
    const init = token.equals(this.pton) ? ptonWalletInit : jettonWalletInit;
    return addressOf(init({ owner, minter: token }));
  }

  poolOf(tokenX = this.tokenA, tokenY = this.tokenB): Address {
    const [walletA, walletB] = [this.walletOf(this.router, tokenX), this.walletOf(this.router, tokenY)];
    return addressOf(poolInit({ router: this.router, walletA, walletB }));
  }

  /** Two tokens in the order of their pool. */
  inPoolOrder(tokenX: Address, tokenY: Address): readonly [Address, Address] {
    const [walletA, walletB] = [this.walletOf(this.router, tokenX), this.walletOf(this.router, tokenY)];
    const data = poolInit({ router: this.router, walletA, walletB }).data.beginParse();
    data.loadAddress();
    return data.loadAddress().equals(walletA) ? [tokenX, tokenY] : [tokenY, tokenX];
  }

  sdkPool(tokenX = this.tokenA, tokenY = this.tokenB) {
    return this.chain.openContract(DEX.v1.Pool.create(this.poolOf(tokenX, tokenY)));
  }

  /** Zero if there is no wallet. */
  async balance(owner: Address, token: Address): Promise<bigint> {
    return (await dataOf(this.chain, this.walletOf(owner, token)))?.beginParse().loadCoins() ?? 0n;
  }

  async provide(person: Person, amountA: bigint, amountB: bigint): Promise<void> {
    await this.provideA(person, amountA);
    await this.provideHalf(person, [this.tokenB, this.tokenA], amountB);
  }

  provideA(person: Person, amount: bigint): Promise<SendMessageResult> {
    return this.provideHalf(person, [this.tokenA, this.tokenB], amount);
  }

  async provideHalf(person: Person, pair: readonly [Address, Address], sendAmount: bigint, minLpOut = 1n) {
    const [sendTokenAddress, otherTokenAddress] = pair;
    const offer = { userWalletAddress: person.address, sendTokenAddress, otherTokenAddress, sendAmount, minLpOut };
    return person.send(await this.sdkRouter.getProvideLiquidityJettonTxParams(offer));
  }

  /** Provides TON together with token B. */
  async provideTon(person: Person, ton: bigint, amountB: bigint): Promise<void> {
    const offer = { userWalletAddress: person.address, proxyTon: this.sdkPton, minLpOut: 1n };
    const tokens = { otherTokenAddress: this.tokenB, sendAmount: ton };
    await person.send(await this.sdkRouter.getProvideLiquidityTonTxParams({ ...offer, ...tokens }));
    const other = { sendTokenAddress: this.tokenB, otherTokenAddress: this.pton, sendAmount: amountB };
    await person.send(await this.sdkRouter.getProvideLiquidityJettonTxParams({ ...offer, ...other }));
  }
}

const CONTENT_OF = (symbol: string): Cell => tokenContent({ name: `Token ${symbol}`, symbol, decimals: 9 });

/** Gas of all transactions. */
export function gasOf({ transactions }: SendMessageResult): bigint {
  let gas = 0n;
  for (const { description } of transactions)
    if (description.type === 'generic' && description.computePhase.type === 'vm')
      gas += description.computePhase.gasUsed;
  return gas;
}
