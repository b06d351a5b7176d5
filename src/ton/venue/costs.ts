// Expected TON and gas of swaps: the average of the last completed ones; before the first, measured defaults.
import type { TokenAddress } from '../../core/amount.ts';
import { mulDivUp } from '../../core/maths/rounding.ts';
import type { ChainRequests, EndedRequest } from '../../ports/chain-requests.ts';
import { TON } from './dex.ts';
import { decisionOf, resultOf } from './history.ts';

/** Millpond's own contracts, or STON.fi's by version. */
export type ContractSet = 'own' | 1 | 2;

export type SwapShape = { readonly tokenA: TokenAddress; readonly tokenB: TokenAddress; readonly referred: boolean };

/** The paths of a swap through the contracts, which differ in cost. */
type Way = 'jettons' | 'from ton' | 'to ton';
type Cost = { readonly spentNano: bigint; readonly gasUnits: bigint };

type Options = {
  readonly requests: Pick<ChainRequests, 'ended' | 'lastEvent'>;
  readonly contracts: ContractSet;
  /** Interval between two reads of ended requests. */
  readonly everyMs: number;
};

/** Swaps averaged for each path; gas prices change rarely, by votes of the validators. */
const COUNTED = 20;
const [PAGE, LOOKED_BACK] = [200, 1000];
/** Gas of the wallet's own code for one message, which is not part of the trace. */
const WALLET_GAS = 4939n;

export class SwapCosts {
  readonly #options: Options;
  readonly #seen = new Map<string, readonly Cost[]>();
  #event: number | undefined;
  #looking: Promise<void> | undefined;
  #lookedMs = Number.NEGATIVE_INFINITY;

  constructor(options: Options) {
    this.#options = options;
  }

  /** The TON that such a swap is expected to cost in addition to the amounts traded; rounded up. */
  async spentNano(shape: SwapShape): Promise<bigint> {
    await this.#look();
    const seen = this.#seen.get(keyOf(shape)) ?? [];
    return (
      meanOf(seen.map(({ spentNano }) => spentNano)) ??
      FIRST[this.#options.contracts][wayOf(shape)][shape.referred ? 1 : 0]
    );
  }

  /** Expected gas of a swap between jettons, including that of the wallet that sends it. */
  async gasUnits(): Promise<bigint> {
    await this.#look();
    const seen = this.#seen.get(JETTONS) ?? [];
    return meanOf(seen.map(({ gasUnits }) => gasUnits + WALLET_GAS)) ?? FIRST_GAS[this.#options.contracts];
  }

  /** Concurrent callers share one read; if the store fails, the known figures are used. */
  #look(): Promise<void> {
    const nowMs = performance.now();
    if (nowMs - this.#lookedMs < this.#options.everyMs) return this.#looking ?? Promise.resolve();
    this.#lookedMs = nowMs;
    this.#looking = this.#read()
      .catch(() => {})
      .finally(() => {
        this.#looking = undefined;
      });
    return this.#looking;
  }

  async #read(): Promise<void> {
    const { requests } = this.#options;
    this.#event ??= Math.max(0, (await requests.lastEvent()) - LOOKED_BACK);
    for (let page: readonly EndedRequest[] = []; ; ) {
      page = await requests.ended({ after: this.#event, limit: PAGE });
      for (const request of page) this.#add(request);
      this.#event = page.at(-1)?.event ?? this.#event;
      if (page.length < PAGE) return;
    }
  }

  #add(request: EndedRequest): void {
    if (request.kind !== 'swap' || request.status !== 'completed') return;
    const decision = decisionOf(request);
    const { tonSpentNano: spentNano, gasUnits } = resultOf(request);
    if (!('receipt' in decision) || decision.receipt.kind !== 'swap') return;
    if (spentNano === undefined || gasUnits === undefined) return;
    const { tokenA, tokenB, referrer } = decision.receipt;
    const key = keyOf({ tokenA, tokenB, referred: referrer !== undefined });
    this.#seen.set(key, [...(this.#seen.get(key) ?? []), { spentNano, gasUnits }].slice(-COUNTED));
  }
}

function wayOf({ tokenA, tokenB }: Pick<SwapShape, 'tokenA' | 'tokenB'>): Way {
  if (tokenA === TON) return 'from ton';
  return tokenB === TON ? 'to ton' : 'jettons';
}

const keyOf = (shape: SwapShape): string => `${wayOf(shape)}${shape.referred ? ' referred' : ''}`;
const JETTONS = 'jettons';

const meanOf = (values: readonly bigint[]): bigint | undefined =>
  values.length === 0
    ? undefined
    : mulDivUp(
        values.reduce((sum, value) => sum + value, 0n),
        1n,
        BigInt(values.length),
      );

/** Defaults in nanotons, measured on the emulator with Millpond's jettons: without and with a referrer. */
export const FIRST: Readonly<Record<ContractSet, Readonly<Record<Way, readonly [bigint, bigint]>>>> = {
  own: {
    jettons: [35_300_000n, 87_300_000n],
    'from ton': [28_000_000n, 80_000_000n],
    'to ton': [31_000_000n, 83_000_000n],
  },
  1: {
    jettons: [42_000_000n, 128_000_000n],
    'from ton': [32_000_000n, 113_000_000n],
    'to ton': [37_000_000n, 103_000_000n],
  },
  2: {
    jettons: [49_000_000n, 62_000_000n],
    'from ton': [40_000_000n, 53_000_000n],
    'to ton': [45_000_000n, 59_000_000n],
  },
};
const FIRST_GAS: Readonly<Record<ContractSet, bigint>> = { own: 46_562n, 1: 65_206n, 2: 76_604n };
