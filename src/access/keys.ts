// API keys: 256 random bits shown once, of which only the SHA-256 is stored.
import { hash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Account } from '../core/amount.ts';
import { assert } from '../core/assert.ts';
import type { ChainRequests } from '../ports/chain-requests.ts';
import type { Page, PageRequest } from '../ports/page.ts';
import { page } from '../ports/paging.ts';
import type { KeyRecord, KeyRestrictions, Role } from '../ports/records.ts';
import type { SideRecordChange, SideRecords } from '../ports/side-records.ts';
import type { Store } from '../ports/store.ts';
import { refused } from '../ports/venue.ts';
import { SharedLookup } from '../thread/shared-lookup.ts';
import { SideKind } from './side-kind.ts';
import { tally } from './tally.ts';
import { update } from './update.ts';

export type Caller = {
  readonly account: Account;
  readonly role: Role;
  /** Id of the caller's key, also if it authenticated with a session; empty for an anonymous caller. */
  readonly keyId: string;
  /** Null if the key may do everything that its role may. */
  readonly restrictions: KeyRestrictions | null;
  /** Id of the session, if the caller authenticated with one instead of a key. */
  readonly sessionId?: string;
  readonly expiresAtMs?: number;
  /** False if the sign-in is too old to prove that the owner is present, and not someone with a stolen cookie. */
  readonly isFresh?: boolean;
};

/** True if the caller authenticated with an API key itself: not with a session, and not in local mode without a key. */
export const isByKey = ({ keyId, sessionId }: Caller): boolean =>
  sessionId === undefined && keyId !== '' && keyId !== LOCAL_KEY;

/** Stands for the key of whoever uses an exchange in local mode without one. */
export const LOCAL_KEY = 'local';

/** The public part of a key. */
export type KeyView = Omit<KeyRecord, 'hash'> & { readonly isPasskey: boolean };

export type NewKey = Pick<KeyRecord, 'account' | 'role'> & Partial<Pick<KeyRecord, 'name' | 'restrictions'>>;

/** Name of the keys that signing in with a wallet makes: they serve one session. */
export const WALLET_KEY = 'TON wallet';

/** Most active keys of one account. */
export const MOST_KEYS = 50;

export interface Keys {
  /** Undefined for a key that is unknown, wrong or revoked. */
  authenticate(key: string): Promise<Caller | undefined>;
  /** Sorted by account and id. */
  list(page: PageRequest & { readonly account?: Account }): Promise<Page<KeyView>>;
  find(id: string): Promise<KeyView | undefined>;
  /** The only result that contains the key itself; undefined if the account already has MOST_KEYS active keys. */
  create(asked: NewKey): Promise<(KeyView & { readonly key: string }) | undefined>;
  /** Creates a key and, in the same change, uses up a proof, such as a challenge that a wallet has signed; `used` if it was used before. */
  createFor(
    proof: () => Promise<SideRecordChange | undefined>,
    asked: NewKey,
  ): Promise<(KeyView & { readonly key: string }) | 'used' | undefined>;
  /** The clock that tells to which day a key's spending is added. */
  nowMs(): number;
  /** Adds to a key's spending of today, unless that would exceed its limit. */
  spend(id: string, counted: Parameters<typeof tally>[2]): Promise<boolean>;
  /** True if a request with this idempotency key was executed. */
  isDone(account: Account, idempotencyKey: string): Promise<boolean>;
  /** Undefined if no key has this id; one that was revoked earlier keeps the time of that. */
  revoke(id: string): Promise<KeyView | undefined>;
}

export type KeyStore = Pick<Store, 'key' | 'keysAfter' | 'liveKeys' | 'revokeKey' | 'sideRecords' | 'answered'>;

const FORM = /^mp_([0-9a-f]{16})_([A-Za-z0-9_-]{43})$/;

/** The key's id, if the text is a whole key (users may paste it in place of the id); otherwise the text itself. */
export const keyIdIn = (text: string): string => FORM.exec(text)?.[1] ?? text;

/** The text with the secret parts of keys and invitations removed. */
export const withoutSecrets = (text: string): string => text.replaceAll(/(m[pi]_[0-9a-f]{16,28}_)[\w-]+/g, '$1…');

