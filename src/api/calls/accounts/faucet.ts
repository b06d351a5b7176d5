// GET /getFaucet and POST /claimFaucet
import { type Claimer, FaucetSpent, NotOffered } from '../../../access/faucet.ts';
import * as declared from '../../../contract/faucet.ts';
import { type CallContext, questionOf } from '../../call.ts';
import { RateLimited } from '../../door/rate-limit.ts';
import { ApiError } from '../../errors.ts';
import { readToken } from '../../fields/read-fields.ts';
import { tokenRecord, whole } from '../../fields/records.ts';

export const getFaucet = questionOf(declared.getFaucet, async (context) => {
  const offers = await context.faucet.offers(claimerOf(context));
  return {
    offers: offers.map(({ token, amount, spent, againAtMs }) => ({
      token: tokenRecord(token),
      amount: whole(amount, token),
      spent,
      claimableAt: new Date(spent === null ? Date.now() : againAtMs).toISOString(),
    })),
  };
});

export const claimFaucet = questionOf(declared.claimFaucet, async (context) => {
  const { faucet, input } = context;
  if (faucet.isOff) throw new ApiError('not_on_this_venue', 'This exchange has no faucet.', 'faucet');
  const token = readToken(input.token, 'token');
  try {
    const { offer, done, againAtMs } = await faucet.claim(claimerOf(context), token);
    return {
      transactionId: done.transactionId,
      token: tokenRecord(offer.token),
      amount: whole(offer.amount, offer.token),
      claimableAt: new Date(againAtMs).toISOString(),
    };
  } catch (error) {
    if (error instanceof NotOffered)
      throw new ApiError(
        'not_on_this_venue',
        `The faucet does not offer ${input.token}; getFaucet lists what it offers.`,
        'faucet',
      );
    throw error instanceof FaucetSpent ? refusalOf(error) : error;
  }
});

const claimerOf = ({ caller, charge }: Pick<CallContext, 'caller' | 'charge'>): Claimer => ({
  account: caller.account,
  networks: charge.networks,
});

function refusalOf({ spent, limit, againAtMs }: FaucetSpent): RateLimited {
  const why = {
    account: 'You have claimed this token today',
    address: `${limit} accounts have claimed from your address or network today, which is the limit`,
    exchange: 'All test tokens of today have been claimed',
  }[spent];
  const again = new Date(againAtMs).toISOString();
  const seconds = Math.max(1, Math.ceil((againAtMs - Date.now()) / 1000));
  return new RateLimited(`${why}. Claim again after ${again}.`, limit, seconds, { isOfFaucet: true });
}
