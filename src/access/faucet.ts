// The faucet of a test network: mints a fixed amount of a token per day for every account that claims it.
import { type Account, type Amount, amount, MAX_AMOUNT, type TokenAddress } from '../core/amount.ts';
import type { DepositCommand } from '../core/commands/move-tokens.ts';
import { parseDecimal } from '../core/maths/decimal.ts';
import type { Token } from '../core/pool.ts';
import type { SideRecords } from '../ports/side-records.ts';
import type { Executed } from '../ports/venue/trading.ts';
import { RefusedError, type Venue } from '../ports/venue.ts';
import { networkBounds } from './network-bounds.ts';
import { SideKind } from './side-kind.ts';
import { findToken } from './token-names.ts';
import { update } from './update.ts';

export type FaucetOptions = {
  /** Tokens by symbol or address, each with the whole tokens that a claim mints; an empty list turns the faucet off. */
  readonly offers: readonly { readonly token: string; readonly amount: string }[];
  /** Accounts that may claim from one address per day. */
  readonly accountsPerAddress: number;
  /** Claims of all accounts per day. */
  readonly claimsPerDay: number;
  readonly nowMs?: () => number;
  /** Called once for each offer that is left out: its token is unknown, or its amount is invalid. */
  warn?(message: string): void;
};

export type Offer = { readonly token: Token; readonly amount: Amount };

/** The account that claims, with the address of its request and the larger networks that contain the address. */
export type Claimer = { readonly account: Account; readonly networks: readonly string[] };

export type Claimed = { readonly offer: Offer; readonly done: Executed<DepositCommand>; readonly againAtMs: number };

/** The daily limit that is used up (until midnight UTC): of the account, of its address, or of the whole exchange. */
export type Spent = 'account' | 'address' | 'exchange';

export class FaucetSpent extends Error {
  override name = 'FaucetSpent';
  readonly spent: Spent;
  readonly limit: number;
  readonly againAtMs: number;
  constructor(spent: Spent, limit: number, againAtMs: number) {
    super(spent);
    this.spent = spent;
    this.limit = limit;
    this.againAtMs = againAtMs;
  }
}

export class NotOffered extends Error {
  override name = 'NotOffered';
}

const DAY_MS = 86_400_000;

/** `taken`: the claim is counted, but its deposit may not have been made; `minted`: the deposit has been made. */
type Claim = 'taken' | 'minted';

export class Faucet {
  readonly #venue: Pick<Venue, 'execute' | 'router'>;
  readonly #records: SideRecords;
  readonly #options: FaucetOptions;
  readonly #claims: SideKind<Claim>;
  /** The accounts that have claimed from each network. */
  readonly #networks: SideKind<readonly string[]>;
  readonly #totals: SideKind<number>;
  readonly #warned = new Set<string>();
  #offers: readonly Offer[] | undefined;
  #turn: Promise<unknown> = Promise.resolve();

