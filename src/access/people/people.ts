// People: sign-up, sign-in, and invitations.
import type { Account } from '../../core/amount.ts';
import type { Venue } from '../../ports/venue.ts';
import { createInvitations, type InvitationDraft, listInvitations, revokeInvitation } from '../invitations.ts';
import { Challenges } from './challenges.ts';
import { Opening } from './opening.ts';
import { Passkeys } from './passkeys.ts';
import type { PeopleStore } from './person.ts';
import { SignUps } from './sign-up.ts';
import { type SignUpMode, SignUpSwitch } from './sign-up-mode.ts';
import { Verifier } from './verifier.ts';

export type PeopleOptions = {
  /** Who may sign up, until an operator changes it. */
  readonly signUp: SignUpMode;
  readonly signUpsPerDay: number;
  readonly signUpsPerAddress: number;
  /** Names of the exchange itself, which no one may imitate. */
  ownNames(): Promise<readonly string[]>;
  readonly nowMs?: () => number;
};

export type People = ReturnType<typeof peopleOf>;

export function peopleOf(
  store: PeopleStore,
  venue: Pick<Venue, 'accounts' | 'balances' | 'activity' | 'execute'>,
  { signUp: setting, nowMs = Date.now, ...limits }: PeopleOptions,
) {
  const records = store.sideRecords;
  const verifier = new Verifier();
  const challenges = new Challenges(records);
  const passkeys = new Passkeys(store, { challenges, verifier, nowMs });
  const opening = new Opening(store, venue);
  const signUp = new SignUpSwitch(records, setting);
  const signUps = new SignUps(store, venue, { signUp, passkeys, opening, nowMs, ...limits });
  return {
    passkeys,
    signUps,
    mode: () => signUp.mode(),
    turnSignUp: (mode: SignUpMode | null, by: Account) => signUp.turn(mode, by, nowMs()),
    async invite(draft: InvitationDraft) {
      const [made] = await createInvitations(records, [draft], nowMs());
      return made as NonNullable<typeof made>;
    },
    invitations: (page: Parameters<typeof listInvitations>[1]) => listInvitations(records, page, nowMs()),
    revokeInvitation: (id: string) => revokeInvitation(records, id, nowMs()),
    /** Makes the deposits of invitations that a crash interrupted: for one account, or for all. */
    finishDue: (account?: Account) =>
      account === undefined ? opening.finishAll(nowMs()) : opening.finish(account, nowMs()),
    nowMs,
    close: () => verifier.close(),
  };
}
