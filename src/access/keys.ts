// API keys: 256 random bits shown once; only their SHA-256 is kept.
import { hash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Account } from '../core/amount.ts';
import { assert } from '../core/assert.ts';
import type { ChainOrders } from '../ports/chain-orders.ts';
import { page } from '../ports/paging.ts';
import type { KeyRecord, KeyRestrictions, Role } from '../ports/records.ts';
import type { SideRecordChange, SideRecords } from '../ports/side-records.ts';
import type { Store } from '../ports/store.ts';
import { type Page, type PageRequest, refused } from '../ports/venue.ts';
import { SharedLookup } from '../thread/shared-lookup.ts';
import { SideKind } from './side-kind.ts';
import { tally } from './tally.ts';
import { update } from './update.ts';

export type Caller = {
  readonly account: Account;
  readonly role: Role;
  /** Of the key that it is known by; empty for nobody. */
  readonly keyId: string;
  /** Null where it may do whatever its role may. */
  readonly restrictions: KeyRestrictions | null;
  /** Of the session that it is known by, if it is signed in. */
  readonly sessionId?: string;
  readonly expiresAtMs?: number;
  /** False if the session began too long ago to prove that its owner is there. */
  readonly isFresh?: boolean;
};

/** What may be told of a key. */
export type KeyView = Omit<KeyRecord, 'hash'> & { readonly isPasskey: boolean };

/** A key that is to be made. */
export type NewKey = Pick<KeyRecord, 'account' | 'role'> & Partial<Pick<KeyRecord, 'name' | 'restrictions'>>;

/** Of one account, at once. */
export const MOST_KEYS = 50;

/** Tells whom a key stands for, and manages them. */
export interface Keys {
  /** Undefined for a key that is unknown, wrong or revoked. */
  authenticate(key: string): Promise<Caller | undefined>;
  /** By account and id. */
  list(page: PageRequest & { readonly account?: Account }): Promise<Page<KeyView>>;
  find(id: string): Promise<KeyView | undefined>;
  /** The only answer that has the key itself; undefined where the account has as many as it may. */
  create(asked: NewKey): Promise<(KeyView & { readonly key: string }) | undefined>;
  /** The same, for a proof that is used up by it; `used` where another was first. */
  createFor(
    proof: () => Promise<SideRecordChange | undefined>,
    asked: NewKey,
  ): Promise<(KeyView & { readonly key: string }) | 'used' | undefined>;
  /** Adds to what a key has spent today, unless that would be more than it may. */
  spend(id: string, counted: Parameters<typeof tally>[2]): Promise<boolean>;
  /** Whether something was done under an idempotency key, so that it is not done again. */
  isDone(account: Account, idempotencyKey: string): Promise<boolean>;
  /** Undefined when there is none; one that was revoked before stays as it is. */
  revoke(id: string): Promise<KeyView | undefined>;
}

export type KeyStore = Pick<Store, 'key' | 'keysAfter' | 'liveKeys' | 'revokeKey' | 'sideRecords' | 'answered'>;

const FORM = /^mp_([0-9a-f]{16})_([A-Za-z0-9_-]{43})$/;

/** The id in a key, which may be pasted whole where its id is asked for. */
export const keyIdIn = (text: string): string => FORM.exec(text)?.[1] ?? text;

/** A text that may hold a key or the secret of an invitation, without what is secret of it. */
export const withoutSecrets = (text: string): string => text.replaceAll(/(m[pi]_[0-9a-f]{16,28}_)[\w-]+/g, '$1…');

/** Creates a key and returns its full text, which cannot be had again. */
export async function createKey(store: Pick<Store, 'addKey'>, asked: NewKey, nowMs: number) {
  const { record, shown } = makeKey(asked, nowMs);
  await store.addKey(record);
  return shown;
}

/** One that is not stored yet, and what is shown of it once. */
export function makeKey({ account, role, name = '', restrictions = null }: NewKey, nowMs: number) {
  const id = randomBytes(8).toString('hex');
  const secret = randomBytes(32).toString('base64url');
  const made = { id, account, role, name, restrictions, createdAtMs: nowMs, revokedAtMs: null };
  return { record: { ...made, hash: hashOf(secret) }, shown: { ...made, isPasskey: false, key: `mp_${id}_${secret}` } };
}

const DAY_MS = 86_400_000;

/**
 * An optimistic lock on the set of keys of an account: every change that adds a key, or decides on all of them, changes this record
 * as well, and is decided anew if another change was first.
 */
