// GET /getWallet, POST /buildSwap, /buildProvide, /buildRefund and /trackSwap
import { tonAddress } from '../../../address.ts';
import type { InputOf } from '../../../contract/call.ts';
import * as declared from '../../../contract/ton.ts';
import type { Account } from '../../../core/amount.ts';
import { NotOnThisVenue, type Unsigned, type Venue, type VenueWallets } from '../../../ports/venue.ts';
import { type Asked, type Change, questionOf } from '../../call.ts';
import { ApiError } from '../../errors.ts';
import { addressesOf, readBodyPair } from '../../fields/read-fields.ts';
import { lp, settlementRecord, whole } from '../../fields/records.ts';
import { provideLiquidity } from '../liquidity/provide-liquidity.ts';
import { refundLiquidity } from '../liquidity/refund-liquidity.ts';
import { createSwap } from '../swaps/create-swap.ts';

const NANOTON = { decimals: 9 };

export const getWallet = questionOf(declared.getWallet, async ({ venue, caller }) => {
  const { address, signer, balanceNano } = await walletsOf(venue).wallet(caller.account);
  return { address, signer, ton: whole(balanceNano, NANOTON) };
});

export const buildSwap = questionOf(declared.buildSwap, async (asked) => {
  const { receipt, ...built } = await build(createSwap, asked);
  const pair = await asked.venue.pair(receipt.tokenA, receipt.tokenB);
  const amountB = receipt.kind === 'swap' ? receipt.amountB : 0n;
  return { ...told(built), amountA: whole(receipt.amountA, pair.tokenA), amountB: whole(amountB, pair.tokenB) };
});

export const buildProvide = questionOf(declared.buildProvide, async (asked) => {
  const { receipt, ...built } = await build(provideLiquidity, asked);
  return { ...told(built), lpTokens: lp('lpTokens' in receipt ? receipt.lpTokens : 0n) };
});

export const buildRefund = questionOf(declared.buildRefund, async (asked) => {
  const { receipt, ...built } = await build(refundLiquidity, asked);
  const { tokenA, tokenB } = await asked.venue.pair(receipt.tokenA, receipt.tokenB);
  const { amountA, amountB } = receipt;
  return { ...told(built), token1Amount: whole(amountA, tokenA), token2Amount: whole(amountB, tokenB) };
});

export const trackSwap = questionOf(declared.trackSwap, async ({ venue, input }) => {
  const wallets = walletsOf(venue);
  const pair = await readBodyPair(venue, input);
  const bodyHash = input.bodyHash.toLowerCase();
  if (!/^[0-9a-f]{64}$/.test(bodyHash))
    throw new ApiError('invalid_request', 'bodyHash must be 64 hexadecimal digits.');
  const account = readWallet(input.wallet);
  const { status, amountB, ...settlement } = await wallets.follow({ account, bodyHash, ...addressesOf(pair) });
  return {
    status,
    ...(amountB !== undefined && { amountB: whole(amountB, pair.tokenB) }),
    ...settlementRecord(settlement),
  };
});

type Built = InputOf<typeof declared.buildSwap | typeof declared.buildProvide | typeof declared.buildRefund>;

/** Reads the request as the change of the same kind does, given by the wallet. */
async function build(change: Change, asked: Asked<Built>): Promise<Unsigned> {
  const wallets = walletsOf(asked.venue);
  const { wallet, ...input } = asked.input;
  const caller = { ...asked.caller, account: readWallet(wallet), role: 'trader' as const };
  const { command } = await change.read({ ...asked, input: input as never, caller });
  return wallets.build(command as Parameters<VenueWallets['build']>[0]);
}

const told = ({ validUntilS, messages }: Omit<Unsigned, 'receipt'>) => ({ validUntil: validUntilS, messages });

function readWallet(text: string): Account {
  const address = tonAddress(text);
  if (address === null) throw new ApiError('invalid_request', 'wallet must be a TON address.');
  return address as Account;
}

export function walletsOf({ wallets }: Venue): VenueWallets {
  if (!wallets)
    throw new NotOnThisVenue('This exchange settles on its own ledger, where accounts have no wallets (VENUE=ledger).');
  return wallets;
}
