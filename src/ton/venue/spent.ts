// TON that a change cost its wallet in addition to the amounts: fees, and attached TON that others kept.
import type { TokenAddress } from '../../core/amount.ts';
import { TON } from './dex.ts';
import type { ChainReceipt } from './receipts.ts';

/** TON amounts that left the wallet, less those that arrived. */
export function tonMoved(receipt: ChainReceipt): bigint {
  const of = (token: TokenAddress, units: bigint) => (token === TON ? units : 0n);
  if (receipt.kind === 'transfer') return of(receipt.token, receipt.amount);
  const [first, second] = [of(receipt.tokenA, receipt.amountA), of(receipt.tokenB, receipt.amountB)];
  if (receipt.kind === 'swap') return first - second;
  return receipt.kind === 'provide' ? first + second : -first - second;
}
