// Records of a store, as the code outside the stores uses them.
import type { Account } from '../core/amount.ts';
import type { Reference } from '../core/commands/move-tokens.ts';
import type { Refusal } from '../core/refusal.ts';
import type { BalanceKey } from '../core/settle/transfer.ts';

/**
 * Position in a journal: sequence and id of a transaction; 0 and null at its start. The id shows whether two journals are the
 * same up to there.
 */
export type JournalMark = { readonly sequence: number; readonly id: string | null };

export type Items<Item> = Iterable<Item> | AsyncIterable<Item>;

export type Balance = BalanceKey & { readonly balance: bigint };

export type AccountRecord = {
  readonly account: Account;
  /** Number of tokens that the account holds, LP tokens included. */
  readonly tokens: number;
  /** Number of the account's keys that are not revoked. */
  readonly keys: number;
};

export type Role = 'trader' | 'operator';

export type KeyRecord = {
  readonly id: string;
  readonly account: Account;
  readonly role: Role;
  /** Name that the owner gave the key; empty if none. */
  readonly name: string;
  /** SHA-256 of the secret, in hex; the secret itself is not stored. Empty for a passkey, whose secret stays on its device. */
  readonly hash: string;
  /** Null if the key may do everything that its role may. */
  readonly restrictions: KeyRestrictions | null;
  readonly createdAtMs: number;
  readonly revokedAtMs: number | null;
};

const SCOPES = ['read', 'trade', 'liquidity', 'send'] as const;
export type Scope = (typeof SCOPES)[number];

/** Restrictions of a key; it never has more rights than its account. */
export type KeyRestrictions = {
  /** The permitted scopes; absent for all. */
  readonly scopes?: readonly Scope[];
  /** The most that the key may spend a day, in quote tokens (not base units) as decimal text; absent for no limit. */
  readonly dayLimit?: string;
  /** IP addresses and networks that the key may be used from; absent for any. */
  readonly addresses?: readonly string[];
};

/** A signed-in browser. Copies of an exchange do not contain sessions: users can sign in again with their keys. */
export type SessionRecord = {
  /** SHA-256, in hex, of the token in the session's cookie. */
  readonly hash: string;
  readonly keyId: string;
  readonly expiresAtMs: number;
  /** Start of the session. */
  readonly begunAtMs: number;
  /** Short description of the browser, from its User-Agent header; empty if unknown. */
  readonly device: string;
};

/** The stored answer to an idempotency key: a transaction or a refusal. */
export type ReplyRecord = {
  readonly actor: Account;
  readonly key: string;
  readonly fingerprint: string;
  readonly sequence: number | null;
  readonly refusal: Refusal | null;
  /** When the command was refused: the reply is deleted some time later. Null for a transaction, which is kept. */
  readonly refusedAtMs: number | null;
};

/** A deposit or withdrawal, indexed by its reference. */
export type MovementRow = Omit<Reference, 'kind'> & {
  readonly kind: string;
  /** The reference as JSON text, since not every database can store every character. */
  readonly reference: string;
  readonly sequence: number;
};

/** Index entry for the activity of an account: a transaction that concerns it although another account gave the command. */
export type PartyRow = {
  readonly account: Account;
  readonly sequence: number;
  /** The sender, if the transaction is a transfer to the account; otherwise empty. */
  readonly sender: Account | '';
};