/** Creates a key and returns its full text, which cannot be retrieved later. */
export async function createKey(store: Pick<Store, 'addKey'>, asked: NewKey, nowMs: number) {
  const { record, shown } = makeKey(asked, nowMs);
  await store.addKey(record);
  return shown;
}

/** A key that is not stored yet: its record, and the text that is shown once. */
export function makeKey({ account, role, name = '', restrictions = null }: NewKey, nowMs: number) {
  const id = randomBytes(8).toString('hex');
  const secret = randomBytes(32).toString('base64url');
  const made = { id, account, role, name, restrictions, createdAtMs: nowMs, revokedAtMs: null };
  return { record: { ...made, hash: hashOf(secret) }, shown: { ...made, isPasskey: false, key: `mp_${id}_${secret}` } };
}

const DAY_MS = 86_400_000;

/**
 * An optimistic lock on an account's set of keys: every change that adds a key, or depends on all of them, also changes this
 * record, and is retried if another change came first.
 */
const keysAddedKind = (records: SideRecords) => new SideKind<string>(records, 'keys added');

/** Call it before listing the account's keys and commit its result with the change: that fails if a key was added meanwhile. */
export async function lockKeysOf(records: SideRecords, account: Account, body: string, nowMs: number) {
  const kind = keysAddedKind(records);
  const version = (await kind.find(account))?.version ?? 0;
  return kind.put({ id: account, version, body, expiresAtMs: nowMs + DAY_MS });
}

/** Counts the account's keys and adds one in a single change, so that concurrent requests cannot exceed the limit. */
async function createWithin(store: KeyStore, asked: NewKey, nowMs: number) {
  const made = await createFor(store, async () => [], asked, nowMs);
  assert(made !== 'used', 'nothing was to be used up');
  return made;
}

/** Commits the key with the changes that `also` returns; every attempt calls `also` again. It returns undefined if the proof was used. */
async function createFor(
  store: KeyStore,
  also: () => Promise<readonly SideRecordChange[] | undefined>,
  asked: NewKey,
  nowMs: number,
) {
  const { sideRecords } = store;
  const made = makeKey(asked, nowMs);
  return update<typeof made.shown | 'used' | undefined>(sideRecords, nowMs, async () => {
    // Read first, so that a key added after this point makes the commit fail and is counted by the next attempt.
    const lock = await lockKeysOf(sideRecords, asked.account, made.record.id, nowMs);
    const changes = await also();
    if (!changes) return { changes: [], result: 'used' };
    if ((await store.liveKeys(asked.account)) >= MOST_KEYS) return { changes: [], result: undefined };
    return { changes: [lock, ...changes], keys: [made.record], result: made.shown };
  });
}

/**
 * The keys of a store. Requests in one turn of the event loop share a lookup; a revoked key stops working with the next turn. On a
 * chain, `isDone` also searches the requests to the chain.
 */
export const keysOf = (store: KeyStore, chain?: Pick<ChainRequests, 'findUnder'>, nowMs = Date.now): Keys => {
  const callers = new SharedLookup((key: string) => authenticate(store, key));
  return {
    authenticate: (key) => callers.ask(key),
    list: (asked) => list(store, asked),
    find: (id) => view(store, id),
    nowMs,
    spend: (id, counted) => tally(store.sideRecords, `spent ${id}`, counted),
    isDone: async (actor, key) =>
      (await store.answered([{ actor, key }], Number.MAX_SAFE_INTEGER)).size > 0 ||
      (chain !== undefined && (await chain.findUnder(actor, key)) !== undefined),
    create: (asked) => createWithin(store, asked, nowMs()),
    createFor(proof, asked) {
      const also = async () => {
        const use = await proof();
        return use && [use];
      };
      return createFor(store, also, asked, nowMs());
    },
    async revoke(id) {
      await store.revokeKey(id, nowMs());
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

/** A passkey is proved by a device, so it has no secret and no hash. */
const viewOf = ({ hash, ...shown }: KeyRecord): KeyView => ({ ...shown, isPasskey: hash === '' });

/** The caller that a key authenticates. */
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

/** A passkey has an empty hash and must never be accepted as an API key. */
const isValid = (record: KeyRecord, secret: string): boolean =>
  record.hash !== '' &&
  timingSafeEqual(Buffer.from(record.hash), Buffer.from(hashOf(secret))) &&
  record.revokedAtMs === null;

const hashOf = (secret: string): string => hash('sha256', secret, 'hex');