const keysAddedKind = (records: SideRecords) => new SideKind<string>(records, 'keys added');

/** Read before the keys are listed, and part of the change that follows: then no key that is created meanwhile is missed. */
export async function lockKeysOf(records: SideRecords, account: Account, body: string, nowMs: number) {
  const kind = keysAddedKind(records);
  const version = (await kind.find(account))?.version ?? 0;
  return kind.put({ id: account, version, body, expiresAtMs: nowMs + DAY_MS });
}

/** Counted and added in one step, whoever else adds one. */
async function createWithin(store: KeyStore, asked: NewKey, nowMs: number) {
  const made = await createFor(store, async () => [], asked, nowMs);
  assert(made !== 'used', 'nothing was to be used up');
  return made;
}

/** The changes that come with it are asked for anew whenever somebody else was first; undefined for too late. */
async function createFor(
  store: KeyStore,
  also: () => Promise<readonly SideRecordChange[] | undefined>,
  asked: NewKey,
  nowMs: number,
) {
  const { sideRecords } = store;
  const made = makeKey(asked, nowMs);
  return update<typeof made.shown | 'used' | undefined>(sideRecords, nowMs, async () => {
    // First, so that a key which is added after it was read is counted by the next try.
    const lock = await lockKeysOf(sideRecords, asked.account, made.record.id, nowMs);
    const changes = await also();
    if (!changes) return { changes: [], result: 'used' };
    if ((await store.liveKeys(asked.account)) >= MOST_KEYS) return { changes: [], result: undefined };
    return { changes: [lock, ...changes], keys: [made.record], result: made.shown };
  });
}

/**
 * The keys of a store: a revoked one is good no longer than the turn in which it was revoked. Where a chain settles, what was done
 * is among its orders.
 */
export const keysOf = (store: KeyStore, chain?: Pick<ChainOrders, 'orderUnder'>): Keys => {
  const callers = new SharedLookup((key: string) => authenticate(store, key));
  return {
    authenticate: (key) => callers.ask(key),
    list: (asked) => list(store, asked),
    find: (id) => view(store, id),
    spend: (id, counted) => tally(store.sideRecords, `spent ${id}`, counted),
    isDone: async (actor, key) =>
      (await store.answered([{ actor, key }], Number.MAX_SAFE_INTEGER)).size > 0 ||
      (chain !== undefined && (await chain.orderUnder(actor, key)) !== undefined),
    create: (asked) => createWithin(store, asked, Date.now()),
    createFor(proof, asked) {
      const also = async () => {
        const use = await proof();
        return use && [use];
      };
      return createFor(store, also, asked, Date.now());
    },
    async revoke(id) {
      await store.revokeKey(id, Date.now());
      return view(store, id);
    },
  };
};

async function list(store: KeyStore, { account, cursor, limit }: Parameters<Keys['list']>[0]): Promise<Page<KeyView>> {
  const after = cursor === undefined ? undefined : ((await store.key(cursor)) ?? refused({ code: 'bad_cursor' }));
  const keys = await store.keysAfter({ limit, ...(account !== undefined && { account }), ...(after && { after }) });
  return page(keys.map(viewOf), limit, ({ id }) => id);
}

async function view(store: KeyStore, id: string): Promise<KeyView | undefined> {
  const found = await store.key(id);
  return found && viewOf(found);
}

/** A device proves a passkey, so there is no secret to have a hash of. */
const viewOf = ({ hash, ...shown }: KeyRecord): KeyView => ({ ...shown, isPasskey: hash === '' });

/** Whom a key stands for. */
export const callerOf = ({ account, role, id, restrictions }: KeyRecord): Caller => ({
  account,
  role,
  keyId: id,
  restrictions,
});

export async function authenticate(store: Pick<Store, 'key'>, text: string): Promise<Caller | undefined> {
  const [, id, secret] = FORM.exec(text) ?? [];
  if (id === undefined || secret === undefined) return undefined;
  const record = await store.key(id);
  return record && isValid(record, secret) ? callerOf(record) : undefined;
}

/** A passkey has no hash, and is never shown as a text. */
const isValid = (record: KeyRecord, secret: string): boolean =>
  record.hash !== '' &&
  timingSafeEqual(Buffer.from(record.hash), Buffer.from(hashOf(secret))) &&
  record.revokedAtMs === null;

const hashOf = (secret: string): string => hash('sha256', secret, 'hex');
