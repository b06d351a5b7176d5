// Random requests: valid ones of people, and forged ones.
import { type Address, beginCell, type Cell, type Message, toNano } from '@ton/core';
import type { Random } from '../../../../test/simulation/random.ts';
import { addressOf, lpAccountInit } from '../../../src/contracts/init.ts';
import { burnBody, transferBody } from '../../../src/contracts/jetton.ts';
import { JETTON, V1 } from '../../../src/contracts/ops.ts';
import { messageFrom } from '../alone/contract.ts';
import type { Exchange } from '../exchange.ts';

const LARGEST = 10n ** 14n;
const begin = (op: number) => beginCell().storeUint(op, 32).storeUint(0, 64);

export class RandomRequests {
  readonly #exchange: Exchange;
  readonly #random: Random;
  readonly #people: readonly Address[];
  readonly #forger: Address;

  constructor(exchange: Exchange, random: Random, people: readonly Address[], forger: Address) {
    this.#exchange = exchange;
    this.#random = random;
    this.#people = people;
    this.#forger = forger;
  }

  next(): Message {
    const person = this.#random.pick(this.#people);
    const kind = this.#random.weighted({ swap: 8, provide: 6, burn: 3, refund: 2, add: 2, collect: 1, forged: 4 });
    switch (kind) {
      case 'swap':
        return this.#offer(person, (other) => this.#swapPayload(person, other));
      case 'provide':
        return this.#offer(person, (other) => this.#providePayload(other));
      case 'burn':
        return this.#send(person, this.#exchange.walletOf(person, this.#pool()), this.#burn(person));
      case 'refund':
        return this.#send(person, this.#account(person), begin(V1.refundMe).endCell());
      case 'add':
        return this.#send(person, this.#account(person), this.#directAdd());
      case 'collect':
        return this.#send(person, this.#pool(), begin(V1.collectFees).endCell());
      case 'forged':
        return this.#send(this.#forger, this.#random.pick(this.#targets(person)), this.#forgedBody(person));
    }
  }

  #tokens(): readonly [Address, Address] {
    const { tokenA, tokenB, pton } = this.#exchange;
    const [offered, other] = this.#random.pick([
      [tokenA, tokenB],
      [tokenB, pton],
    ] as const);
    return this.#random.chance(50) ? [offered, other] : [other, offered];
  }

  #pool = (): Address => this.#exchange.poolOf(...this.#tokens());
  #account = (user: Address): Address => addressOf(lpAccountInit({ user, pool: this.#pool() }));
  #amount = (): bigint => this.#random.sized(LARGEST) + 1n;
  /** Mostly enough, and sometimes less than any request needs. */
  #ton = (): bigint => toNano(this.#random.pick(['0.02', '0.07', '0.1', '0.15', '0.2', '0.3', '0.3', '0.3']));

  #send(from: Address, to: Address, body: Cell, value = this.#ton()): Message {
    const message = messageFrom(from, to, value, body);
    return { ...message, info: { ...message.info, bounce: true } } as Message;
  }

  #offer(person: Address, payloadFor: (otherWallet: Address) => Cell): Message {
    const { router, pton } = this.#exchange;
    const [offered, other] = this.#tokens();
    const forwardTon = this.#ton();
    const isTon = offered.equals(pton);
    const amount = isTon ? this.#amount() / 1000n : this.#amount();
    const forwardPayload = payloadFor(this.#exchange.walletOf(router, other));
    const response = isTon ? null : person;
    const body = transferBody({ queryId: 0n, amount, destination: router, response, forwardTon, forwardPayload });
    const value = forwardTon + (isTon ? amount : toNano('0.05'));
    return this.#send(person, this.#exchange.walletOf(isTon ? router : person, offered), body, value);
  }

  #swapPayload(person: Address, askWallet: Address): Cell {
    const referrer = this.#random.chance(40) ? this.#random.pick(this.#people) : null;
    const payload = beginCell()
      .storeUint(V1.swap, 32)
      .storeAddress(askWallet)
      .storeCoins(this.#random.chance(70) ? 0n : this.#amount())
      .storeAddress(this.#random.chance(80) ? person : this.#random.pick(this.#people))
      .storeBit(referrer !== null);
    return (referrer ? payload.storeAddress(referrer) : payload).endCell();
  }

  #providePayload(otherWallet: Address): Cell {
    const minLpOut = this.#random.chance(80) ? 1n : this.#amount();
    return beginCell().storeUint(V1.provideLp, 32).storeAddress(otherWallet).storeCoins(minLpOut).endCell();
  }

  #burn = (response: Address): Cell => burnBody({ queryId: 0n, amount: this.#amount(), response });

  #directAdd = (): Cell =>
    begin(V1.directAddLiquidity)
      .storeCoins(this.#amount() / 100n)
      .storeCoins(this.#amount() / 100n)
      .storeCoins(1)
      .endCell();

  #targets(person: Address): readonly Address[] {
    const { router, tokenA, tokenB } = this.#exchange;
    const wallets = [router, person, this.#forger].map((owner) => this.#exchange.walletOf(owner, tokenA));
    return [
      router,
      tokenB,
      this.#pool(),
      this.#account(person),
      this.#exchange.walletOf(person, this.#pool()),
      ...wallets,
    ];
  }

  #forgedBody(victim: Address): Cell {
    const [amount, forger] = [this.#amount(), this.#forger];
    const [wallet0, wallet1] = this.#tokens().map((token) => this.#exchange.walletOf(this.#exchange.router, token));
    const payout = beginCell().storeCoins(amount).storeAddress(wallet0).storeCoins(amount).storeAddress(wallet1);
    return this.#random
      .pick([
        begin(V1.payTo).storeAddress(forger).storeUint(0, 32).storeBit(true).storeRef(payout),
        begin(V1.cbRefundMe).storeCoins(amount).storeCoins(amount).storeAddress(victim),
        begin(V1.cbAddLiquidity).storeCoins(amount).storeCoins(amount).storeAddress(forger).storeCoins(1),
        begin(V1.addLiquidity).storeCoins(amount).storeCoins(amount).storeCoins(0).storeAddress(forger),
        begin(V1.refundMe),
        begin(V1.lock),
        begin(JETTON.internalTransfer).storeCoins(amount).storeAddress(victim).storeAddress(null).storeUint(0, 5),
        begin(JETTON.burnNotification).storeCoins(amount).storeAddress(victim).storeAddress(forger),
        begin(JETTON.transferNotification).storeCoins(amount).storeAddress(forger).storeMaybeRef(null),
        beginCell().storeSlice(
          transferBody({ queryId: 0n, amount, destination: forger, response: null, forwardTon: 0n }).beginParse(),
        ),
      ])
      .endCell();
  }
}