  constructor(
    { sideRecords }: { readonly sideRecords: SideRecords },
    venue: Pick<Venue, 'execute' | 'router'>,
    options: FaucetOptions,
  ) {
    [this.#venue, this.#records, this.#options] = [venue, sideRecords, options];
    this.#claims = new SideKind(sideRecords, 'faucet claim');
    this.#networks = new SideKind(sideRecords, 'faucet address');
    this.#totals = new SideKind(sideRecords, 'faucet total');
  }

  get isOff(): boolean {
    return this.#options.offers.length === 0;
  }

  /** The offers; `spent` is the limit that prevents this claimer from claiming the offer today, or null. */
  async offers(claimer: Claimer): Promise<readonly (Offer & { readonly spent: Spent | null; againAtMs: number })[]> {
    const day = this.#today();
    const offers = await this.#resolved();
    if (offers.length === 0) return [];
    const { spent } = await this.#standing(claimer, day);
    return Promise.all(
      offers.map(async (offer) => {
        const claim = await this.#claims.find(claimId(day, claimer, offer));
        const own = claim?.body === 'minted' ? 'account' : claim ? null : spent;
        return { ...offer, spent: own, againAtMs: endOf(day) };
      }),
    );
  }

  /** Mints at most once per account, token and day, on any number of nodes and despite crashes. Throws `FaucetSpent` or `NotOffered`. */
  async claim(claimer: Claimer, address: TokenAddress): Promise<Claimed> {
    const offer = (await this.#resolved()).find(({ token }) => token.address === address);
    if (!offer) throw new NotOffered(address);
    const day = this.#today();
    // This node counts one claim at a time, since all claims change the same records; a conflict with another node is retried.
    const counted = this.#turn.then(() => this.#count(claimer, offer, day));
    this.#turn = counted.catch(() => {});
    const id = await counted;
    const { account } = claimer;
    const command = {
      kind: 'deposit',
      account,
      token: address,
      amount: offer.amount,
      reference: referenceOf(day),
    } as const;
    try {
      const done = await this.#venue.execute<DepositCommand>(account, command);
      // If this write fails, the next claim returns the same deposit, since it has the same reference.
      await this.#noteMinted(id, forgottenAt(day)).catch(() => {});
      return { offer, done, againAtMs: endOf(day) };
    } catch (error) {
      // The account claimed earlier today, when the offer had another amount.
      if (error instanceof RefusedError && error.refusal.code === 'reference_reused') throw spentBy('account', 1, day);
      throw error;
    }
  }

  /** Counts a claim against all limits in one change and returns its id; a claim that is counted but not minted is not counted again. */
  #count(claimer: Claimer, offer: Offer, day: number): Promise<string> {
    const id = claimId(day, claimer, offer);
    const expiresAtMs = forgottenAt(day);
    return update(this.#records, this.#nowMs(), async () => {
      const claim = await this.#claims.find(id);
      if (claim?.body === 'minted') throw spentBy('account', 1, day);
      if (claim) return { changes: [], result: id };
      const { spent, limit, networks, total } = await this.#standing(claimer, day);
      if (spent) throw spentBy(spent, limit, day);
      const changes = [
        this.#claims.put({ id, version: 0, body: 'taken', expiresAtMs }),
        ...networks.map((network) => this.#networks.put({ ...network, expiresAtMs })),
        this.#totals.put({ ...total, body: total.count + 1, expiresAtMs }),
      ];
      return { changes, result: id };
    });
  }

  async #noteMinted(id: string, expiresAtMs: number): Promise<void> {
    const version = (await this.#claims.find(id))?.version ?? 0;
    const minted = this.#claims.put({ id, version, body: 'minted', expiresAtMs });
    await this.#records.change([minted], { nowMs: this.#nowMs() });
  }

  /** Checks one more claim against the limits of the day: the limit that is used up, if any, and the records that the claim would write. */
  async #standing({ account, networks }: Claimer, day: number) {
    const { accountsPerAddress, claimsPerDay } = this.#options;
    const bounds = await networkBounds(this.#records, networks, accountsPerAddress);
    const [total, ...found] = await Promise.all([
      this.#totals.find(`${day}`),
      ...bounds.map(({ id }) => this.#networks.find(`${day} ${id}`)),
    ]);
    const claimed = bounds.map(({ id, most }, at) => {
      const before = found[at]?.body ?? [];
      const body = before.includes(account) ? before : [...before, account];
      return { most, put: { id: `${day} ${id}`, version: found[at]?.version ?? 0, body } };
    });
    const full = claimed.find(({ most, put }) => put.body.length > most);
    const count = total?.body ?? 0;
    const spent: Spent | null = full ? 'address' : count >= claimsPerDay ? 'exchange' : null;
    return {
      spent,
      limit: full?.most ?? claimsPerDay,
      networks: claimed.map(({ put }) => put),
      total: { id: `${day}`, version: total?.version ?? 0, count },
    };
  }

  /** Looks up the tokens of the offers. Cached once all are found: a token may be registered after the server has started. */
  async #resolved(): Promise<readonly Offer[]> {
    if (this.#offers || this.isOff) return this.#offers ?? [];
    const { tokens } = await this.#venue.router();
    const offers = this.#options.offers.flatMap((offer) => this.#resolve(offer, tokens) ?? []);
    if (offers.length === this.#options.offers.length) this.#offers = offers;
    return offers;
  }

  #resolve(offer: FaucetOptions['offers'][number], tokens: readonly Token[]): Offer | undefined {
    const found = findToken(tokens, offer.token);
    if ('fault' in found) return this.#warn(found.fault);
    const { token } = found;
    const value = parseDecimal(offer.amount, token.decimals, MAX_AMOUNT);
    if (typeof value === 'bigint') return { token, amount: amount(value) };
    return this.#warn(
      value === 'too_precise'
        ? `${offer.amount} has more fraction digits than the ${token.decimals} decimals of ${token.symbol}`
        : `${offer.amount} ${token.symbol} is more than the exchange can count`,
    );
  }

  #warn(fault: string): undefined {
    if (!this.#warned.has(fault)) this.#options.warn?.(`FAUCET: ${fault}; this offer is left out`);
    this.#warned.add(fault);
  }

  #nowMs(): number {
    return (this.#options.nowMs ?? Date.now)();
  }

  #today(): number {
    return Math.floor(this.#nowMs() / DAY_MS);
  }
}

const claimId = (day: number, { account }: Claimer, { token }: Offer): string => `${day} ${account} ${token.address}`;
const endOf = (day: number): number => (day + 1) * DAY_MS;
/** Records of a day's claims expire a day after its end, in case the clock of another node is behind. */
const forgottenAt = (day: number): number => (day + 2) * DAY_MS;
const referenceOf = (day: number): string => `faucet:${new Date(day * DAY_MS).toISOString().slice(0, 10)}`;
const spentBy = (spent: Spent, limit: number, day: number): FaucetSpent => new FaucetSpent(spent, limit, endOf(day));
