// GET /getBalanceProof
import * as declared from '../../../contract/log.ts';
import { lpToken } from '../../../core/accounts.ts';
import { questionOf } from '../../call.ts';
import { ApiError, NotCounted } from '../../errors.ts';
import { readOwner, readToken } from '../../fields/read-fields.ts';
import { rowProofRecord } from '../../fields/row-proof.ts';
import { tokenOrLp } from '../../fields/token-or-lp.ts';
import { noLiabilities, signedIn } from '../../public-log/files.ts';

export const getBalanceProof = questionOf(
  declared.getBalanceProof,
  async ({ venue, log, liabilities, input, caller }) => {
    const account = readOwner(input, caller);
    const { unit, named } = await tokenOrLp(venue, readToken(input.token, 'token'));
    const answer = await liabilities.balanceProof(account, 'pool' in named ? lpToken(named.pool) : named.token);
    if ('proof' in answer) return { ...answer.proof, transaction: rowProofRecord(answer.proof.transaction) };
    if (answer.absent === 'document') throw noLiabilities();
    await signedIn(log);
    if (answer.absent === 'checkpoint')
      throw new ApiError(
        'not_logged_yet',
        'What the exchange owes is in no checkpoint yet; ask again in some seconds.',
      );
    throw new NotCounted(
      `${account} is not counted among the holders of ${unit.symbol} at ${new Date(answer.atMs).toISOString()} (after transaction ${answer.asOf}): only balances above zero are.`,
      // A node that does not know which history was signed last states nothing.
      log.isSigning && log.unsure === undefined ? answer.statement : null,
    );
  },
);
