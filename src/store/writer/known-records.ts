// What a writer remembers: tokens and pools, for as long as none of them is changed and the journal does not go back.
import { Addresses } from '../../address.ts';
import type { TokenAddress } from '../../core/amount.ts';
import { type ListedToken, type Pool, pairKey } from '../../core/pool.ts';
import type { Catalogue } from '../../core/settle/settle.ts';
import type { Mark } from '../../ports/records.ts';
import { EMPTY_JOURNAL, goesOn, JournalWentBack } from './history.ts';

export class KnownRecords implements Catalogue {
  readonly tokens = new Map<TokenAddress, ListedToken>();
  readonly pools = new Map<string, Pool>();
  readonly addressOf: Catalogue['addressOf'];
  #mark = EMPTY_JOURNAL;
  #listingSequence = 0;

  constructor(factory: string) {
    const addresses = new Addresses(factory);
    this.addressOf = (token0, token1) => addresses.pool(token0, token1);
  }

  /** Where the journal stood when it was last looked at or written. */
  get mark(): Mark {
    return this.#mark;
  }

  wrote({ sequence, id }: Mark): void {
    this.#mark = { sequence, id };
  }

  remember(tokens: readonly ListedToken[], pools: readonly Pool[]): void {
    for (const token of tokens) this.tokens.set(token.address, token);
    for (const pool of pools) this.pools.set(pairKey(pool.token0, pool.token1), pool);
  }

  /**
   * Throws, having forgotten everything, unless the journal goes on from where it was known to stand, both here and to
   * those who composed the batch: amounts are counted by decimals that may be another token's by now.
   */
  check(composedAt: readonly Mark[], found: Mark, idAt: (sequence: number) => string | null): void {
    const lost = [this.#mark, ...composedAt].find((mark) => !goesOn(mark, { found, idAtAsked: idAt(mark.sequence) }));
    this.#mark = found;
    if (!lost) return;
    this.#forget();
    throw new JournalWentBack({ known: lost, found });
  }

  /** Whether all that is remembered is as the head says; what is not is forgotten. */
  isAsOf(listingSequence: number): boolean {
    if (listingSequence === this.#listingSequence) return true;
    this.#forget();
    this.#listingSequence = listingSequence;
    return false;
  }

  #forget(): void {
    this.tokens.clear();
    this.pools.clear();
  }
}
