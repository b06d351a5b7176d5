// Signs the requests of an account and sends the message until its outcome is known: one at a time for each wallet.

import type { WalletV5 } from '#devnet/contracts/wallet-v5';
import type { Account } from '../../core/amount.ts';
import type { ChainRequest, ChainSend, ChainSendEnd, SentForm } from '../../ports/chain-requests.ts';
import type { AccountState, Chain } from '../chain.ts';
import { EndpointRefused } from '../endpoint/rpc.ts';
import { NOT_ENOUGH_TON, NOT_SENT_IN_TIME } from '../trace/words.ts';
import type { Wallets } from '../wallets/wallets.ts';
import { type Batch, chooseBatch } from './batch.ts';
import { endOf, seqnoOf } from './execution.ts';
import type { Forgotten, FoundSend } from './forgotten.ts';
import { type Ending, end } from './settling.ts';

export type SenderOptions = Ending & {
  readonly chain: Chain;
  readonly wallets: Pick<Wallets, 'of' | 'sign'>;
  readonly forgotten: Forgotten;
  /** What a request does if its wallet has sent it with these messages, which differ in amounts and limits from the planned ones. */
  readonly decisionFor: (request: ChainRequest, messages: readonly string[]) => Promise<string>;
  /** Called with errors that will be retried. */
  readonly onTrouble: (error: unknown, account: Account) => void;
  /** Called when a signed message was executed (`done`) or can never be executed (`dead`). */
  readonly onSendEnd: (state: ChainSendEnd['state']) => void;
  /** Called with the wallet's balance before signing. */
  readonly onBalance: (account: Account, nano: bigint) => void;
  readonly now: () => number;
  /** Validity of a signed message. */
  readonly ttlS: number;
  /** Interval between two attempts to send a message. */
  readonly pushEveryMs: number;
};

/** Requests read from the store for one signed message: more than it can carry. */
const MOST_CANDIDATES = 300;
/** The most that the endpoint's lag adds to the validity of a message. */
const MOST_LATE_S = 60;

export class Sender {
  readonly #options: SenderOptions;
  readonly #pushedMs = new Map<number, number>();
  /** The endpoint's last refusal of each message; inconclusive while the message may still be executed. */
  readonly #refusals = new Map<number, string>();

  constructor(options: SenderOptions) {
    this.#options = options;
  }

  /**
   * Ends or resends the live message of an account, or signs the next. True if there may be more to do at once; false if the
   * chain has to move on first.
   */
  async step(account: Account): Promise<boolean> {
    const { requests, chain, wallets } = this.#options;
    const live = await requests.liveSend(account);
    if (live) return this.#end(live);
    const candidates = await requests.toSign(account, MOST_CANDIDATES);
    if (candidates.length === 0) return false;
    const wallet = await wallets.of(account);
    const state = await chain.account(wallet.address);
    return (await this.#remember(account, wallet, state, candidates)) || this.#sign(account, wallet, state, candidates);
  }

  /** True if the send has ended; else sends it again. */
  async #end(send: ChainSend): Promise<boolean> {
    const { requests, chain, wallets } = this.#options;
    const { address } = await wallets.of(send.account);
    const end = await endOf(chain, address, send, await chain.account(address));
    if (!end) {
      await this.#push(send);
      return false;
    }
    if (await requests.endSend(send.id, end)) this.#options.onSendEnd(end.state);
    this.#forget(send, end);
    return true;
  }

