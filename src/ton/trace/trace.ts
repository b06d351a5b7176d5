// Follows the messages of a request, from each message to the transaction that processed it, until none is under way.
import type { CommonMessageInfoInternal, Transaction } from '@ton/core';
import { type Chain, type SentMessage, sentMessage } from '../chain.ts';
import { type MessageBody, read } from './body.ts';
import type { AnyWatch, Watch } from './watch.ts';

/** A message and the transaction that processed it. */
export type Hop = {
  readonly info: CommonMessageInfoInternal;
  readonly source: string;
  readonly account: string;
  readonly body: MessageBody | null;
  readonly transaction: Transaction;
  /** The hop whose transaction sent this message; null if the user's wallet sent it. */
  readonly parent: Hop | null;
};

type Awaited = { readonly sent: SentMessage; readonly parent: Hop | null };

export class Trace {
  readonly hops: Hop[] = [];
  readonly #known: ReadonlySet<string>;
  readonly #watch: AnyWatch;
  #awaited: readonly Awaited[];

  constructor(watch: AnyWatch, sent: readonly SentMessage[]) {
    this.#watch = watch;
    this.#known = new Set(
      [
        ...(watch.kind === 'send' ? [] : contractsOf(watch)),
        // The first contracts that the user's wallet calls: a jetton wallet, an LP account.
        ...sent.map(({ destination }) => destination.toRawString()),
      ].filter((address) => typeof address === 'string'),
    );
    this.#awaited = sent.map((one) => ({ sent: one, parent: null }));
  }

  /** Follows the trace as far as the chain has got; true if no message is under way any more. */
  async advance(chain: Chain): Promise<boolean> {
    let reached = this.#awaited;
    const waiting: Awaited[] = [];
    while (reached.length > 0) {
      const found = await Promise.all(reached.map(async (one) => ({ one, hop: await this.#hop(chain, one) })));
      for (const { one, hop } of found)
        if (hop) this.hops.push(hop);
        else waiting.push(one);
      reached = found.flatMap(({ hop }) => (hop ? this.#next(hop) : []));
      // Keeps the progress if a later request to the chain fails.
      this.#awaited = [...waiting, ...reached];
    }
    return waiting.length === 0;
  }

  async #hop(chain: Chain, { sent, parent }: Awaited): Promise<Hop | null> {
    const transaction = await chain.taken(sent);
    const message = transaction?.inMessage;
    if (!transaction || message?.info.type !== 'internal') return null;
    const body = message.info.bounced ? null : read(message.body);
    const [source, account] = [sent.source.toRawString(), sent.destination.toRawString()];
    return { info: message.info, source, account, body, transaction, parent };
  }

  /**
   * The messages that the hop's transaction sent, if its account is part of the exchange. Those of foreign contracts, such as a
   * referrer's, are not followed: such a contract could send messages for ever, or pay the user to imitate the router.
   */
  #next(hop: Hop): readonly Awaited[] {
    if (!this.#isOfTheExchange(hop)) return [];
    return hop.transaction.outMessages.values().flatMap((message) => {
      const sent = sentMessage(message);
      return sent ? [{ sent, parent: hop }] : [];
    });
  }

  #isOfTheExchange({ account, source, body }: Hop): boolean {
    // A transfer is followed up to the recipient's jetton wallet: what the recipient does afterwards does not matter.
    if (this.#watch.kind === 'send') return this.#watch.wallets?.includes(account) === true;
    const { user, router, pool, sides } = this.#watch;
    if (account === user) return false;
    if (this.#known.has(account)) return true;
    // The router's wallets and the pool transfer tokens only to wallets of the same jetton, never to a foreign contract.
    const isPayer = source === pool || sides.some(({ routerWallet }) => routerWallet === source);
    if (isPayer && body?.op === 'internal transfer') return true;
    return (source === router || source === pool) && body?.op !== 'excesses';
  }
}

const contractsOf = ({ router, pool, lpWallet, sides }: Watch) => [
  ...[router, pool, lpWallet],
  ...sides.flatMap(({ routerWallet, userWallet }) => [routerWallet, userWallet]),
];
