// Reference prices: simulated prices on an outside market, which the demo's traders follow. Each is a random walk that tends back
// to its start.
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
/** The part of its deviation from the start by which a price returns per day. */
const PULL = 0.2;
/** Largest deviation of a price from its start, as a fraction. */
const FARTHEST = 0.25;

export class ReferencePrices {
  readonly #away = new Map<string, number>();

  /** Starts at the given prices in USDT; tokens without one start at their initial value. */
  constructor(worth: ReadonlyMap<string, number> = new Map()) {
    for (const [{ address }, home] of ASSETS) this.#away.set(address, bounded((worth.get(address) ?? home) / home - 1));
  }

  /** The current reference price of a token in USDT. */
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
