// Signing up: with an invitation, or openly within limits. One change commits the name, the credential and the invitation's use.
import type { Account } from '../../core/amount.ts';
import type { KeyRecord, Role } from '../../ports/records.ts';
import type { Venue } from '../../ports/venue.ts';
import { findInvitation, type GoodInvitation, spend } from '../invitations.ts';
import { lockKeysOf, makeKey } from '../keys.ts';
import { update } from '../update.ts';
import type { Purpose } from './challenges.ts';
import { KnownNames } from './known-names.ts';
import { checkForm, LONGEST_NAME, skeletonOf, taken } from './names.ts';
import type { Opening } from './opening.ts';
import type { NewPasskey, Passkeys, Registration, RelyingParty } from './passkeys.ts';
import { nameKind, type PeopleStore, personKind } from './person.ts';
import { AccessRefused } from './refusal.ts';
import { type SignUpLimitOptions, SignUpLimits } from './sign-up-limits.ts';
import type { SignUpSwitch } from './sign-up-mode.ts';

/** An applicant has the secret of an invitation or signs up openly, and chooses a name unless the invitation has one. */
export type Applicant = { readonly invitation?: string | undefined; readonly name?: string | undefined };

/** How the person will sign in: with a passkey, or with an API key that is shown once. */
export type Way = { readonly registration: Registration; readonly label: string; readonly rp: RelyingParty } | 'key';

export type SignedUp = Pick<KeyRecord, 'id' | 'account' | 'role'> & {
  readonly key: string | null;
  /** True if all deposits of the invitation are made. */
  readonly isComplete: boolean;
  /** True if the invitation revoked all earlier access to the account, as after a theft. */
  readonly isRecovery: boolean;
  /** Passkeys and keys that a recovery revoked. */
  readonly revoked: readonly RevokedKey[];
  readonly endedSessions: number;
};

type RevokedKey = { readonly id: string; readonly name: string; readonly isPasskey: boolean };

const PAGE = 200;

export type SignUpOptions = SignUpLimitOptions & {
  readonly signUp: SignUpSwitch;
  readonly passkeys: Passkeys;
  readonly opening: Opening;
  /** Names of the exchange itself, which no one may imitate. */
  ownNames(): Promise<readonly string[]>;
};

type Entry = {
  readonly account: Account;
  readonly role: Role;
  readonly invitation: GoodInvitation | undefined;
  readonly purpose: Purpose;
};

export class SignUps {
  readonly #store: PeopleStore;
  readonly #venue: Pick<Venue, 'accounts' | 'balances' | 'activity'>;
  readonly #options: SignUpOptions;
  readonly #limits: SignUpLimits;
  readonly #known: KnownNames;

  constructor(store: PeopleStore, venue: Pick<Venue, 'accounts' | 'balances' | 'activity'>, options: SignUpOptions) {
    this.#store = store;
    this.#venue = venue;
    this.#options = options;
    this.#limits = new SignUpLimits(store.sideRecords, options);
    this.#known = new KnownNames(venue, options.nowMs);
  }

