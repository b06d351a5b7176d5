// A scenario as data: an honest market, the order or swap of an honest owner, and the moves of an adversary with capital.

/** `xenon` and `yarn` belong to the adversary alone; `share` and `yarn` have no decimals. */
export const DECIMALS = { cash: 6, gold: 9, share: 0, silver: 2, usd: 6, xenon: 9, yarn: 0 };
export type Name = keyof typeof DECIMALS;

/** Both reserves, as the honest provider put them in; `stable` is the amplification of a stable pool. */
export type HonestPool = {
  readonly pair: readonly [Name, Name];
  readonly units: readonly [bigint, bigint];
  readonly stable?: bigint;
};

export type Setup = {
  /** The first pool of the pair, or the first of its only way, sets the undisturbed price. */
  readonly pools: readonly HonestPool[];
  /** The token that the owner sells, and the one that it buys. */
  readonly sold: Name;
  readonly bought: Name;
  /** How long the pools existed before the first move. */
  readonly ageMs: number;
  /** How often an honest arbitrageur trades; 0 for never. */
  readonly arbEveryMs: number;
};

export type Owner =
  /** With the default price impact limit, and without a minimum. */
  | { readonly kind: 'swap'; readonly units: bigint }
  /** The trigger is this many millionths of the undisturbed price. */
  | {
      readonly kind: 'stop';
      readonly units: bigint;
      readonly when: 'below' | 'above';
      readonly triggerPpm: number;
      readonly overMs: number;
    }
  /** `limitPpm` is the limit in millionths of the undisturbed price; 0 for none. */
  | {
      readonly kind: 'recurring';
      readonly units: bigint;
      readonly times: number;
      readonly everyMs: number;
      readonly limitPpm: number;
      /** The guard is off, although the verdict assumes one: a fault that the search must find. */
      readonly unguarded?: true;
    };

export type Move =
  /** The owner places its order or swaps; exactly one move of a scenario. */
  | { readonly kind: 'owner' }
  /** Creates the pool if there is none. */
  | { readonly kind: 'add'; readonly pair: readonly [Name, Name]; readonly units: readonly [bigint, bigint] }
  | { readonly kind: 'remove'; readonly pair: readonly [Name, Name]; readonly ppm: bigint }
  /** By the best route, or through the pair's own pool only. */
  | { readonly kind: 'swap'; readonly from: Name; readonly to: Name; readonly units: bigint; readonly direct?: true }
  /** Trades back to the holding of a token that the adversary began with. */
  | { readonly kind: 'restore'; readonly token: Name; readonly against: Name }
  /** A limit order; `whole` if it may not be filled in parts, `exact` if it buys exactly `min`. */
  | {
      readonly kind: 'rest';
      readonly from: Name;
      readonly to: Name;
      readonly units: bigint;
      readonly min: bigint;
      readonly whole?: true;
      readonly exact?: true;
    }
  /** Cancels all own orders. */
  | { readonly kind: 'cancel' }
  | { readonly kind: 'wait'; readonly ms: number }
  /** Waits until so long before the owner's next part is due. */
  | { readonly kind: 'untilDue'; readonly leadMs: number }
  /** Waits for a fill of the owner's order, but not longer than this. */
  | { readonly kind: 'untilFill'; readonly mostMs: number };

export type Scenario = { readonly setup: Setup; readonly owner: Owner; readonly moves: readonly Move[] };

/** A scenario as TypeScript, to paste into a test. */
export const printScenario = (scenario: Scenario): string => print(scenario);

function print(value: unknown): string {
  if (typeof value === 'bigint') return `${value}n`;
  if (typeof value === 'string') return `'${value}'`;
  if (Array.isArray(value)) return `[${value.map(print).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return String(value);
  return `{ ${Object.entries(value)
    .map(([key, each]) => `${key}: ${print(each)}`)
    .join(', ')} }`;
}
