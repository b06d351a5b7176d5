// Sessions: a browser that has shown a key goes by a token of its own, of which only the SHA-256 is kept.
import { hash, randomBytes } from 'node:crypto';
import type { Store } from '../ports/store.ts';
import { SharedLookup } from '../thread/shared-lookup.ts';
import { type Caller, callerOf, keyIdIn } from './keys.ts';

/** Whoever is signed in, by which key, and until when. */
type Session = Caller & { readonly expiresAtMs: number };

export type Begun = { readonly token: string; readonly expiresAtMs: number; readonly lifeSeconds: number };

export interface Sessions {
  /** For a key that was found to be good. The only answer that has the token. */
  begin(key: string): Promise<Begun>;
  /** Undefined for a token that is unknown, has expired or was ended, and where its key is revoked. */
  find(token: string): Promise<Session | undefined>;
  /** At once, on every node. */
  end(token: string): Promise<void>;
}

export type SessionOptions = {
  readonly lifeMs?: number;
  readonly nowMs?: () => number;
};

type SessionStore = Pick<Store, 'session' | 'addSession' | 'endSession'>;

const LIFE_MS = 12 * 3_600_000;
/** More browsers than anybody has; whoever signs in once more ends the oldest. */
const MOST_OF_KEY = 16;
const FORM = /^[\w-]{43}$/;

/** A session is good no longer than the turn in which it was ended, or its key revoked. */
export function sessionsOf(store: SessionStore, { lifeMs = LIFE_MS, nowMs = Date.now }: SessionOptions = {}): Sessions {
  const find = async (token: string): Promise<Session | undefined> => {
    const found = await store.session(hashOf(token));
    if (!found || found.expiresAtMs <= nowMs() || found.key.revokedAtMs !== null) return undefined;
    return { ...callerOf(found.key), expiresAtMs: found.expiresAtMs };
  };
  const lookups = new SharedLookup(find);
  return {
    async begin(key) {
      const token = randomBytes(32).toString('base64url');
      const [now, keyId] = [nowMs(), keyIdIn(key)];
      const expiresAtMs = now + lifeMs;
      await store.addSession({ hash: hashOf(token), keyId, expiresAtMs }, { nowMs: now, mostOfKey: MOST_OF_KEY });
      return { token, expiresAtMs, lifeSeconds: Math.floor(lifeMs / 1000) };
    },
    find: async (token) => (FORM.test(token) ? lookups.ask(token) : undefined),
    end: async (token) => (FORM.test(token) ? store.endSession(hashOf(token)) : undefined),
  };
}

const hashOf = (token: string): string => hash('sha256', token, 'hex');
