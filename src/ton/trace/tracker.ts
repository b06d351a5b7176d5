// Finds out what has become of an order's messages; what is known of a trace is kept, so that only what is new is asked for.
import { Address } from '@ton/core';
import type { Chain } from '../chain.ts';
import { walletOf } from '../dialect/getters.ts';
import { Trace } from './trace.ts';
import { verdictOf } from './verdict.ts';
import type { AnyWatch, Sent, Verdict } from './watch.ts';

/** Traces under way that are remembered; one that is forgotten is asked for from its beginning. */
const MAX_TRACES = 10_000;

export class Tracker {
  readonly #chain: Chain;
  readonly #traces = new Map<string, Trace>();
  readonly #asked = new Map<string, Promise<Verdict>>();

  constructor(chain: Chain) {
    this.#chain = chain;
  }

  /** The messages of one order, all sent by the user's wallet. Throws `ChainUnavailable`. */
  async track(sent: readonly Sent[], watch: AnyWatch): Promise<Verdict> {
    // With what is watched for: it decides whom the trace is followed to.
    const key = `${JSON.stringify(watch)} ${sent.map(({ source, createdLt }) => `${source} ${createdLt}`).join(' ')}`;
    const asked = this.#asked.get(key);
    if (asked) return asked;
    // Two who ask for the same order at once get one answer.
    const answer = this.#find(key, sent, watch).finally(() => this.#asked.delete(key));
    this.#asked.set(key, answer);
    return answer;
  }

  async #find(key: string, sent: readonly Sent[], watch: AnyWatch): Promise<Verdict> {
    const trace = this.#traces.get(key) ?? new Trace(watch, sent);
    this.#remember(key, trace);
    if (!(await trace.advance(this.#chain))) return { status: 'pending' };
    const verdict = verdictOf(await this.#withLpWallet(watch), trace.hops);
    this.#traces.delete(key);
    return verdict;
  }

  /** A pool that an order makes cannot be asked before. */
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
