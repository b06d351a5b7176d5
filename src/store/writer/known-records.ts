// The writer's cache of tokens and pools, valid until one of them changes or the journal is rewound.
import { Addresses } from '../../address.ts';
import type { TokenAddress } from '../../core/amount.ts';
import { type ListedToken, type Pool, pairKey } from '../../core/pool.ts';
import type { Catalogue } from '../../core/settle/settle.ts';
import type { JournalMark } from '../../ports/records.ts';
import { EMPTY_JOURNAL, goesOn, JournalWentBack } from './history.ts';

export class KnownRecords implements Catalogue {
  readonly tokens = new Map<TokenAddress, ListedToken>();
  readonly pools = new Map<string, Pool>();
  readonly addressOf: Catalogue['addressOf'];
  #mark = EMPTY_JOURNAL;
  /** The mark of the last batch, which was found in the journal; it stays in it as long as the writer's own mark does. */
  #checked = EMPTY_JOURNAL;
  #listingSequence = 0;

  constructor(factory: string) {
    const addresses = new Addresses(factory);
    this.addressOf = (token0, token1) => addresses.pool(token0, token1);
  }

  /** The position of the journal when it was last read or written. */
  get mark(): JournalMark {
    return this.#mark;
  }

  wrote({ sequence, id }: JournalMark): void {
    this.#mark = { sequence, id };
  }

  remember(tokens: readonly ListedToken[], pools: readonly Pool[]): void {
    for (const token of tokens) this.tokens.set(token.address, token);
    for (const pool of pools) this.pools.set(pairKey(pool.token0, pool.token1), pool);
  }

  /**
   * Throws and clears the cache unless the journal still contains the writer's last position and the one at which the batch was composed.
   * After a rewind, a token's address may belong to a token with other decimals, on which the amounts of the batch depend.
   */
  check(composedAt: JournalMark, found: JournalMark, idAt: (sequence: number) => string | null): void {
    const isLost = (mark: JournalMark) => !goesOn(mark, { found, idAtKnown: idAt(mark.sequence) });
    const isChecked = composedAt.id === this.#checked.id;
    const lost = [this.#mark, ...(isChecked ? [] : [composedAt])].find(isLost);
    this.#mark = found;
    this.#checked = lost ? EMPTY_JOURNAL : composedAt;
    if (!lost) return;
    this.#forget();
    throw new JournalWentBack({ known: lost, found });
  }

  /** True if no listed token or pool has changed since the cache was filled; otherwise clears it. */
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
