// The gas price that the attached TON is enough for: at a higher one an order could stop half way, and is refused before it is signed.
import { NotOnThisVenue } from '../../ports/venue.ts';
import { Kept } from './reads/kept.ts';

/** In nanoton, as on mainnet; what the dialects attach, as STON.fi's SDK does, was measured at this price. */
export const ATTACHED_FOR_GAS_PRICE = 400n;
/** The price changes by votes of the validators only. */
const [FRESH_MS, MOST_MS] = [60_000, 600_000];

export class GasPriceCheck {
  readonly #read: () => Promise<bigint>;
  readonly #kept = new Kept<bigint>({ freshMs: FRESH_MS, mostMs: MOST_MS });

  constructor(read: () => Promise<bigint>) {
    this.#read = read;
  }

  async refuseHigher(): Promise<void> {
    const price = await this.#kept.get('gas price', this.#read);
    if (price > ATTACHED_FOR_GAS_PRICE)
      throw new NotOnThisVenue(
        `Gas costs ${price} nanoton on this network now, and the TON that is attached to orders is enough for ${ATTACHED_FOR_GAS_PRICE} at most. Nothing was signed; the operator needs a version of Millpond for the new price.`,
      );
  }
}
