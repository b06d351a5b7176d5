// POST /createInvitation, GET /getInvitations, POST /revokeInvitation and POST /setSignUp

import {
  type Invitation,
  invitationIdIn,
  MAX_DAYS,
  MAX_USES,
  type OpeningBalance,
} from '../../../access/invitations.ts';
import type { DecimalInput } from '../../../contract/fields.ts';
import * as declared from '../../../contract/people.ts';
import type { Amount, TokenAddress } from '../../../core/amount.ts';
import { parseDecimal } from '../../../core/maths/decimal.ts';
import type { Venue } from '../../../ports/venue.ts';
import { questionOf } from '../../call.ts';
import { ApiError } from '../../errors.ts';
import { inputText, readAmount, readHolder, readPage, readToken, readVisible } from '../../fields/read-fields.ts';
import { whole } from '../../fields/records.ts';

const [HOUR_MS, WEEK_HOURS] = [3_600_000, 168];

export const createInvitation = questionOf(
  declared.createInvitation,
  async ({ venue, people, caller, about, input }) => {
    if (input.revokePasskeys && input.account === undefined)
      throw new ApiError('invalid_request', 'revokePasskeys needs account: the account whose passkeys are revoked.');
    const hours = readWhole(input.expiresInHours ?? WEEK_HOURS, 24 * MAX_DAYS, 'expiresInHours');
    const { secret, ...made } = await people.invite({
      role: input.role ?? 'trader',
      uses: readWhole(input.uses ?? 1, MAX_USES, 'uses'),
      expiresAtMs: people.nowMs() + hours * HOUR_MS,
      balances: await readBalances(venue, input.balances ?? []),
      account: input.account === undefined ? null : await readHolder(venue, input.account, 'account'),
      revokesPasskeys: input.revokePasskeys ?? false,
      note: input.note === undefined ? '' : readVisible(input.note, 'note'),
      by: caller.account,
    });
    return { ...(await invitationRecord(venue, made)), secret, link: `${about.publicUrl ?? ''}/join#${secret}` };
  },
);

export const getInvitations = questionOf(declared.getInvitations, async ({ venue, people, input }) => {
  const { items, nextCursor } = await people.invitations(readPage(input));
  return { invitations: await Promise.all(items.map((one) => invitationRecord(venue, one))), nextCursor };
});

export const revokeInvitation = questionOf(declared.revokeInvitation, async ({ venue, people, input }) => {
  const revoked = await people.revokeInvitation(invitationIdIn(input.id));
  if (revoked) return invitationRecord(venue, revoked);
  throw new ApiError('not_found', 'There is no invitation with this id; getInvitations lists them.', 'invitation');
});

export const setSignUp = questionOf(declared.setSignUp, async ({ people, caller, input }) => ({
  // Null removes the choice of an operator, so that the setting SIGNUP applies again.
  signUp: await people.turnSignUp(input.signUp === 'setting' ? null : input.signUp, caller.account),
}));

function readWhole(input: DecimalInput, most: number, field: string): number {
  const value = parseDecimal(inputText(input), 0, BigInt(most));
  if (typeof value === 'bigint' && value > 0n) return Number(value);
  throw new ApiError('invalid_request', `${field} must be a whole number from 1 to ${most}.`);
}

type BalancesInput = readonly { readonly token: string; readonly amount: DecimalInput }[];

async function readBalances(venue: Venue, wanted: BalancesInput): Promise<readonly OpeningBalance[]> {
  const balances: OpeningBalance[] = [];
  for (const [at, { token: text, amount }] of wanted.entries()) {
    const token = await venue.token(readToken(text, `balances.${at}.token`));
    if (balances.some((one) => one.token === token.address))
      throw new ApiError('invalid_request', `balances names the token ${token.address} twice; add the amounts up.`);
    balances.push({ token: token.address, amount: `${readAmount(amount, token, `balances.${at}.amount`)}` });
  }
  return balances;
}

/** Opening balances as a response shows them: with the token's symbol, and in tokens instead of base units. */
export const balanceRecords = (venue: Venue, balances: readonly OpeningBalance[]) =>
  Promise.all(
    balances.map(async ({ token: address, amount }) => {
      const token = await venue.token(address as TokenAddress);
      return { token: token.address, symbol: token.symbol, amount: whole(BigInt(amount) as Amount, token) };
    }),
  );

const invitationRecord = async (venue: Venue, made: Invitation) => ({
  id: made.id,
  state: made.state,
  role: made.role,
  uses: made.uses,
  usesLeft: made.left,
  expiresAt: new Date(made.expiresAtMs).toISOString(),
  balances: await balanceRecords(venue, made.balances),
  account: made.account,
  revokePasskeys: made.revokesPasskeys,
  note: made.note,
  createdBy: made.by,
  createdAt: new Date(made.createdAtMs).toISOString(),
  revokedAt: made.revokedAtMs === null ? null : new Date(made.revokedAtMs).toISOString(),
});
