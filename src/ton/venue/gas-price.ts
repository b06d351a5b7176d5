// Refuses requests, before signing, while gas costs more than the attached TON covers: they could stop half-way.
import { NotOnThisVenue } from '../../ports/venue.ts';
import { AnswerCache } from './reads/answer-cache.ts';

/** Nanotons per unit of gas, as on mainnet; the amounts that the dialects attach, those of STON.fi's SDK, were measured at it. */
const ATTACHED_FOR_GAS_PRICE = 400n;
/** Cached, since the price changes only by votes of the validators. */
const [FRESH_MS, MOST_MS] = [60_000, 600_000];

export class GasPriceCheck {
  readonly #read: () => Promise<bigint>;
  readonly #cache = new AnswerCache<bigint>({ freshMs: FRESH_MS, mostMs: MOST_MS });

  constructor(read: () => Promise<bigint>) {
    this.#read = read;
  }

  async refuseHigher(): Promise<void> {
    const price = await this.#cache.get('gas price', this.#read);
    if (price > ATTACHED_FOR_GAS_PRICE)
      throw new NotOnThisVenue(
        `Gas costs ${price} nanoton on this network now, and the TON that is attached to orders is enough for ${ATTACHED_FOR_GAS_PRICE} at most. Nothing was signed; the operator needs a version of Millpond for the new price.`,
      );
  }
}
