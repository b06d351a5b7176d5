// Delivers waiting messages in a random order, as between shards; messages from one contract to the same other one keep theirs.
import type { Address, Message } from '@ton/core';
import type { Random } from '../../../../test/simulation/random.ts';
import type { Exchange } from '../exchange.ts';

export class History {
  readonly #exchange: Exchange;
  readonly #random: Random;
  /** Messages to these addresses are not delivered: what people do with them does not matter here. */
  readonly #people: ReadonlySet<string>;
  readonly #waiting = new Map<string, Message[]>();

  constructor(exchange: Exchange, random: Random, people: readonly Address[]) {
    this.#exchange = exchange;
    this.#random = random;
    this.#people = new Set(people.map(String));
  }

  get isQuiet(): boolean {
    return this.#waiting.size === 0;
  }

  push(message: Message): void {
    const { src, dest } = message.info;
    if (this.#people.has(`${dest}`)) return;
    const way = `${src} ${dest}`;
    this.#waiting.set(way, [...(this.#waiting.get(way) ?? []), message]);
  }

  /** Delivers the oldest message of a randomly chosen sender and recipient. */
  async step(): Promise<void> {
    const ways = [...this.#waiting.keys()];
    const way = ways[this.#random.below(ways.length)] as string;
    const [message, ...rest] = this.#waiting.get(way) as [Message, ...Message[]];
    if (rest.length > 0) this.#waiting.set(way, rest);
    else this.#waiting.delete(way);
    const contract = await this.#exchange.chain.getContract(message.info.dest as Address);
    const { outMessages } = await contract.receiveMessage(message);
    for (const sent of outMessages.values()) this.push(sent);
  }
}
