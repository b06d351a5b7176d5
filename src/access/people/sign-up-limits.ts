// Limits open sign-ups (without an invitation) per day: from an address, from the networks that contain it, and on all nodes together.
import type { SideRecords } from '../../ports/side-records.ts';
import { type NetworkBound, networkBounds } from '../network-bounds.ts';
import { tallied, tally } from '../tally.ts';
import { AccessRefused } from './refusal.ts';

export type SignUpLimitOptions = {
  /** Open sign-ups on all nodes together; 0 for no limit. */
  readonly signUpsPerDay: number;
  readonly signUpsPerAddress: number;
  readonly nowMs: () => number;
};

/** How many passkeys a network may submit for each sign-up that it may make, since some devices fail a few times. */
export const TRIES_PER_SIGN_UP = 10;

export class SignUpLimits {
  readonly #records: SideRecords;
  readonly #options: SignUpLimitOptions;

  constructor(records: SideRecords, options: SignUpLimitOptions) {
    this.#records = records;
    this.#options = options;
  }

  /** Counts a passkey before it is verified, against limits of its networks; writes nothing if no more sign-ups are allowed today. */
  async countTry(networks: readonly string[]): Promise<void> {
    const bounds = await this.#boundsOf(networks);
    await this.#checkRoom(bounds);
    const tries = bounds.map(({ id, most }) => ({ id, most: most * TRIES_PER_SIGN_UP }));
    await this.#countEach('sign-up try', tries);
  }

  /** Counts a sign-up whose passkey, if any, has been verified. */
  async count(networks: readonly string[]): Promise<void> {
    const { signUpsPerDay } = this.#options;
    const bounds = await this.#boundsOf(networks);
    await this.#checkRoom(bounds);
    await this.#countEach('sign-up', bounds);
    if (!(await this.#add('sign-up all', signUpsPerDay))) throw tooMany();
  }

  async #checkRoom(bounds: readonly NetworkBound[]): Promise<void> {
    const { signUpsPerDay, nowMs } = this.#options;
    const isFull = async (name: string, most: number) =>
      most > 0 && (await tallied(this.#records, name, nowMs())) >= BigInt(most);
    const full = await Promise.all([
      isFull('sign-up all', signUpsPerDay),
      ...bounds.map(({ id, most }) => isFull(`sign-up from ${id}`, most)),
    ]);
    if (full.includes(true)) throw tooMany();
  }

  async #countEach(what: string, bounds: readonly NetworkBound[]): Promise<void> {
    for (const { id, most } of bounds) if (!(await this.#add(`${what} from ${id}`, most))) throw tooMany();
  }

  async #add(name: string, most: number): Promise<boolean> {
    return most === 0 || tally(this.#records, name, { add: 1n, most: BigInt(most), nowMs: this.#options.nowMs() });
  }

  #boundsOf(networks: readonly string[]): Promise<readonly NetworkBound[]> {
    return networkBounds(this.#records, networks, this.#options.signUpsPerAddress);
  }
}

const tooMany = (): AccessRefused =>
  new AccessRefused(
    'used_up_today',
    'As many have signed up today as this exchange allows. Try again after midnight UTC, or ask its operator for an invitation.',
    'sign_ups',
  );
