// Passkeys: key pairs of which the exchange knows only the public key. Each has a row among the API keys and is revoked like one.
import { hash } from 'node:crypto';
import type { Account } from '../../core/amount.ts';
import type { KeyRecord, Role } from '../../ports/records.ts';
import type { SideRecordChange } from '../../ports/side-records.ts';
import type { StoredRecord } from '../side-kind.ts';
import { update } from '../update.ts';
import { CHALLENGE_MS, type Challenges, type Purpose } from './challenges.ts';
import { livePasskeys, type Passkey, type PeopleStore, type Person, passkeyKind, personKind } from './person.ts';
import { AccessRefused } from './refusal.ts';
import type { Verifier } from './verifier.ts';

/** The site that passkeys are made for: a host name, and the origins of the pages that may use them. */
export type RelyingParty = { readonly id: string; readonly origins: readonly string[] };

/** A browser's answer when a passkey is created; bytes in base64url. */
export type Registration = {
  readonly id: string;
  readonly clientDataJSON: string;
  readonly attestationObject: string;
  readonly transports?: readonly string[];
};

/** A browser's answer when a passkey is used. */
export type Assertion = {
  readonly id: string;
  readonly clientDataJSON: string;
  readonly authenticatorData: string;
  readonly signature: string;
};

/** The part of a passkey that its owner sees. */
export type PasskeyView = Pick<Passkey, 'name' | 'isSynced' | 'lastUsedAtMs'> & {
  readonly id: string;
  readonly createdAtMs: number;
};

/** A passkey that was verified and is not stored yet. */
export type NewPasskey = {
  readonly key: KeyRecord;
  readonly changes: readonly SideRecordChange[];
};

const MAX_PASSKEYS = 16;
const SIGN_IN: Purpose = ['sign in'];
/** ES256, EdDSA and RS256: every authenticator supports one of them. */
const ALGORITHMS = [-7, -8, -257];

export type PasskeysOptions = {
  readonly challenges: Challenges;
  readonly verifier: Pick<Verifier, 'register' | 'assert'>;
  readonly nowMs: () => number;
};

export class Passkeys {
  readonly #store: PeopleStore;
  readonly #options: PasskeysOptions;

  constructor(store: PeopleStore, options: PasskeysOptions) {
    this.#store = store;
    this.#options = options;
  }

