// Why a request failed: a code for programs and a sentence for users.

import { EXIT } from '#devnet/contracts/ops';
import type { SettlementFault } from '../../ports/venue/chain.ts';
import type { FailureReason } from './watch.ts';

export type Fault = { readonly reason: string; readonly reasonCode: SettlementFault };

/** Codes that the contracts of both versions attach to a refund; version 1 uses `NoLiquidity` for a missed minimum too. */
const REFUNDS: Readonly<Record<number, readonly [SettlementFault, string]>> = {
  [EXIT.swapRefundNoLiquidity]: ['below_minimum', 'the pool would have paid less than the minimum'],
  [EXIT.swapRefundSlippage]: ['below_minimum', 'the pool would have paid less than the minimum'],
  [EXIT.swapRefundZeroOut]: ['output_zero', 'the pool would have paid nothing'],
  [EXIT.swapRefundExpired]: ['deadline_passed', 'the deadline had passed'],
  [EXIT.swapRefundReserveError]: ['amount_too_large', 'the amount is too large for the pool'],
  [EXIT.swapPoolLocked]: ['pool_locked', 'the pool is locked'],
  [EXIT.swapFeeOutOfBounds]: ['referral_fee_too_high', 'the fee of the referrer is too high'],
  [EXIT.bounceLocked]: ['router_locked', 'the router is locked'],
  [EXIT.bounceInvalidRequest]: ['refused', 'the router did not understand the request'],
  [EXIT.bounceInvalidPool]: ['unknown_pool', 'there is no such pool'],
  [EXIT.bounceLowGas]: ['gas_too_low', 'too little TON was attached'],
  [EXIT.bounceExpired]: ['deadline_passed', 'the deadline had passed'],
  [EXIT.bounceWrongWorkchain]: ['wrong_workchain', 'an address is of another workchain'],
};

export function faultOf(reason: FailureReason, exitCode: number | null): Fault {
  const code = exitCode === null ? '' : ` (exit code ${hex(exitCode)})`;
  switch (reason) {
    case 'refunded': {
      const [reasonCode, words] = REFUNDS[exitCode ?? 0] ?? ['refused', `the contracts refused it${code}`];
      return { reasonCode, reason: `${words}; what was offered came back` };
    }
    case 'bounced':
      return {
        reasonCode: 'bounced',
        reason: `a wallet did not take the message${code}; nothing but the network's fee was spent`,
      };
    case 'staged':
      return {
        reasonCode: 'not_provided',
        reason: 'no LP tokens were minted; what was provided is taken back from the LP account',
      };
    case 'short':
      return {
        reasonCode: 'stranded',
        reason:
          'less has arrived than was sent, because the token keeps a part of every transfer; do not send it again, an operator has to look at it',
      };
    case 'stranded':
      return {
        reasonCode: 'stranded',
        reason: `neither a payout nor a refund has arrived${code}; an operator has to look at the transactions`,
      };
  }
}

/** The wallet held too little TON for the request's messages: it skips such messages without an error. */
export const NOT_ENOUGH_TON: Fault = { reasonCode: 'not_enough_ton', reason: 'not enough TON' };
export const NOT_SENT_IN_TIME: Fault = {
  reasonCode: 'not_sent_in_time',
  reason: 'its deadline passed before it was sent',
};

/** Exit codes of wallets are small numbers, printed in decimal; those of routers and pools are 32-bit hashes, printed in hex. */
const hex = (code: number): string => (code < 0x10000 ? String(code) : `0x${code.toString(16).padStart(8, '0')}`);
