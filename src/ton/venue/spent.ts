// TON that a change cost its wallet beside the amounts that were paid or received: fees, and what others kept of what was attached.
import type { TokenAddress } from '../../core/amount.ts';
import { TON } from './dex.ts';
import type { ChainReceipt } from './receipts.ts';

/** Of TON, what has left the wallet for good as an amount, less what has arrived as one. */
export function tonMoved(receipt: ChainReceipt): bigint {
  const of = (token: TokenAddress, units: bigint) => (token === TON ? units : 0n);
  if (receipt.kind === 'transfer') return of(receipt.token, receipt.amount);
  const [first, second] = [of(receipt.tokenA, receipt.amountA), of(receipt.tokenB, receipt.amountB)];
  if (receipt.kind === 'swap') return first - second;
  return receipt.kind === 'provide' ? first + second : -first - second;
}
