// A venue as the API uses it: what executes swaps and holds the pools, which is the exchange's own ledger or a DEX on TON.
import type { Refusal } from '../core/refusal.ts';
import type { VenueAccounts } from './venue/accounts.ts';
import type { SettlementFault, VenueWallets } from './venue/chain.ts';
import type { VenueListing } from './venue/listing.ts';
import type { VenueTrading } from './venue/trading.ts';

/** Every method may throw `RefusedError`, `Overloaded` or an error of the store. */
export interface Venue extends VenueTrading, VenueListing, VenueAccounts {
  /** Wallets of the accounts on a chain; absent if the venue is the exchange's own ledger. */
  readonly wallets?: VenueWallets;
}

/** The venue refused the command, and nothing was changed. */
export class RefusedError extends Error {
  override name = 'RefusedError';
  readonly refusal:
    | Refusal
    | { readonly code: 'not_found'; readonly what: 'swap'; readonly id: string }
    | { readonly code: 'not_found'; readonly what: 'transaction'; readonly id: string | number }
    | { readonly code: 'bad_cursor' }
    | { readonly code: 'address_reserved'; readonly token: string };
  constructor(refusal: RefusedError['refusal']) {
    super(refusal.code);
    this.refusal = refusal;
  }
}

/**
 * Answers to an atomic batch if some of its commands are invalid: their own errors, and `not_attempted` for the others.
 * Undefined if none is invalid.
 */
export function atomicRefusals(all: readonly unknown[]): readonly Error[] | undefined {
  const item = all.findIndex((one) => one instanceof Error);
  if (item === -1) return undefined;
  return all.map((one) => (one instanceof Error ? one : new RefusedError({ code: 'not_attempted', item })));
}

export const refused = (refusal: RefusedError['refusal']): never => {
  throw new RefusedError(refusal);
};

/** The queue of commands is full, or the command waited in it for too long; nothing was changed. */
export class Overloaded extends Error {
  override name = 'Overloaded';
}

/** This kind of venue does not support the call. */
export class NotOnThisVenue extends Error {
  override name = 'NotOnThisVenue';
}

/** The account's wallet has too little TON to pay for the messages; nothing was changed. */
export class TonFundsTooLow extends Error {
  override name = 'TonFundsTooLow';
}

/** A command was accepted and then failed on the chain; the message says why, and where the offered tokens are. */
export class SettlementFailed extends Error {
  override name = 'SettlementFailed';
  readonly transactionId: string;
  readonly reasonCode: SettlementFault | undefined;
  constructor(transactionId: string, reason: string, reasonCode?: SettlementFault) {
    super(reason);
    this.transactionId = transactionId;
    this.reasonCode = reasonCode;
  }
}

/** The chain cannot be reached right now, and nothing was changed. */
export class SettlementUnavailable extends Error {
  override name = 'SettlementUnavailable';
}

/** The search for routes is not available right now; nothing was changed. Swaps through the pool of the pair still work. */
export class RoutesUnavailable extends Error {
  override name = 'RoutesUnavailable';
}