  /** An invitation that can be accepted now. */
  async invitation(text: string): Promise<GoodInvitation> {
    const { signUp, nowMs } = this.#options;
    const found = await findInvitation(this.#store.sideRecords, text, nowMs());
    if (!found) {
      const message =
        'This invitation is not valid: it is wrong, used up, expired or revoked. Ask whoever sent it for a new one.';
      throw new AccessRefused('invitation_invalid', message);
    }
    // An invitation for a named account is valid even if sign-up is off.
    if (found.body.account === null && (await signUp.mode()) === 'off') throw closed('off');
    return found;
  }

  /** Throws if the applicant would be refused; changes nothing. */
  check(applicant: Applicant): Promise<unknown> {
    return this.#enter(applicant);
  }

  /** True if the name is easily confused with another account's. */
  hasOtherLike(account: Account): Promise<boolean> {
    return this.#known.hasOtherLike(account);
  }

  /** True if someone could choose this name, or one that looks like it, when signing up. */
  async isForPeople(account: Account): Promise<boolean> {
    return skeletonOf(account).length <= LONGEST_NAME && (await this.#options.signUp.mode()) !== 'off';
  }

  async options(applicant: Applicant, rp: RelyingParty & { readonly name: string }) {
    const { account, purpose } = await this.#enter(applicant);
    return { account, options: await this.#options.passkeys.creationOptions(account, purpose, rp) };
  }

  /** `networks` is the address of the request and the larger networks that contain it. */
  async signUp(applicant: Applicant, way: Way, networks: readonly string[]): Promise<SignedUp> {
    const { passkeys, opening, nowMs } = this.#options;
    const records = this.#store.sideRecords;
    const first = await this.#enter(applicant);
    const made = await this.#credential(first, way, networks);
    if (!first.invitation) await this.#limits.count(networks);
    const isPasskey = 'changes' in made;
    const key = isPasskey ? made.key : made.record;
    const done = await update(records, nowMs(), async (tried) => {
      if (tried > 0 && isPasskey && way !== 'key')
        await passkeys.checkAgain(made, way.registration.clientDataJSON, first.purpose);
      const entry = tried === 0 ? first : await this.#enter(applicant);
      const { account, invitation } = entry;
      const person = await personKind(records).find(account);
      const fresh = { passkeys: [], invitation: invitation?.id ?? null, createdAtMs: nowMs() };
      const replaces = invitation?.body.revokesPasskeys ?? false;
      const body = isPasskey
        ? await passkeys.withPasskey(person, fresh, { id: made.key.id, replaces })
        : (person?.body ?? fresh);
      const changes = [
        ...(isPasskey ? made.changes : []),
        personKind(records).put({ id: account, version: person?.version ?? 0, body }),
        ...(await this.#takeName(entry)),
        ...(invitation ? [spend(records, invitation)] : []),
        ...(invitation ? await opening.note(account, invitation) : []),
        ...(replaces ? [await lockKeysOf(records, account, key.id, nowMs())] : []),
      ];
      const lost = replaces ? await this.#accessOf(account) : { revoked: [], endedSessions: 0 };
      return {
        changes,
        keys: [key],
        revokes: lost.revoked.map(({ id }) => id),
        result: { account, isRecovery: replaces, ...lost },
      };
    });
    const isComplete = await opening.finish(done.account, nowMs()).catch(() => false);
    return { ...done, id: key.id, role: key.role, key: isPasskey ? null : made.shown.key, isComplete };
  }

  /** The first sign-in of a wallet counts as an open sign-up; a wallet whose account has had a key is always admitted. */
  async admitWallet(account: Account, networks: readonly string[]): Promise<void> {
    const [known] = await this.#store.keysAfter({ account, limit: 1 });
    if (known) return;
    const mode = await this.#options.signUp.mode();
    if (mode !== 'open') throw closed(mode);
    await this.#limits.count(networks);
  }

  /** All usable passkeys and keys of an account, and the number of its sessions. */
  async #accessOf(account: Account): Promise<Pick<SignedUp, 'revoked' | 'endedSessions'>> {
    const revoked: RevokedKey[] = [];
    for (let after: KeyRecord | undefined, isDone = false; !isDone; ) {
      const keys = await this.#store.keysAfter({ account, limit: PAGE, ...(after && { after }) });
      for (const { id, name, hash, revokedAtMs } of keys)
        if (revokedAtMs === null) revoked.push({ id, name, isPasskey: hash === '' });
      [after, isDone] = [keys.at(-1), keys.length < PAGE];
    }
    const sessions = await this.#store.sessionsOf({ account, after: '', limit: 1000, nowMs: this.#options.nowMs() });
    return { revoked, endedSessions: sessions.length };
  }

  async #credential(
    { account, role, invitation, purpose }: Entry,
    way: Way,
    networks: readonly string[],
  ): Promise<NewPasskey | ReturnType<typeof makeKey>> {
    const { passkeys, nowMs } = this.#options;
    if (way === 'key') return makeKey({ account, role }, nowMs());
    const { registration, label: name, rp } = way;
    if (!invitation) {
      // A challenge that this exchange did not make is refused before the attempt is counted; checking it costs one hash.
      await passkeys.checkChallenge(registration.clientDataJSON, purpose);
      await this.#limits.countTry(networks);
    }
    return passkeys.verify(registration, { account, role, name, purpose, rp });
  }

  /** The account and role that the applicant would get; throws if refused. */
  async #enter({ invitation: text, name }: Applicant): Promise<Entry> {
    const invitation = text === undefined ? undefined : await this.invitation(text);
    const mode = invitation ? undefined : await this.#options.signUp.mode();
    if (mode !== undefined && mode !== 'open') throw closed(mode);
    const account = invitation?.body.account ?? (await this.#newName(name ?? ''));
    const role = invitation?.body.role ?? 'trader';
    return { account, role, invitation, purpose: ['sign up', account, invitation?.id ?? null] };
  }

  async #newName(name: string): Promise<Account> {
    checkForm(name, await this.#options.ownNames());
    const account = name as Account;
    const records = this.#store.sideRecords;
    if ((await nameKind(records).find(skeletonOf(name))) || (await personKind(records).find(name))) throw taken(name);
    // An account with a key, a balance or any activity belongs to someone, however it was created.
    const found = await Promise.all([
      this.#store.keysAfter({ account, limit: 1 }),
      this.#venue.balances(account, { limit: 1 }).then(({ items }) => items),
      this.#venue.activity({ account }, { limit: 1 }).then(({ items }) => items),
    ]);
    if (found.some(({ length }) => length > 0) || (await this.#known.hasLike(name))) throw taken(name);
    return account;
  }

  /** The change that reserves the name; none if an operator chose the name and it, or a similar one, is already reserved. */
  async #takeName({ account, invitation }: Entry) {
    const kind = nameKind(this.#store.sideRecords);
    const id = skeletonOf(account);
    if (invitation?.body.account && (await kind.find(id))) return [];
    return [kind.put({ id, version: 0, body: account })];
  }
}

const closed = (mode: 'off' | 'invite'): AccessRefused =>
  new AccessRefused(
    'sign_up_closed',
    mode === 'off'
      ? 'This exchange lets nobody sign up at the moment. Ask its operator for a key.'
      : 'This exchange lets people sign up by invitation only. Ask its operator for one.',
  );
