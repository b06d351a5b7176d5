// API keys: 256 random bits shown once; only their SHA-256 is kept.
import { hash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Account } from '../core/amount.ts';
import { SharedLookup } from './shared-lookup.ts';
import type { KeyRecord, Role, Store } from './store.ts';

export type Caller = { readonly account: Account; readonly role: Role };

/** Tells whom a key stands for. */
export interface Keys {
  /** Undefined for a key that is unknown, wrong or revoked. */
  authenticate(key: string): Promise<Caller | undefined>;
}

const FORM = /^mp_([0-9a-f]{16})_([A-Za-z0-9_-]{43})$/;

/** Creates a key and returns its full text, which cannot be had again. */
export async function createKey(store: Store, caller: Caller, nowMs: number): Promise<{ id: string; key: string }> {
  const id = randomBytes(8).toString('hex');
  const secret = randomBytes(32).toString('base64url');
  await store.addKey({ id, ...caller, hash: hashOf(secret), createdAtMs: nowMs, revokedAtMs: null });
  return { id, key: `mp_${id}_${secret}` };
}

/** The keys of a store: a revoked one is good no longer than the turn in which it was revoked. */
export const keysOf = (store: Pick<Store, 'key'>): Keys => {
  const callers = new SharedLookup((key: string) => authenticate(store, key));
  return { authenticate: (key) => callers.ask(key) };
};

export async function authenticate(store: Pick<Store, 'key'>, text: string): Promise<Caller | undefined> {
  const [, id, secret] = FORM.exec(text) ?? [];
  if (id === undefined || secret === undefined) return undefined;
  const record = await store.key(id);
  return record && isValid(record, secret) ? { account: record.account, role: record.role } : undefined;
}

const isValid = (record: KeyRecord, secret: string): boolean =>
  timingSafeEqual(Buffer.from(record.hash), Buffer.from(hashOf(secret))) && record.revokedAtMs === null;

const hashOf = (secret: string): string => hash('sha256', secret, 'hex');