  /** Options for `navigator.credentials.create`, as JSON. */
  async creationOptions(
    account: Account,
    purpose: Purpose,
    rp: RelyingParty & { readonly name: string },
    known: readonly StoredRecord<Passkey>[] = [],
  ) {
    const { challenges, nowMs } = this.#options;
    return {
      challenge: await challenges.make(purpose, nowMs()),
      rp: { id: rp.id, name: rp.name },
      // A hash of the account: the same for all its passkeys, so that a device keeps only one, and without personal data.
      user: { id: this.#handleOf(account), name: account, displayName: account },
      pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key' as const, alg })),
      timeout: CHALLENGE_MS,
      attestation: 'none' as const,
      authenticatorSelection: {
        residentKey: 'required' as const,
        requireResidentKey: true,
        userVerification: 'preferred' as const,
      },
      excludeCredentials: known.map(({ body }) => ({
        type: 'public-key' as const,
        id: body.credentialId,
        transports: [...body.transports],
      })),
    };
  }

  /** Options for `navigator.credentials.get`: they admit any passkey of this exchange, so that nobody has to type a name. */
  async requestOptions(rp: RelyingParty) {
    const { challenges, nowMs } = this.#options;
    return {
      challenge: await challenges.make(SIGN_IN, nowMs()),
      rpId: rp.id,
      timeout: CHALLENGE_MS,
      userVerification: 'preferred' as const,
    };
  }

  /** Throws unless the challenge was made here for this purpose, has not expired and was not used. */
  async checkChallenge(clientDataJSON: string, purpose: Purpose): Promise<void> {
    await this.#useChallenge(clientDataJSON, purpose);
  }

  /** Verifies a new passkey; the caller commits its key and changes together with the record of the person. */
  async verify(
    registration: Registration,
    {
      account,
      role,
      name,
      purpose,
      rp,
    }: { account: Account; role: Role; name: string; purpose: Purpose; rp: RelyingParty },
  ): Promise<NewPasskey> {
    const { verifier, nowMs } = this.#options;
    const { challenge, use } = await this.#useChallenge(registration.clientDataJSON, purpose);
    const { id: credentialId, clientDataJSON, attestationObject, transports = [] } = registration;
    const asked = { id: credentialId, clientDataJSON, attestationObject, challenge, rpId: rp.id, origins: rp.origins };
    const made = await verifier.register(asked);
    if ('refused' in made) throw refusedFor(made.refused);
    const { publicKey, counter, isSynced } = made;
    const id = keyIdOf(credentialId);
    const body = { credentialId, account, publicKey, counter, transports, isSynced, name, lastUsedAtMs: null };
    return {
      key: { id, account, role, name, hash: '', restrictions: null, createdAtMs: nowMs(), revokedAtMs: null },
      changes: [use, passkeyKind(this.#store.sideRecords).put({ id, version: 0, body })],
    };
  }

  /** Call it after a failed commit: throws if the challenge has been used meanwhile or the passkey is registered already. */
  async checkAgain({ key }: NewPasskey, clientDataJSON: string, purpose: Purpose): Promise<void> {
    await this.checkChallenge(clientDataJSON, purpose);
    if (await passkeyKind(this.#store.sideRecords).find(key.id)) throw refusedFor('it is registered already');
  }

  /** The person (`fresh` if there is none yet) with the passkey `id` added and revoked ones dropped; `replaces` skips the limit. */
  async withPasskey(
    person: StoredRecord<Person> | undefined,
    fresh: Person,
    { id, replaces = false }: { readonly id: string; readonly replaces?: boolean },
  ): Promise<Person> {
    const live = await livePasskeys(this.#store, person);
    // A recovery (`replaces`) is always allowed: an intruder must not lock the owner out by using up all passkey slots.
    if (live.length >= MAX_PASSKEYS && !replaces) {
      const message = `The account has ${MAX_PASSKEYS} passkeys, and may have no more. Remove one first.`;
      throw new AccessRefused('too_many', message, 'passkeys');
    }
    return { ...(person?.body ?? fresh), passkeys: [...live.map((one) => one.id), id] };
  }

  /** Adds a passkey to the account of the key `signedInBy`; refused if that key is restricted. */
  async add(
    registration: Registration,
    { signedInBy, name, rp }: { signedInBy: string; name: string; rp: RelyingParty },
  ): Promise<PasskeyView> {
    const { account, role } = await this.#wholeKey(signedInBy);
    const purpose = addPurpose(account);
    const made = await this.verify(registration, { account, role, name, purpose, rp });
    const records = this.#store.sideRecords;
    await update(records, this.#options.nowMs(), async (tried) => {
      if (tried > 0) await this.checkAgain(made, registration.clientDataJSON, purpose);
      const person = await personKind(records).find(account);
      const fresh = { passkeys: [], invitation: null, createdAtMs: made.key.createdAtMs };
      const body = await this.withPasskey(person, fresh, made.key);
      const put = personKind(records).put({ id: account, version: person?.version ?? 0, body });
      return { changes: [...made.changes, put], keys: [made.key], result: undefined };
    });
    return this.#own(account, made.key.id);
  }

  async addOptions(signedInBy: string, rp: RelyingParty & { readonly name: string }) {
    const { account } = await this.#wholeKey(signedInBy);
    const known = await livePasskeys(this.#store, await personKind(this.#store.sideRecords).find(account));
    return this.creationOptions(account, addPurpose(account), rp, known);
  }

  /** Signs in with a passkey and records the time of its use; returns its row among the API keys. */
  signIn(assertion: Assertion, rp: RelyingParty): Promise<Pick<KeyRecord, 'id' | 'account' | 'role'>> {
    const { verifier, nowMs } = this.#options;
    const kind = passkeyKind(this.#store.sideRecords);
    const id = keyIdOf(assertion.id);
    return update(this.#store.sideRecords, nowMs(), async () => {
      const { challenge, use } = await this.#useChallenge(assertion.clientDataJSON, SIGN_IN);
      const [passkey, key] = [await kind.find(id), await this.#store.key(id)];
      if (passkey?.body.credentialId !== assertion.id || !key || key.revokedAtMs !== null)
        throw new AccessRefused(
          'passkey_refused',
          'This passkey is not known here, or was removed. Use another one, or a key.',
        );
      const { publicKey, counter } = passkey.body;
      const { clientDataJSON, authenticatorData, signature } = assertion;
      const asked = { id: assertion.id, clientDataJSON, authenticatorData, signature, publicKey, counter };
      const proved = await verifier.assert({ ...asked, challenge, rpId: rp.id, origins: rp.origins });
      if ('refused' in proved) throw refusedFor(proved.refused);
      const body = { ...passkey.body, counter: proved.counter, isSynced: proved.isSynced, lastUsedAtMs: nowMs() };
      const put = kind.put({ id, version: passkey.version, body });
      return { changes: [use, put], result: key };
    });
  }

  /** Passkeys that are not revoked, oldest first. */
  async list(account: Account): Promise<readonly PasskeyView[]> {
    const live = await livePasskeys(this.#store, await personKind(this.#store.sideRecords).find(account));
    return live.map(({ id, createdAtMs, body }) => {
      const { name, isSynced, lastUsedAtMs } = body;
      return { id, createdAtMs, name, isSynced, lastUsedAtMs };
    });
  }

  /** Also ends the passkey's sessions. Refuses to remove the account's last passkey or unrestricted key, unless forced. */
  async revoke(account: Account, id: string, isForced: boolean): Promise<PasskeyView> {
    const view = await this.#own(account, id);
    if (!isForced && !(await this.#hasOther(account, id))) {
      const message =
        'This is the only passkey or key of the account: without it you cannot sign in any more. Add another one first, or send force: true.';
      throw new AccessRefused('last_credential', message);
    }
    await this.#store.revokeKey(id, this.#options.nowMs());
    return view;
  }

  async #own(account: Account, id: string): Promise<PasskeyView> {
    const found = (await this.list(account)).find((one) => one.id === id);
    if (!found) throw unknownPasskey();
    return found;
  }

  async #hasOther(account: Account, id: string): Promise<boolean> {
    const isOther = (key: KeyRecord) => key.id !== id && key.revokedAtMs === null && key.restrictions === null;
    let after: KeyRecord | undefined;
    for (;;) {
      const keys = await this.#store.keysAfter({ account, limit: 200, ...(after && { after }) });
      if (keys.some(isOther)) return true;
      if (keys.length < 200) return false;
      after = keys.at(-1);
    }
  }

  /** The key, if it is unrestricted; otherwise refuses, since a passkey would give its holder more rights than the key. */
  async #wholeKey(id: string): Promise<KeyRecord> {
    const key = await this.#store.key(id);
    if (key && key.revokedAtMs === null && key.restrictions === null) return key;
    throw new AccessRefused(
      'passkey_refused',
      'A key that is restricted cannot add a passkey. Sign in with a passkey or another key.',
    );
  }

  async #useChallenge(clientDataJSON: string, purpose: Purpose) {
    const { challenges, nowMs } = this.#options;
    const challenge = challengeIn(clientDataJSON);
    const use = await challenges.use(challenge, purpose, nowMs());
    if (use) return { challenge, use };
    const message = 'This took longer than five minutes, or was sent before. Start again.';
    throw new AccessRefused('passkey_refused', message);
  }

  #handleOf(account: Account): string {
    return hash('sha256', `millpond user\n${this.#store.factory}\n${account}`, 'base64url');
  }
}

/** The id of a passkey's row among the API keys. */
const keyIdOf = (credentialId: string): string => hash('sha256', credentialId, 'hex').slice(0, 16);

const addPurpose = (account: Account): Purpose => ['add a passkey', account];

function challengeIn(clientDataJSON: string): string {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString());
    return typeof challenge === 'string' ? challenge : '';
  } catch {
    return '';
  }
}

const MAX_REASON_LENGTH = 200;

const refusedFor = (why: string): AccessRefused =>
  new AccessRefused('passkey_refused', `The passkey cannot be accepted: ${why.slice(0, MAX_REASON_LENGTH)}.`);

const unknownPasskey = () =>
  new AccessRefused('not_found', 'You have no passkey with this id; getPasskeys lists them.', 'passkey');
