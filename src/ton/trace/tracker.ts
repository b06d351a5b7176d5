// Finds the outcome of a request's messages. Caches unfinished traces, so that only new transactions are requested.
import { Address } from '@ton/core';
import type { Chain, SentMessage } from '../chain.ts';
import { walletOf } from '../dialect/getters.ts';
import { Trace } from './trace.ts';
import { verdictOf } from './verdict.ts';
import type { AnyWatch, Verdict } from './watch.ts';

/** Limit of the cache; a trace that was evicted is read again from its first message. */
const MAX_TRACES = 10_000;

export class Tracker {
  readonly #chain: Chain;
  readonly #traces = new Map<string, Trace>();
  readonly #tracking = new Map<string, Promise<Verdict>>();

  constructor(chain: Chain) {
    this.#chain = chain;
  }

  /** Takes the messages of one request, all sent by the user's wallet. Throws `ChainUnavailable`. */
  async track(sent: readonly SentMessage[], watch: AnyWatch): Promise<Verdict> {
    // The watch is part of the key, since it decides which contracts are followed.
    const key = `${JSON.stringify(watch)} ${sent.map(({ source, createdLt }) => `${source} ${createdLt}`).join(' ')}`;
    const tracking = this.#tracking.get(key);
    if (tracking) return tracking;
    // Concurrent calls for the same request share one answer.
    const answer = this.#find(key, sent, watch).finally(() => this.#tracking.delete(key));
    this.#tracking.set(key, answer);
    return answer;
  }

  async #find(key: string, sent: readonly SentMessage[], watch: AnyWatch): Promise<Verdict> {
    const trace = this.#traces.get(key) ?? new Trace(watch, sent);
    this.#remember(key, trace);
    if (!(await trace.advance(this.#chain))) return { status: 'pending' };
    const verdict = verdictOf(await this.#withLpWallet(watch), trace.hops);
    this.#traces.delete(key);
    return verdict;
  }

  async #withLpWallet(watch: AnyWatch): Promise<AnyWatch> {
    if (watch.kind !== 'provide' || watch.lpWallet) return watch;
    const lpWallet = await walletOf(this.#chain, Address.parseRaw(watch.pool), Address.parseRaw(watch.user));
    return lpWallet ? { ...watch, lpWallet: lpWallet.toRawString() } : watch;
  }

  #remember(key: string, trace: Trace): void {
    const oldest = this.#traces.keys().next();
    if (this.#traces.size >= MAX_TRACES && !oldest.done) this.#traces.delete(oldest.value);
    this.#traces.set(key, trace);
  }
}
