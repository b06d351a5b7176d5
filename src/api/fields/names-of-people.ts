// Reserves the names that people choose when they sign up: only an operator may create such an account by crediting it.
import type { Account } from '../../core/amount.ts';
import type { CallContext } from '../call.ts';
import { ApiError } from '../errors.ts';

/** Throws if a change would credit an account that does not exist yet, under a name that a person may still choose. */
export async function keepNamesForPeople(
  account: Account,
  { venue, people, caller }: Pick<CallContext, 'venue' | 'people' | 'caller'>,
): Promise<void> {
  if (caller.role === 'operator' || account === caller.account) return;
  if (!(await people.signUps.isForPeople(account)) || (await venue.knows(account))) return;
  throw new ApiError(
    'unknown_account',
    `There is no account ${account}, and it is a name that people choose when they sign up: ask its owner to sign up first, or name a wallet's address.`,
  );
}
