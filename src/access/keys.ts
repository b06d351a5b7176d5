// API keys: 256 random bits shown once; only their SHA-256 is kept.
import { hash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Account } from '../core/amount.ts';
import { page } from '../ports/paging.ts';
import type { KeyRecord, Role } from '../ports/records.ts';
import type { Store } from '../ports/store.ts';
import { type Page, type PageRequest, refused } from '../ports/venue.ts';
import { SharedLookup } from '../thread/shared-lookup.ts';

export type Caller = { readonly account: Account; readonly role: Role };

/** What may be told of a key. */
export type KeyView = Omit<KeyRecord, 'hash'>;

/** Tells whom a key stands for, and manages them. */
export interface Keys {
  /** Undefined for a key that is unknown, wrong or revoked. */
  authenticate(key: string): Promise<Caller | undefined>;
  /** By account and id. */
  list(page: PageRequest & { readonly account?: Account }): Promise<Page<KeyView>>;
  /** The only answer that has the key itself. */
  create(caller: Caller): Promise<KeyView & { readonly key: string }>;
  /** Undefined when there is none; one that was revoked before stays as it is. */
  revoke(id: string): Promise<KeyView | undefined>;
}

type KeyStore = Pick<Store, 'key' | 'keysAfter' | 'addKey' | 'revokeKey'>;

const FORM = /^mp_([0-9a-f]{16})_([A-Za-z0-9_-]{43})$/;

/** The id in a key, which may be pasted whole where its id is asked for. */
export const keyIdIn = (text: string): string => FORM.exec(text)?.[1] ?? text;

/** A text that may hold a key or the secret of an invitation, without what is secret of it. */
export const withoutSecrets = (text: string): string => text.replaceAll(/(m[pi]_[0-9a-f]{16,28}_)[\w-]+/g, '$1…');

/** Creates a key and returns its full text, which cannot be had again. */
export async function createKey(store: Pick<Store, 'addKey'>, { account, role }: Caller, nowMs: number) {
  const id = randomBytes(8).toString('hex');
  const secret = randomBytes(32).toString('base64url');
  const made = { id, account, role, name: '', restrictions: null, createdAtMs: nowMs, revokedAtMs: null };
  await store.addKey({ ...made, hash: hashOf(secret) });
  return { ...made, key: `mp_${id}_${secret}` };
}

/** The keys of a store: a revoked one is good no longer than the turn in which it was revoked. */
export const keysOf = (store: KeyStore): Keys => {
  const callers = new SharedLookup((key: string) => authenticate(store, key));
  return {
    authenticate: (key) => callers.ask(key),
    list: (asked) => list(store, asked),
    create: (caller) => createKey(store, caller, Date.now()),
    async revoke(id) {
      await store.revokeKey(id, Date.now());
      return store.key(id);
    },
  };
};

async function list(store: KeyStore, { account, cursor, limit }: Parameters<Keys['list']>[0]): Promise<Page<KeyView>> {
  const after = cursor === undefined ? undefined : ((await store.key(cursor)) ?? refused({ code: 'bad_cursor' }));
  const keys = await store.keysAfter({ limit, ...(account !== undefined && { account }), ...(after && { after }) });
  return page(keys, limit, ({ id }) => id);
}

export async function authenticate(store: Pick<Store, 'key'>, text: string): Promise<Caller | undefined> {
  const [, id, secret] = FORM.exec(text) ?? [];
  if (id === undefined || secret === undefined) return undefined;
  const record = await store.key(id);
  return record && isValid(record, secret) ? { account: record.account, role: record.role } : undefined;
}

/** A passkey has no hash, and is never shown as a text. */
const isValid = (record: KeyRecord, secret: string): boolean =>
  record.hash !== '' &&
  timingSafeEqual(Buffer.from(record.hash), Buffer.from(hashOf(secret))) &&
  record.revokedAtMs === null;

const hashOf = (secret: string): string => hash('sha256', secret, 'hex');
