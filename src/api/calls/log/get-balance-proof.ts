// GET /getBalanceProof

import type { Caller } from '../../../access/keys.ts';
import * as declared from '../../../contract/log.ts';
import { isOfExchange, isOfPool, LOCK, lpToken, orderOf } from '../../../core/accounts.ts';
import type { Account } from '../../../core/amount.ts';
import type { Venue } from '../../../ports/venue.ts';
import { questionOf } from '../../call.ts';
import { ApiError } from '../../errors.ts';
import { readOwner, readToken } from '../../fields/read-fields.ts';
import { rowProofRecord } from '../../fields/row-proof.ts';
import { tokenOrLp } from '../../fields/token-or-lp.ts';
import { visibleTransaction } from '../../fields/visible-transaction.ts';
import { noLiabilities, signedIn } from '../../log.ts';

export const getBalanceProof = questionOf(declared.getBalanceProof, async ({ venue, log, owed, input, caller }) => {
  const account = await provableAccount(venue, input, caller);
  const { unit, named } = await tokenOrLp(venue, readToken(input.token, 'token'));
  const answer = await owed.balanceProof(account, 'pool' in named ? lpToken(named.pool) : named.token);
  if ('proof' in answer) return { ...answer.proof, transaction: rowProofRecord(answer.proof.transaction) };
  if (answer.absent === 'document') throw noLiabilities();
  await signedIn(log);
  if (answer.absent === 'checkpoint')
    throw new ApiError('not_logged_yet', 'What the exchange owes is in no checkpoint yet; ask again in some seconds.');
  throw new ApiError(
    'balance_not_counted',
    `${account} is not counted among the holders of ${unit.symbol} at ${new Date(answer.atMs).toISOString()} (after transaction ${answer.asOf}): only balances above zero are, and that one is not counted cannot be proven.`,
  );
});

/** Everybody may follow the reserves of a pool, which are public, and the owner of an order the tokens in it. */
async function provableAccount(venue: Venue, input: { readonly account?: string }, caller: Caller): Promise<Account> {
  const account = input.account as Account | undefined;
  if (account === undefined || !isOfExchange(account)) return readOwner(input, caller);
  if (isOfPool(account) || account === LOCK || caller.role === 'operator') return account;
  const order = orderOf(account);
  if (order === undefined) throw new ApiError('forbidden', 'Only operators can see this account of the exchange.');
  // The number of an order is the sequence of the transaction that placed it, which only its owner sees.
  await visibleTransaction(venue, order, caller);
  return account;
}
