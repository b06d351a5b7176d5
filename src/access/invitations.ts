// Invitations: links that let someone sign up. Each contains 256 random bits, of which only the SHA-256 is stored.
import { hash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Account } from '../core/amount.ts';
import type { Page, PageRequest } from '../ports/page.ts';
import { page } from '../ports/paging.ts';
import type { Role } from '../ports/records.ts';
import type { SideRecordChange, SideRecords } from '../ports/side-records.ts';
import { refused } from '../ports/venue.ts';
import { skeletonOf } from './people/names.ts';
import { nameKind } from './people/person.ts';
import { SideKind, type StoredRecord } from './side-kind.ts';
import { update } from './update.ts';

/** An opening balance of the invited account: a token's address, and base units as decimal text. */
export type OpeningBalance = { readonly token: string; readonly amount: string };

export type InvitationDraft = {
  readonly role: Role;
  /** How many people may accept the invitation. */
  readonly uses: number;
  readonly expiresAtMs: number;
  readonly balances: readonly OpeningBalance[];
  /** The account that the invitation is for, new or existing; null if the invited person chooses a name. */
  readonly account: Account | null;
  /** True if accepting the invitation revokes all passkeys and keys of the account, as after a theft. */
  readonly revokesPasskeys: boolean;
  readonly note: string;
  /** The operator who made the invitation; the journal names this account as the one that made its deposits. */
  readonly by: Account;
};

type Body = InvitationDraft & {
  /** SHA-256 of the secret, in hex. */
  readonly hash: string;
  readonly left: number;
  readonly createdAtMs: number;
  readonly revokedAtMs: number | null;
};

/** The public part of an invitation. */
export type Invitation = Omit<Body, 'hash'> & { readonly id: string; readonly state: InvitationState };
type InvitationState = 'active' | 'used' | 'expired' | 'revoked';

/** A new invitation with its secret, which is not stored: its text goes after the # of a link to the page /join. */
export type MadeInvitation = Invitation & { readonly secret: string };

/** A valid invitation, with the version that its record had when it was checked. */
export type GoodInvitation = StoredRecord<Body>;

export const MAX_USES = 10_000;
export const MAX_OPENING_BALANCES = 20;
export const MAX_NOTE_LENGTH = 200;
export const MAX_DAYS = 365;

const FORM = /^mi_([0-9a-f]{28})_([A-Za-z0-9_-]{43})$/;

const kindOf = (records: SideRecords) => new SideKind<Body>(records, 'invitation');

/** Creates one invitation per draft, in the same order: all of them or none. */
export function createInvitations(
  records: SideRecords,
  drafts: readonly InvitationDraft[],
  nowMs: number,
): Promise<readonly MadeInvitation[]> {
  const kind = kindOf(records);
  const made = drafts.map((draft) => {
    const secret = randomBytes(32).toString('base64url');
    const body: Body = { ...draft, hash: hashOf(secret), left: draft.uses, createdAtMs: nowMs, revokedAtMs: null };
    const id = newId(nowMs);
    return {
      put: kind.put({ id, version: 0, body }),
      shown: { ...shown({ id, body }, nowMs), secret: `mi_${id}_${secret}` },
    };
  });
  return update(records, nowMs, async () => ({
    changes: [...made.map(({ put }) => put), ...(await namesOf(records, drafts))],
    result: made.map((one) => one.shown),
  }));
}

/** Reserves the names that invitations are for, so that no one else can sign up under them. */
async function namesOf(records: SideRecords, drafts: readonly InvitationDraft[]): Promise<readonly SideRecordChange[]> {
  const kind = nameKind(records);
  const names = new Map(drafts.flatMap(({ account }) => (account === null ? [] : [[skeletonOf(account), account]])));
  const found = await Promise.all([...names.keys()].map((id) => kind.find(id)));
  return [...names].flatMap(([id, body], at) => (found[at] ? [] : [kind.put({ id, version: 0, body })]));
}

/** The invitation with this secret if it can be accepted now; undefined otherwise. */
export async function findInvitation(
  records: SideRecords,
  text: string,
  nowMs: number,
): Promise<GoodInvitation | undefined> {
  const [, id, secret] = FORM.exec(text.trim()) ?? [];
  if (id === undefined || secret === undefined) return undefined;
  const found = await kindOf(records).find(id);
  if (!found || !timingSafeEqual(Buffer.from(found.body.hash), Buffer.from(hashOf(secret)))) return undefined;
  return stateOf(found.body, nowMs) === 'active' ? found : undefined;
}

/** Builds the change that uses up one use. Commit it together with the sign-up, so that concurrent sign-ups cannot share a use. */
export const spend = (records: SideRecords, { id, version, body }: GoodInvitation): SideRecordChange =>
  kindOf(records).put({ id, version, body: { ...body, left: body.left - 1 } });

/** Newest first. */
export async function listInvitations(
  records: SideRecords,
  { cursor, limit }: PageRequest,
  nowMs: number,
): Promise<Page<Invitation>> {
  if (cursor !== undefined && !/^[0-9a-f]{28}$/.test(cursor)) refused({ code: 'bad_cursor' });
  const found = await kindOf(records).list({ limit, ...(cursor !== undefined && { after: cursor }) });
  return page(
    found.map((one) => shown(one, nowMs)),
    limit,
    ({ id }) => id,
  );
}

/** Undefined if no invitation has this id; one that was revoked earlier keeps the time of that. */
export function revokeInvitation(records: SideRecords, id: string, nowMs: number): Promise<Invitation | undefined> {
  const kind = kindOf(records);
  return update(records, nowMs, async () => {
    const found = await kind.find(id);
    if (!found || found.body.revokedAtMs !== null) return { changes: [], result: found && shown(found, nowMs) };
    const body = { ...found.body, revokedAtMs: nowMs };
    return { changes: [kind.put({ id, version: found.version, body })], result: shown({ id, body }, nowMs) };
  });
}

/** The invitation's id, if the text is a whole secret (users may paste it in place of the id); otherwise the text itself. */
export const invitationIdIn = (text: string): string => FORM.exec(text.trim())?.[1] ?? text;

function shown({ id, body: { hash: _, ...body } }: Pick<StoredRecord<Body>, 'id' | 'body'>, nowMs: number): Invitation {
  return { id, ...body, state: stateOf(body, nowMs) };
}

function stateOf({ left, expiresAtMs, revokedAtMs }: Omit<Body, 'hash'>, nowMs: number): InvitationState {
  if (revokedAtMs !== null) return 'revoked';
  if (left <= 0) return 'used';
  return expiresAtMs <= nowMs ? 'expired' : 'active';
}

/** Starts with the time left until a far date: records are listed by id, so the newest comes first. */
const newId = (nowMs: number): string =>
  (2 ** 48 - 1 - nowMs).toString(16).padStart(12, '0') + randomBytes(8).toString('hex');

const hashOf = (secret: string): string => hash('sha256', secret, 'hex');