  #forget({ id, account }: ChainSend, { state }: ChainSendEnd): void {
    if (state === 'dead') {
      const answer = this.#refusals.get(id) ?? 'the endpoint took it';
      const why = 'a signed message was not executed and never will be, so its orders are signed anew';
      this.#options.onTrouble(new Error(`${why} (${answer})`), account);
    }
    this.#pushedMs.delete(id);
    this.#refusals.delete(id);
  }

  /**
   * If the store does not know all that the wallet has executed, someone else signed for it, or the store was restored from a backup:
   * looks for an executed message with these requests, and records it.
   */
  async #remember(account: Account, wallet: WalletV5, state: AccountState, candidates: readonly ChainRequest[]) {
    const { requests, forgotten } = this.#options;
    const found = await forgotten.find({ account, wallet, state }, candidates);
    if (!found) return false;
    const numbers = numbersOf(found.requests.map(({ request }) => request));
    return (await requests.bind({ account, ...found.send }, numbers, await this.#sentAs(found))) !== undefined;
  }

  /** The form in which requests were sent, for those that were planned in another when they were repeated. */
  async #sentAs({ requests }: FoundSend): Promise<readonly SentForm[]> {
    const changed = requests.filter(({ request, messages }) => messages.join() !== request.messages.join());
    return Promise.all(
      changed.map(async ({ request, messages }) => ({
        ...{ number: request.number, messages },
        decision: await this.#options.decisionFor(request, messages),
      })),
    );
  }

  async #sign(account: Account, wallet: WalletV5, state: AccountState, candidates: readonly ChainRequest[]) {
    const { now, ttlS } = this.#options;
    this.#options.onBalance(account, state.balance);
    const chainTimeS = state.head.timeS;
    // Adds the endpoint's lag, up to a limit: a clock of this machine that is far ahead must not keep the message valid for as long.
    const lateS = Math.min(MOST_LATE_S, Math.max(0, Math.floor(now() / 1000) - chainTimeS));
    const validUntilS = chainTimeS + lateS + ttlS;
    const { batch, expired, unaffordable } = chooseBatch(candidates, {
      balance: state.balance,
      chainTimeS,
      validUntilS,
    });
    for (const request of expired) await end(this.#options, request, { status: 'failed', details: NOT_SENT_IN_TIME });
    if (batch) return this.#send(account, wallet, state, batch);
    await this.#refuse(account, unaffordable);
    return false;
  }

  /** Stores the signed message before sending it, so that after a crash the same message is sent again. */
  async #send(account: Account, wallet: WalletV5, state: AccountState, batch: Batch): Promise<boolean> {
    const { requests, wallets } = this.#options;
    const { validUntilS, messages } = batch;
    const seqno = seqnoOf(state);
    const { body, boc } = wallets.sign(wallet, { seqno, validUntilS, messages, deploys: state.status !== 'active' });
    const [afterLt, bodyHash] = [state.last?.lt ?? 0n, body.hash().toString('hex')];
    const signed = { account, seqno, validUntilS, afterLt, boc: boc.toString('base64'), bodyHash };
    const send = await requests.bind(signed, numbersOf(batch.requests));
    if (send) await this.#push(send);
    return send !== undefined;
  }

  /** Ends requests for which the wallet has too little TON; not while others are under way, whose attached TON may still come back. */
  async #refuse(account: Account, unaffordable: readonly ChainRequest[]): Promise<void> {
    const { requests } = this.#options;
    const [other] = await requests.underWay({ account, after: 0, limit: 1 });
    if (other) return;
    // A take-back waits until there is enough TON for it, however long that takes.
    for (const request of unaffordable)
      if (request.kind !== 'takeBack') await end(this.#options, request, { status: 'failed', details: NOT_ENOUGH_TON });
  }

  /** Sends a message, at most once per interval. The endpoint's answer is inconclusive, so errors are only noted. */
  async #push({ id, boc, account }: ChainSend): Promise<void> {
    const { chain, onTrouble, pushEveryMs } = this.#options;
    const nowMs = performance.now();
    if (nowMs - (this.#pushedMs.get(id) ?? Number.NEGATIVE_INFINITY) < pushEveryMs) return;
    this.#pushedMs.set(id, nowMs);
    await chain.send(Buffer.from(boc, 'base64')).catch((error) => {
      if (error instanceof EndpointRefused) this.#refusals.set(id, error.message);
      else onTrouble(error, account);
    });
  }
}

const numbersOf = (requests: readonly ChainRequest[]): readonly number[] => requests.map(({ number }) => number);
