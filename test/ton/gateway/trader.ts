// A person who trades on our contracts with the gateway's own messages and asks its tracker for the outcome.
import type { Address, Transaction, TupleItem } from '@ton/core';
import type { SendMessageResult } from '@ton/sandbox';
import type { Exchange, Person } from '../../../devnet/test/contracts/exchange.ts';
import { type GetterResult, sentMessage } from '../../../src/ton/chain.ts';
import type { OfferedToken, OutMessage, WantedToken } from '../../../src/ton/dialect/dialect.ts';
import { Tracker } from '../../../src/ton/trace/tracker.ts';
import type { FinalVerdict, TokenWallets, Watch } from '../../../src/ton/trace/watch.ts';
import { VisibleChain } from '../traces/visible-chain.ts';

/** The exchange's in-memory chain, with the transactions made visible so far. */
export class SandboxChain extends VisibleChain {
  readonly #exchange: Exchange;

  constructor(exchange: Exchange) {
    super();
    this.#exchange = exchange;
  }

  override run = async (address: Address, method: string, stack: readonly TupleItem[] = []): Promise<GetterResult> => {
    const { chain } = this.#exchange;
    const isThere = (await chain.getContract(address)).accountState?.type === 'active';
    const { exitCode, stackReader } = isThere
      ? await chain.runGetMethod(address, method, [...stack])
      : { exitCode: -13, stackReader: undefined as never };
    return { exitCode, stack: stackReader };
  };
}

export class Trader {
  readonly exchange: Exchange;
  readonly person: Person;
  readonly chain: SandboxChain;

  constructor(exchange: Exchange, person: Person) {
    this.exchange = exchange;
    this.person = person;
    this.chain = new SandboxChain(exchange);
  }

  offer(token: Address): OfferedToken {
    const { exchange, person } = this;
    if (token.equals(exchange.pton)) return { kind: 'ton', routerWallet: exchange.walletOf(exchange.router, token) };
    return { kind: 'jetton', userWallet: exchange.walletOf(person.address, token) };
  }

  ask(token: Address): WantedToken {
    const { exchange } = this;
    const routerWallet = exchange.walletOf(exchange.router, token);
    return { kind: token.equals(exchange.pton) ? 'ton' : 'jetton', routerWallet };
  }

  watch(kind: Watch['kind'], first: Address, second: Address, isLpKnown = true): Watch {
    const { exchange, person } = this;
    const side = (token: Address): TokenWallets => ({
      routerWallet: exchange.walletOf(exchange.router, token).toRawString(),
      userWallet: token.equals(exchange.pton) ? null : exchange.walletOf(person.address, token).toRawString(),
    });
    const pool = exchange.poolOf(first, second);
    const lpWallet = exchange.walletOf(person.address, pool).toRawString();
    return {
      ...{ kind, user: person.address.toRawString(), router: exchange.router.toRawString() },
      ...{ pool: pool.toRawString(), sides: [side(first), side(second)], ...(isLpKnown && { lpWallet }) },
    };
  }

  /** Sends each message separately and executes everything. */
  async done(watch: Watch, ...messages: readonly OutMessage[]): Promise<Done> {
    const results: SendMessageResult[] = [];
    for (const { to, value, body } of messages) results.push(await this.person.send({ to, value, body, bounce: true }));
    const transactions = results.flatMap((result) => result.transactions);
    const own = transactions.filter(({ inMessage }) => inMessage?.info.type === 'external-in');
    this.chain.show(...transactions.filter((transaction) => !own.includes(transaction)));
    return { verdict: await this.judged(watch, own), own, transactions };
  }

  /** The verdict by the transactions visible now. */
  async judged(watch: Watch, own: readonly Transaction[]): Promise<Done['verdict']> {
    const verdict = await new Tracker(this.chain).track(own.flatMap(sentBy), watch);
    if (verdict.status === 'pending') throw new Error('All that was set going is done');
    return verdict;
  }
}

export type Done = {
  readonly verdict: FinalVerdict;
  /** Transactions of the person's wallet, which sent it. */
  readonly own: readonly Transaction[];
  readonly transactions: readonly Transaction[];
};

const sentBy = ({ outMessages }: Transaction) =>
  outMessages
    .values()
    .map(sentMessage)
    .filter((message) => message !== null);
