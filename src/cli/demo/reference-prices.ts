// What tokens are worth outside: each wanders by itself, and is drawn back to where it began.
import type { Token } from '../../core/pool.ts';
import { DOGS, JDAI, NOT, STON, TON, USDT } from './demo.ts';
import type { Random } from './random.ts';

/** In USDT, as the demo's pools have it when they are made, and by how much of that it moves in a day. */
const ASSETS: readonly (readonly [token: Token, worth: number, daily: number])[] = [
  [TON, 2.5, 0.022],
  [USDT, 1, 0],
  [STON, 0.625, 0.03],
  [NOT, 0.00225, 0.04],
  [DOGS, 0.00025, 0.05],
  [JDAI, 1, 0.0004],
];
/** The part of its way from home that a price makes good in a day. */
const PULL = 0.2;
/** No price leaves its home by more. */
const FARTHEST = 0.25;

export class ReferencePrices {
  readonly #away = new Map<string, number>();

  /** Begins where the market stands, as far as it is told. */
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
