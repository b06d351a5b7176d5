// Why an order failed, in words for whoever gave it.
import { EXIT } from '../wire/ops.ts';
import type { FailureReason } from './watch.ts';

/** What the contracts of both versions say with a refund; version 1 says `NoLiquidity` for a missed minimum too. */
const REFUNDS: Readonly<Record<number, string>> = {
  [EXIT.swapRefundNoLiquidity]: 'the pool would have paid less than the minimum',
  [EXIT.swapRefundSlippage]: 'the pool would have paid less than the minimum',
  [EXIT.swapRefundZeroOut]: 'the pool would have paid nothing',
  [EXIT.swapRefundExpired]: 'the deadline had passed',
  [EXIT.swapRefundReserveError]: 'the amount is too large for the pool',
  [EXIT.swapPoolLocked]: 'the pool is locked',
  [EXIT.swapFeeOutOfBounds]: 'the fee of the referrer is too high',
  [EXIT.bounceLocked]: 'the router is locked',
  [EXIT.bounceInvalidRequest]: 'the router did not understand the request',
  [EXIT.bounceInvalidPool]: 'there is no such pool',
  [EXIT.bounceLowGas]: 'too little TON was attached',
  [EXIT.bounceExpired]: 'the deadline had passed',
  [EXIT.bounceWrongWorkchain]: 'an address is of another workchain',
};

export function wordsFor(reason: FailureReason, exitCode: number | null): string {
  const code = exitCode === null ? '' : ` (exit code ${hex(exitCode)})`;
  switch (reason) {
    case 'refunded':
      return `${REFUNDS[exitCode ?? 0] ?? `the contracts refused it${code}`}; what was offered came back`;
    case 'bounced':
      return `a wallet did not take the message${code}; nothing but the network's fee was spent`;
    case 'staged':
      return 'no LP tokens were minted; what was provided is taken back from the LP account';
    case 'stranded':
      return `neither a payout nor a refund has arrived${code}; an operator has to look at the transactions`;
  }
}

/** Exit codes of a wallet are small numbers, those of the contracts are names in disguise. */
const hex = (code: number): string => (code < 0x10000 ? String(code) : `0x${code.toString(16).padStart(8, '0')}`);
