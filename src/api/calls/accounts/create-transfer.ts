// POST /createTransfer and GET /checkAccount
import { tonAddress } from '../../../address.ts';
import * as declared from '../../../contract/transfers.ts';
import { type Account, type Amount, type TokenAddress, ZERO } from '../../../core/amount.ts';
import { refused, type Venue } from '../../../ports/venue.ts';
import { changeOf, questionOf } from '../../call.ts';
import { requireProof } from '../../door/caller.ts';
import { ApiError } from '../../errors.ts';
import { keepNamesForPeople } from '../../fields/names-of-people.ts';
import { readAccount, readAmount, readKnownAccount, readMemo, readToken } from '../../fields/read-fields.ts';
import { whole } from '../../fields/records.ts';
import { tokenOrLp } from '../../fields/token-or-lp.ts';

export const createTransfer = changeOf(declared.createTransfer, {
  async read({ venue, people, input, caller }) {
    const { account } = caller;
    const sent = await tokenOrLp(venue, readToken(input.token, 'token'));
    const isAll = venue.wallets !== undefined && input.amount === 'all' && 'token' in sent.named;
    const amount = isAll
      ? await balanceOf(venue, account, sent.named.token)
      : readAmount(input.amount, sent.unit, 'amount');
    const to = readKnownAccount(input.to, 'to');
    if (to !== account && !isOnChain(venue, input.to) && !(await venue.knows(to))) {
      await checkNew(venue, to, input);
      await keepNamesForPeople(to, { venue, people, caller });
    }
    if (caller.isFresh === false && to !== account && !(await venue.hasSent(account, to)))
      requireProof(caller, `Sending to ${to}, to whom you have never sent anything,`);
    return {
      command: {
        kind: 'transfer',
        account,
        ...sent.named,
        to,
        amount,
        ...(isAll && { all: true as const }),
        ...readMemo(input),
      },
      sent,
    };
  },
  answer({ transactionId, receipt }, { sent }) {
    const { account, to, amount, memo = null } = receipt;
    return { transactionId, account, to, token: sent.unit.address, amount: whole(amount, sent.unit), memo };
  },
});

/** Limits of keys count the whole balance; the venue decides how much of it can be sent. */
async function balanceOf(venue: Venue, account: Account, token: TokenAddress): Promise<Amount> {
  const [held] = await venue.balancesNamed(account, [token]);
  return held?.balance ?? ZERO;
}

export const checkAccount = questionOf(declared.checkAccount, async ({ venue, people, input }) => {
  const account = readKnownAccount(input.account, 'account');
  const isKnown = async () => isOnChain(venue, input.account) || venue.knows(account);
  const [known, lookAlike] = await Promise.all([isKnown(), people.signUps.hasOtherLike(account)]);
  return { account, known, lookAlike };
});

/**
 * Refuses an unknown recipient unless `create` is true. Checked before the commit, not under its lock, which swaps wait for. A
 * known account stays known, as keys and history are never deleted; one that becomes known meanwhile was refused a moment too early.
 */
async function checkNew(venue: Venue, to: Account, { create, to: text }: { create?: boolean; to: string }) {
  if (create !== true) {
    const message = `There is no account ${to}: it has no key and was never used. Check the spelling, or send create: true to send to it all the same.`;
    throw new ApiError('unknown_account', message);
  }
  readAccount(text, 'to');
  const [token] = await venue.tokensNamed([to as string as TokenAddress]);
  if (token || (await venue.makes(to))) refused({ code: 'account_reserved', account: to });
}

/** True for an address of the chain that the venue settles on, which needs no account here; refuses an address of another network. */
function isOnChain({ wallets }: Venue, to: string): boolean {
  if (!wallets || tonAddress(to) === null) return false;
  if (wallets.isForOtherNetwork(to))
    throw new ApiError('invalid_request', 'to is an address for test networks, and this exchange is on mainnet.');
  return true;
}
