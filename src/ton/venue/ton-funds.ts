// TON that a wallet needs in addition to the amounts traded: for messages, network fees and its own storage.
import type { Address } from '@ton/core';
import type { Account } from '../../core/amount.ts';
import { printDecimal } from '../../core/maths/decimal.ts';
import { TonFundsTooLow } from '../../ports/venue.ts';
import type { OutMessage } from '../dialect/dialect.ts';
import { MESSAGE_FEE, WALLET_FEE } from '../outbox/batch.ts';

/** TON that stays in a wallet for its storage and network fees. */
export const RESERVE_NANO = 50_000_000n;

/** A wallet's TON, and how much of it pending requests will still take. */
export type TonFunds = { readonly heldNano: bigint; readonly dueNano: bigint };

/** TON that can be traded or sent: without attached gas, the reserve and what pending requests take; never negative. */
export function spendableNano(
  { heldNano, dueNano }: TonFunds,
  attachedNano: bigint,
  reserveNano = RESERVE_NANO,
): bigint {
  const left = heldNano - dueNano - reserveNano - attachedNano;
  return left > 0n ? left : 0n;
}

export function checkGas(
  account: Account,
  wallet: Address,
  messages: readonly OutMessage[],
  { heldNano, dueNano }: TonFunds,
  reserveNano = RESERVE_NANO,
): void {
  const carried = messages.reduce((sum, { value }) => sum + value + MESSAGE_FEE, 0n);
  const needed = carried + WALLET_FEE + reserveNano;
  if (heldNano - dueNano >= needed) return;
  const due = dueNano === 0n ? '' : `, of which pending orders take ${ton(dueNano)} TON`;
  throw new TonFundsTooLow(
    `The wallet of ${account} holds ${ton(heldNano)} TON${due}, but ${ton(needed)} TON is needed, most of which comes back; ` +
      `send TON to ${wallet.toString({ bounceable: false })}.`,
  );
}

const ton = (nano: bigint): string => printDecimal(nano, 9);
