// Reference prices of tokens outside the demo: each is a random walk that is drawn back to its start.
import type { Token } from '../../core/pool.ts';
import { DOGS, JDAI, NOT, STON, TON, USDT } from './demo.ts';
import type { Random } from './random.ts';

/** Initial value in USDT, as in the demo's pools, and the volatility per day. */
const ASSETS: readonly (readonly [token: Token, worth: number, daily: number])[] = [
  [TON, 2.5, 0.022],
  [USDT, 1, 0],
  [STON, 0.625, 0.03],
  [NOT, 0.00225, 0.04],
  [DOGS, 0.00025, 0.05],
  [JDAI, 1, 0.0004],
];
/** The part of its distance from the start that a price recovers per day. */
const PULL = 0.2;
/** Largest deviation of a price from its start. */
const FARTHEST = 0.25;

export class ReferencePrices {
  readonly #away = new Map<string, number>();

  /** Starts at the values of the market, as far as they are given. */
  constructor(worth: ReadonlyMap<string, number> = new Map()) {
    for (const [{ address }, home] of ASSETS) this.#away.set(address, bounded((worth.get(address) ?? home) / home - 1));
  }

  /** In USDT. */
  worthOf({ address }: Token): number {
    const [, home] = ASSETS.find(([token]) => token.address === address) ?? [null, 0];
    return home * (1 + (this.#away.get(address) ?? 0));
  }

  pass(days: number, random: Random): void {
    for (const [{ address }, , daily] of ASSETS) {
      const away = this.#away.get(address) as number;
      this.#away.set(address, bounded(away - PULL * away * days + daily * Math.sqrt(days) * random.normal()));
    }
  }
}

const bounded = (away: number): number => Math.max(-FARTHEST, Math.min(FARTHEST, away));
