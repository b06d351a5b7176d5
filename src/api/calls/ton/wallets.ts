// GET /getWallet, POST /buildSwap, /buildProvide, /buildRefund, /trackSwap and /trackLiquidity
import { basechainAddress } from '../../../address.ts';
import type { InputOf } from '../../../contract/call.ts';
import * as declared from '../../../contract/ton.ts';
import type { Account } from '../../../core/amount.ts';
import type { SentByOwner, Unsigned, VenueWallets } from '../../../ports/venue/chain.ts';
import { NotOnThisVenue, type Venue } from '../../../ports/venue.ts';
import { type CallContext, type ChangeCall, questionOf } from '../../call.ts';
import { ApiError } from '../../errors.ts';
import { addressesOf, readBodyPair, readPair } from '../../fields/read-fields.ts';
import { lp, settlementRecord, whole } from '../../fields/records.ts';
import { provideLiquidity } from '../liquidity/provide-liquidity.ts';
import { refundLiquidity } from '../liquidity/refund-liquidity.ts';
import { createSwap } from '../swaps/create-swap.ts';

const NANOTON = { decimals: 9 };

export const getWallet = questionOf(declared.getWallet, async ({ venue, caller }) => {
  const { address, signer, balanceNano } = await walletsOf(venue).wallet(caller.account);
  return { address, signer, ton: whole(balanceNano, NANOTON) };
});

export const buildSwap = questionOf(declared.buildSwap, async (context) => {
  const { receipt, ...built } = await build(createSwap, context);
  const pair = await context.venue.pair(receipt.tokenA, receipt.tokenB);
  const amountB = receipt.kind === 'swap' ? receipt.amountB : 0n;
  return {
    ...toSign(built),
    amountA: whole(receipt.amountA, pair.tokenA),
    amountB: whole(amountB, pair.tokenB),
    minReceived: whole(built.minReceived ?? 0n, pair.tokenB),
    tonSpent: whole(built.tonSpentNano ?? 0n, NANOTON),
  };
});

export const buildProvide = questionOf(declared.buildProvide, async (context) => {
  const { receipt, ...built } = await build(provideLiquidity, context);
  return { ...toSign(built), lpTokens: lp('lpTokens' in receipt ? receipt.lpTokens : 0n) };
});

export const buildRefund = questionOf(declared.buildRefund, async (context) => {
  const { staged, ...input } = context.input;
  if (staged) return buildTakeBack(context);
  const { receipt, ...built } = await build(refundLiquidity, { ...context, input });
  const { tokenA, tokenB } = await context.venue.pair(receipt.tokenA, receipt.tokenB);
  const { amountA, amountB } = receipt;
  return { ...toSign(built), token1Amount: whole(amountA, tokenA), token2Amount: whole(amountB, tokenB) };
});

/** With `staged`: takes back the tokens that wait in the LP account; both, since taking one would leave the other behind. */
async function buildTakeBack({ venue, input }: CallContext<InputOf<typeof declared.buildRefund>>) {
  const { wallet, jetton0, jetton1, staged, ...parts } = input;
  const [part] = Object.keys(parts);
  if (part !== undefined) throw new ApiError('invalid_request', `${part} does not go with staged.`);
  const wallets = walletsOf(venue);
  const pair = await readPair(venue, ['jetton0', jetton0], ['jetton1', jetton1]);
  const built = await wallets.buildTakeBack({ account: readWallet(wallet), ...addressesOf(pair) });
  const [token1Amount, token2Amount] = [whole(built.amountA, pair.tokenA), whole(built.amountB, pair.tokenB)];
  return { ...toSign(built), token1Amount, token2Amount };
}

export const trackSwap = questionOf(declared.trackSwap, async ({ venue, input }) => {
  const sent = { ...input, kind: 'swap', bodyHashes: [readHash(input.bodyHash, 'bodyHash')] } as const;
  const { pair, amounts, record } = await follow(venue, sent);
  return { ...record, ...(amounts && { amountB: whole(amounts[1], pair.tokenB) }) };
});

export const trackLiquidity = questionOf(declared.trackLiquidity, async ({ venue, input }) => {
  const bodyHashes = input.bodyHashes.map((hash) => readHash(hash, 'Each of bodyHashes'));
  const { pair, amounts, lpTokens, isStaged, record } = await follow(venue, { ...input, bodyHashes });
  return {
    ...record,
    ...(lpTokens !== undefined && { lpTokens: lp(lpTokens) }),
    ...(amounts && { amountA: whole(amounts[0], pair.tokenA), amountB: whole(amounts[1], pair.tokenB) }),
    ...(isStaged && { staged: true }),
  };
});

type Sent = Pick<InputOf<typeof declared.trackSwap>, 'wallet' | 'Pair' | 'validUntil'> &
  Pick<SentByOwner, 'kind' | 'bodyHashes'>;

async function follow(venue: Venue, sent: Sent) {
  const wallets = walletsOf(venue);
  const { kind, bodyHashes, validUntil } = sent;
  const pair = await readBodyPair(venue, sent);
  const { status, amounts, lpTokens, isStaged, ...settlement } = await wallets.follow({
    ...addressesOf(pair),
    account: readWallet(sent.wallet),
    kind,
    bodyHashes,
    ...(validUntil !== undefined && { validUntilS: validUntil }),
  });
  return { pair, amounts, lpTokens, isStaged, record: { status, ...settlementRecord(settlement) } };
}

function readHash(text: string, name: string): string {
  const hash = text.toLowerCase();
  if (!/^[0-9a-f]{64}$/.test(hash)) throw new ApiError('invalid_request', `${name} must be 64 hexadecimal digits.`);
  return hash;
}

type Built = InputOf<typeof declared.buildSwap | typeof declared.buildProvide | typeof declared.buildRefund>;

/** Parses the request with the code of the corresponding call, such as createSwap, and builds unsigned messages for the wallet. */
async function build(change: ChangeCall, context: CallContext<Built>): Promise<Unsigned> {
  const wallets = walletsOf(context.venue);
  const { wallet, ...input } = context.input;
  const caller = { ...context.caller, account: readWallet(wallet), role: 'trader' as const };
  const { command } = await change.read({ ...context, input: input as never, caller });
  return wallets.build(command as Parameters<VenueWallets['build']>[0]);
}

const toSign = ({ validUntilS, messages }: Pick<Unsigned, 'validUntilS' | 'messages'>) => ({
  validUntil: validUntilS,
  messages,
});

function readWallet(text: string): Account {
  const address = basechainAddress(text);
  if (address === null) throw new ApiError('invalid_request', 'wallet must be a TON address in workchain 0.');
  return address as Account;
}

export function walletsOf({ wallets }: Venue): VenueWallets {
  if (!wallets)
    throw new NotOnThisVenue('This exchange settles on its own ledger, where accounts have no wallets (VENUE=ledger).');
  return wallets;
}
