// What a store keeps, row by row, as the exchange sees it.
import type { Account } from '../core/amount.ts';
import type { Reference } from '../core/commands/move-tokens.ts';
import type { Refusal } from '../core/refusal.ts';
import type { BalanceKey } from '../core/settle/transfer.ts';

/** How far a journal has come: its last transaction; of an empty one, 0 and null. */
export type Mark = { readonly sequence: number; readonly id: string | null };

export type Items<Item> = Iterable<Item> | AsyncIterable<Item>;

export type Balance = BalanceKey & { readonly balance: bigint };

export type AccountRecord = {
  readonly account: Account;
  /** How many tokens it holds, LP tokens included. */
  readonly tokens: number;
  /** How many of its keys can be used. */
  readonly keys: number;
};

export type Role = 'trader' | 'operator';

export type KeyRecord = {
  readonly id: string;
  readonly account: Account;
  readonly role: Role;
  /** What its owner calls it. */
  readonly name: string;
  /** SHA-256 of the secret, in hex; the secret itself is kept nowhere. Empty for a passkey, which has none here. */
  readonly hash: string;
  /** Null where it may do whatever its role may. */
  readonly restrictions: KeyRestrictions | null;
  readonly createdAtMs: number;
  readonly revokedAtMs: number | null;
};

export const SCOPES = ['read', 'trade', 'liquidity', 'send'] as const;
export type Scope = (typeof SCOPES)[number];

/** What a key may not do, although its account may. */
export type KeyRestrictions = {
  /** All that it is good for; absent for everything. */
  readonly scopes?: readonly Scope[];
  /** What it may spend a day, in whole quote tokens, as a decimal text; absent for no limit. */
  readonly dayLimit?: string;
  /** Networks that it may be used from; absent for any. */
  readonly addresses?: readonly string[];
};

/** A browser that is signed in. No copy brings them: whoever was signed in has the key. */
export type SessionRecord = {
  /** SHA-256 of the token in its cookie, in hex. */
  readonly hash: string;
  readonly keyId: string;
  readonly expiresAtMs: number;
  /** 0 of one that an older program began. */
  readonly begunAtMs: number;
  /** The browser, as it calls itself, in a few words; empty where that is not known. */
  readonly device: string;
};

/** The remembered answer to an idempotency key: the transaction that it names, or the refusal. */
export type ReplyRecord = {
  readonly actor: Account;
  readonly key: string;
  readonly fingerprint: string;
  readonly sequence: number | null;
  readonly refusal: Refusal | null;
  /** A refusal is remembered only for a while from then on. */
  readonly refusedAtMs: number | null;
};

/** A deposit or withdrawal as it is found by its reference. */
export type MovementRow = Omit<Reference, 'kind'> & {
  readonly kind: string;
  /** As JSON, like the receipt has it: not every database holds every character in a text. */
  readonly reference: string;
  readonly sequence: number;
};

/** An account that a transaction concerns, though another gave the command. */
export type PartyRow = { readonly account: Account; readonly sequence: number };
