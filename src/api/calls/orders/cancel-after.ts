// POST /cancelAfter
import { isByKey } from '../../../access/keys.ts';
import type { DecimalInput } from '../../../contract/fields.ts';
import * as declared from '../../../contract/orders.ts';
import { NotOnThisVenue } from '../../../ports/venue.ts';
import { questionOf } from '../../call.ts';
import { ApiError } from '../../errors.ts';
import { readWhole } from '../../fields/read-orders.ts';

export const cancelAfter = questionOf(declared.cancelAfter, async ({ venue, cancelAfter, market, input, caller }) => {
  if (venue.wallets) throw new NotOnThisVenue('On TON no orders wait, so there are none to cancel.');
  if (!isByKey(caller)) {
    throw new ApiError('forbidden', 'cancelAfter belongs to an API key, and this request was sent without one.');
  }
  const cancelsAtMs = await cancelAfter.set(caller, readSeconds(input.seconds) * 1000, market);
  return { cancelsAt: cancelsAtMs === null ? null : new Date(cancelsAtMs).toISOString() };
});

function readSeconds(seconds: DecimalInput): number {
  const whole = readWhole(seconds, 'seconds', 0, declared.MOST_CANCEL_SECONDS);
  if (whole === 0 || whole >= declared.LEAST_CANCEL_SECONDS) return whole;
  throw new ApiError(
    'invalid_amount',
    `seconds must be at least ${declared.LEAST_CANCEL_SECONDS}, or 0 to switch it off.`,
  );
}
