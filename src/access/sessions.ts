// Sessions: a browser that signs in with a key or passkey gets a random token, of which only the SHA-256 is stored.
import { hash, randomBytes } from 'node:crypto';
import type { Account } from '../core/amount.ts';
import type { Page, PageRequest } from '../ports/page.ts';
import { page } from '../ports/paging.ts';
import type { SessionRecord } from '../ports/records.ts';
import type { Store } from '../ports/store.ts';
import { refused } from '../ports/venue.ts';
import { SharedLookup } from '../thread/shared-lookup.ts';
import { type Caller, callerOf, keyIdIn } from './keys.ts';

/** A signed-in caller, with the session and its expiry. */
type Session = Caller & { readonly sessionId: string; readonly expiresAtMs: number; readonly isFresh: boolean };

/** The public part of a session. */
export type SessionView = Omit<SessionRecord, 'hash'> & { readonly id: string };

export type Begun = { readonly token: string; readonly expiresAtMs: number; readonly lifeSeconds: number };

export interface Sessions {
  /** Begins a session for a key that was verified. The only answer that contains the token. */
  begin(key: string, device?: string): Promise<Begun>;
  /** Undefined if the token is unknown, has expired or was ended, or if its key is revoked. */
  find(token: string): Promise<Session | undefined>;
  /** Takes effect at once, on every node. */
  end(token: string): Promise<void>;
  /** The sessions of an account, sorted by id. */
  list(page: PageRequest & { readonly account: Account }): Promise<Page<SessionView>>;
  /** Undefined if the account has no session with this id. */
  endOne(account: Account, id: string): Promise<SessionView | undefined>;
  /** Ends all sessions of an account except `butId`; returns their number. */
  endOthers(account: Account, butId: string | undefined): Promise<number>;
}

export type SessionOptions = {
  readonly lifeMs?: number;
  readonly nowMs?: () => number;
};

type SessionStore = Pick<Store, 'session' | 'addSession' | 'endSession' | 'sessionsOf' | 'endOtherSessions'>;

const LIFE_MS = 12 * 3_600_000;
/** How long a sign-in proves that the owner is present, and not someone with a stolen cookie. */
export const FRESH_MS = 300_000;
/** Tolerated difference between the clocks of two nodes; a session that seems to begin further in the future is not fresh. */
export const CLOCKS_MS = 5000;
/** Most sessions per key, more than anyone has browsers; one more sign-in ends the oldest session. */
const MOST_OF_KEY = 16;
const FORM = /^[\w-]{43}$/;

/** Requests in one turn of the event loop share a lookup; an ended session, or one of a revoked key, is invalid from the next turn on. */
export function sessionsOf(store: SessionStore, { lifeMs = LIFE_MS, nowMs = Date.now }: SessionOptions = {}): Sessions {
  const find = async (token: string): Promise<Session | undefined> => {
    const found = await store.session(hashOf(token));
    if (!found || found.expiresAtMs <= nowMs() || found.key.revokedAtMs !== null) return undefined;
    const ageMs = nowMs() - found.begunAtMs;
    const isFresh = ageMs >= -CLOCKS_MS && ageMs <= FRESH_MS;
    return { ...callerOf(found.key), sessionId: idOf(found), expiresAtMs: found.expiresAtMs, isFresh };
  };
  const lookups = new SharedLookup(find);
  const named = async (account: Account, id: string): Promise<SessionRecord | undefined> => {
    if (!ID.test(id)) return undefined;
    const [found] = await store.sessionsOf({ account, after: id, limit: 1, nowMs: nowMs() });
    return found && idOf(found) === id ? found : undefined;
  };
  return {
    async begin(key, device = '') {
      const token = randomBytes(32).toString('base64url');
      const [now, keyId] = [nowMs(), keyIdIn(key)];
      const expiresAtMs = now + lifeMs;
      const begun = { hash: hashOf(token), keyId, expiresAtMs, begunAtMs: now, device };
      await store.addSession(begun, { nowMs: now, mostOfKey: MOST_OF_KEY });
      return { token, expiresAtMs, lifeSeconds: Math.floor(lifeMs / 1000) };
    },
    find: async (token) => (FORM.test(token) ? lookups.ask(token) : undefined),
    end: async (token) => (FORM.test(token) ? store.endSession(hashOf(token)) : undefined),
    async list({ account, cursor, limit }) {
      if (cursor !== undefined && !ID.test(cursor)) refused({ code: 'bad_cursor' });
      const after = cursor === undefined ? '' : cursor + LAST;
      const found = await store.sessionsOf({ account, after, limit, nowMs: nowMs() });
      return page(found.map(viewOf), limit, ({ id }) => id);
    },
    async endOne(account, id) {
      const found = await named(account, id);
      if (found) await store.endSession(found.hash);
      return found && viewOf(found);
    },
    async endOthers(account, butId) {
      return store.endOtherSessions(
        account,
        (butId === undefined ? undefined : await named(account, butId))?.hash ?? '',
      );
    },
  };
}

/** A session's id is the start of its token's hash: unique, and useless for guessing the token. */
const ID = /^[0-9a-f]{24}$/;
/** Appended to an id, it sorts after all hashes (hexadecimal) that begin with the id. */
const LAST = 'g';
const idOf = ({ hash }: Pick<SessionRecord, 'hash'>): string => hash.slice(0, 24);
const viewOf = ({ hash, ...session }: SessionRecord): SessionView => ({ ...session, id: idOf({ hash }) });

const SYSTEMS = ['Windows', 'iPhone', 'iPad', 'Android', 'Mac OS', 'CrOS', 'Linux'] as const;
const BROWSERS = {
  Edg: 'Edge',
  OPR: 'Opera',
  Firefox: 'Firefox',
  FxiOS: 'Firefox',
  CriOS: 'Chrome',
  Chrome: 'Chrome',
  Safari: 'Safari',
};

/** A readable name of the browser, such as "Firefox · Linux". */
export function deviceOf(agent: string): string {
  const browser = Object.entries(BROWSERS).find(([mark]) => agent.includes(`${mark}/`))?.[1];
  const system = SYSTEMS.find((mark) => agent.includes(mark));
  if (browser && system)
    return `${browser} · ${system === 'Mac OS' ? 'macOS' : system === 'CrOS' ? 'ChromeOS' : system}`;
  return agent.replaceAll(/[^\x20-\x7e]/g, '').slice(0, 60);
}

const hashOf = (token: string): string => hash('sha256', token, 'hex');
