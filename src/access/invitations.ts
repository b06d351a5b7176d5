// Invitations: a link that lets someone sign up. It holds 256 random bits, of which only the SHA-256 is kept.
import { hash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Account } from '../core/amount.ts';
import { page } from '../ports/paging.ts';
import type { Role } from '../ports/records.ts';
import type { SideRecordChange, SideRecords } from '../ports/side-records.ts';
import { type Page, type PageRequest, refused } from '../ports/venue.ts';
import { skeletonOf } from './people/names.ts';
import { nameKind } from './people/person.ts';
import { type Kept, SideKind } from './side-kind.ts';
import { update } from './update.ts';

/** What is deposited for whoever accepts: a token's address, and base units as a decimal text. */
export type OpeningBalance = { readonly token: string; readonly amount: string };

export type InvitationDraft = {
  readonly role: Role;
  /** How many may accept it. */
  readonly uses: number;
  readonly expiresAtMs: number;
  readonly balances: readonly OpeningBalance[];
  /** The only account that it lets in, new or not; null where whoever accepts chooses a name. */
  readonly account: Account | null;
  /** Whether accepting it revokes every passkey and key that the account has, as when one was stolen. */
  readonly revokesPasskeys: boolean;
  readonly note: string;
  /** Who made it, and deposits what it opens with. */
  readonly by: Account;
};

type Body = InvitationDraft & {
  /** SHA-256 of the secret, in hex. */
  readonly hash: string;
  readonly left: number;
  readonly createdAtMs: number;
  readonly revokedAtMs: number | null;
};

/** What may be told of an invitation. */
export type Invitation = Omit<Body, 'hash'> & { readonly id: string; readonly state: InvitationState };
export type InvitationState = 'active' | 'used' | 'expired' | 'revoked';

/** The only time that the secret is known: the text belongs behind the # of a link to the page /join. */
export type MadeInvitation = Invitation & { readonly secret: string };

/** One that was found to be good, and the version that this was decided on. */
export type GoodInvitation = Kept<Body>;

export const MAX_USES = 10_000;
export const MAX_OPENING_BALANCES = 20;
export const MAX_NOTE_LENGTH = 200;
export const MAX_DAYS = 365;

const FORM = /^mi_([0-9a-f]{28})_([A-Za-z0-9_-]{43})$/;

const kindOf = (records: SideRecords) => new SideKind<Body>(records, 'invitation');

/** Makes all of them or none; in the order of the drafts. */
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

/** Keeps the names that invitations are for: whoever signs up first must not be whom an operator meant. */
async function namesOf(records: SideRecords, drafts: readonly InvitationDraft[]): Promise<readonly SideRecordChange[]> {
  const kind = nameKind(records);
  const names = new Map(drafts.flatMap(({ account }) => (account === null ? [] : [[skeletonOf(account), account]])));
  const found = await Promise.all([...names.keys()].map((id) => kind.find(id)));
  return [...names].flatMap(([id, body], at) => (found[at] ? [] : [kind.put({ id, version: 0, body })]));
}

/** The invitation of a link, while it can be accepted; undefined for any other text. */
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

/** Takes one use; in the same change as what it is used for, so that nobody uses it twice. */
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

/** Undefined where there is none; one that was revoked before stays as it is. */
export function revokeInvitation(records: SideRecords, id: string, nowMs: number): Promise<Invitation | undefined> {
  const kind = kindOf(records);
  return update(records, nowMs, async () => {
    const found = await kind.find(id);
    if (!found || found.body.revokedAtMs !== null) return { changes: [], result: found && shown(found, nowMs) };
    const body = { ...found.body, revokedAtMs: nowMs };
    return { changes: [kind.put({ id, version: found.version, body })], result: shown({ id, body }, nowMs) };
  });
}

/** The id in an invitation's secret, which may be pasted whole where its id is asked for. */
export const invitationIdIn = (text: string): string => FORM.exec(text.trim())?.[1] ?? text;

function shown({ id, body: { hash: _, ...body } }: Pick<Kept<Body>, 'id' | 'body'>, nowMs: number): Invitation {
  return { id, ...body, state: stateOf(body, nowMs) };
}

function stateOf({ left, expiresAtMs, revokedAtMs }: Omit<Body, 'hash'>, nowMs: number): InvitationState {
  if (revokedAtMs !== null) return 'revoked';
  if (left <= 0) return 'used';
  return expiresAtMs <= nowMs ? 'expired' : 'active';
}

/** Counts time down, so that records, which are listed by id, come newest first. */
const newId = (nowMs: number): string =>
  (2 ** 48 - 1 - nowMs).toString(16).padStart(12, '0') + randomBytes(8).toString('hex');

const hashOf = (secret: string): string => hash('sha256', secret, 'hex');
