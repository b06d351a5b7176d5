// The rows of a store, as the exchange sees them.
import type { Account } from '../core/amount.ts';
import type { Reference } from '../core/commands/move-tokens.ts';
import type { Refusal } from '../core/refusal.ts';
import type { BalanceKey } from '../core/settle/transfer.ts';

/** Position of a journal: its last transaction; 0 and null if the journal is empty. */
export type Mark = { readonly sequence: number; readonly id: string | null };

export type Items<Item> = Iterable<Item> | AsyncIterable<Item>;

export type Balance = BalanceKey & { readonly balance: bigint };

export type AccountRecord = {
  readonly account: Account;
  /** Number of tokens that it holds, LP tokens included. */
  readonly tokens: number;
  /** Number of its usable keys. */
  readonly keys: number;
};

export type Role = 'trader' | 'operator';

export type KeyRecord = {
  readonly id: string;
  readonly account: Account;
  readonly role: Role;
  /** Chosen by its owner. */
  readonly name: string;
  /** SHA-256 of the secret, in hex; the secret itself is not stored. Empty for a passkey, which has no secret here. */
  readonly hash: string;
  /** Null if the key may do everything that its role may. */
  readonly restrictions: KeyRestrictions | null;
  readonly createdAtMs: number;
  readonly revokedAtMs: number | null;
};

export const SCOPES = ['read', 'trade', 'liquidity', 'send'] as const;
export type Scope = (typeof SCOPES)[number];

/** Limits of a key within the rights of its account. */
export type KeyRestrictions = {
  /** The permitted scopes; absent for all. */
  readonly scopes?: readonly Scope[];
  /** The most that it may spend a day, in whole quote tokens as a decimal text; absent for no limit. */
  readonly dayLimit?: string;
  /** Networks that it may be used from; absent for any. */
  readonly addresses?: readonly string[];
};

/** A signed-in browser. Copies leave sessions out: users can sign in again with their keys. */
export type SessionRecord = {
  /** SHA-256 of the token in its cookie, in hex. */
  readonly hash: string;
  readonly keyId: string;
  readonly expiresAtMs: number;
  /** 0 if an older version of the program began the session. */
  readonly begunAtMs: number;
  /** Short description of the browser, from what it says of itself; empty if unknown. */
  readonly device: string;
};

/** The stored answer to an idempotency key: a transaction or a refusal. */
export type ReplyRecord = {
  readonly actor: Account;
  readonly key: string;
  readonly fingerprint: string;
  readonly sequence: number | null;
  readonly refusal: Refusal | null;
  /** A refusal is forgotten some time after this. */
  readonly refusedAtMs: number | null;
};

/** A deposit or withdrawal, indexed by its reference. */
export type MovementRow = Omit<Reference, 'kind'> & {
  readonly kind: string;
  /** JSON, as in the receipt, because not every database stores every character in a text. */
  readonly reference: string;
  readonly sequence: number;
};

/** An account that a transaction concerns although another account gave the command. */
export type PartyRow = { readonly account: Account; readonly sequence: number };
