// Converts a transaction of any kind, and its transfers, to one record of the contract.
import type { Static } from 'typebox';
import type { ActivityRecord, getTransaction } from '../../contract/activity.ts';
import type { OutputOf } from '../../contract/call.ts';
import { orderAccount, poolOfLpToken } from '../../core/accounts.ts';
import type { Account } from '../../core/amount.ts';
import { transfersOf } from '../../core/commands/command.ts';
import { matchSeenBy, seesMatchFee } from '../../core/commands/match-orders.ts';
import { hopsOf, type SwapReceipt } from '../../core/commands/swap-receipt.ts';
import type { TransferCommand } from '../../core/commands/transfer.ts';
import { shapeFrom } from '../../core/curves/curves.ts';
import type { TokenPair } from '../../core/pool.ts';
import { deltasOf, type Transfer } from '../../core/settle/transfer.ts';
import { kindFor } from '../../ports/activity.ts';
import type { HistoryEntry } from '../../ports/venue/accounts.ts';
import type { Completed } from '../../ports/venue/trading.ts';
import type { Venue } from '../../ports/venue.ts';
import type { ExactJson } from '../json/exact-json.ts';
import { termsRecord } from './pool-terms.ts';
import { addressesOf } from './read-fields.ts';
import { entryRecord, feesRecord, lp, routeRecord, settlementRecord, swappedRecord, whole } from './records.ts';

type Record = ExactJson<Static<typeof ActivityRecord>>;
type Details = Omit<Record, 'transactionId' | 'kind' | 'sequence' | 'createdAt' | 'actor' | 'account'>;

/** The record as the account `viewer` may see it; without a viewer, in full. */
export async function activityRecord(venue: Venue, done: HistoryEntry, viewer?: Account): Promise<Record> {
  const { transactionId, sequence, createdAtMs, actor, receipt } = done;
  const kind = kindFor(done, viewer);
  return {
    transactionId,
    kind,
    sequence,
    createdAt: new Date(createdAtMs).toISOString(),
    ...(kind === 'referral'
      ? { actor: ANOTHER_ACCOUNT, account: viewer as Account, ...(await referralOf(venue, done)) }
      : { actor, account: accountOf(done, viewer), ...(await detailsOf(venue, seenBy(receipt, viewer))) }),
    ...(await matchFeeOf(venue, receipt, viewer)),
    ...(kind !== 'referral' && (await settledOf(venue, done))),
  };
}

/** The transaction as the account `viewer` may see it: its side of a match, or its income as a referrer; without a viewer, in full. */
export async function transactionRecord(
  venue: Venue,
  done: HistoryEntry,
  viewer?: Account,
): Promise<Omit<ExactJson<OutputOf<typeof getTransaction>>, 'pools'>> {
  // A transaction that is not completed has moved nothing.
  const transfers = done.status === 'completed' ? transfersSeenBy(done, viewer) : [];
  const isReferral = kindFor(done, viewer) === 'referral';
  const entries = deltasOf(transfers).filter(({ account }) => !isReferral || account === viewer);
  return {
    ...(await activityRecord(venue, done, viewer)),
    transfers: await Promise.all(transfers.map((transfer) => transferRecord(venue, transfer))),
    entries: await Promise.all(entries.map((delta) => balanceRecord(venue, delta))),
  };
}

export async function balanceRecord(venue: Venue, { account, token, delta }: ReturnType<typeof deltasOf>[number]) {
  const pool = poolOfLpToken(token);
  if (pool !== undefined) return { account, token: pool, change: lp(delta) };
  return entryRecord({ account, token, delta }, await venue.token(token));
}

async function transferRecord(venue: Venue, { from, to, token, amount }: Transfer) {
  const pool = poolOfLpToken(token);
  if (pool !== undefined) return { from, to, token: pool, amount: lp(amount) };
  return { from, to, token, amount: whole(amount, await venue.token(token)) };
}

/** If the venue settles later, as on a chain: the status of the transaction, and what the chain reports. */
async function settledOf(venue: Venue, { status, settlement, receipt }: HistoryEntry): Promise<Details> {
  if (!settlement) return {};
  const { returned } = settlement;
  const pair = returned && 'tokenB' in receipt ? await venue.pair(receipt.tokenA, receipt.tokenB) : undefined;
  return {
    status,
    ...settlementRecord(settlement),
    ...(returned && pair && { returnedA: whole(returned[0], pair.tokenA), returnedB: whole(returned[1], pair.tokenB) }),
  };
}

type Receipt = Completed['receipt'];

const seenBy = (receipt: Receipt, viewer: Account | undefined): Receipt =>
  receipt.kind === 'matchOrders' ? matchSeenBy(receipt, viewer) : receipt;

/** Shown instead of the other party of a match, whose account stays hidden. */
const ANOTHER = 'another order' as Account;
/** Shown to a referrer instead of the account that swapped. */
const ANOTHER_ACCOUNT = 'another account' as Account;

/** The transfers, without revealing the other party of a match; to a referrer, only the fees paid to it. */
function transfersSeenBy(done: HistoryEntry, viewer: Account | undefined): readonly Transfer[] {
  const { receipt } = done;
  if (kindFor(done, viewer) === 'referral') return transfersOf(receipt).filter(({ to }) => to === viewer);
  if (receipt.kind !== 'matchOrders' || viewer === undefined) return transfersOf(receipt);
  const transfers = transfersOf(seesMatchFee(receipt, viewer) ? receipt : matchSeenBy(receipt, viewer));
  const { maker, taker } = receipt;
  const others = [maker, taker].filter(({ account }) => account !== viewer);
  const hidden = others.flatMap(({ account, order }) => [account, orderAccount(order)]);
  const seen = (account: Account) => (hidden.includes(account) ? ANOTHER : account);
  // The viewer must not see how much the other owner got back: it would tell that order's limit.
  const isReturned = ({ from, to }: Transfer) =>
    others.some(({ account, order }) => from === orderAccount(order) && to === account);
  const own = transfers.filter((transfer) => !isReturned(transfer));
  return own.map((transfer) => ({ ...transfer, from: seen(transfer.from), to: seen(transfer.to) }));
}

function accountOf({ actor, receipt }: HistoryEntry, viewer?: Account): Account {
  if (receipt.kind === 'matchOrders') return viewer === receipt.taker.account ? viewer : receipt.maker.account;
  if ('account' in receipt) return receipt.account;
  return 'to' in receipt ? receipt.to : actor;
}

async function referralOf(venue: Venue, { receipt, status, settlement }: HistoryEntry): Promise<Details> {
  if (receipt.kind !== 'swap') return {};
  const paid = hopsOf(receipt).reduce((sum, { fees }) => sum + fees.ref, 0n);
  const { tokenB: token } = receipt;
  return {
    ...('pool' in receipt && { poolAddress: receipt.pool }),
    token,
    amount: whole(paid, await venue.token(token)),
    ...(settlement && { status }),
  };
}

/** Chooses the fields of the record by the members of the receipt, so that a similar new kind of receipt needs no code of its own. */
async function detailsOf(venue: Venue, receipt: Receipt): Promise<Details> {
  return {
    ...('pool' in receipt && { poolAddress: receipt.pool }),
    ...('tokenA' in receipt && pairDetails(receipt, await venue.pair(receipt.tokenA, receipt.tokenB))),
    ...('hops' in receipt && { route: await routeRecord(venue, receipt) }),
    ...('swapped' in receipt && swappedRecord(receipt, await venue.pair(receipt.tokenA, receipt.tokenB))),
    ...('lpTokens' in receipt && { lpTokens: lp(receipt.lpTokens) }),
    ...('referrer' in receipt && receipt.referrer !== undefined && { referrer: receipt.referrer }),
    ...('token' in receipt && { token: receipt.token }),
    ...('amount' in receipt && {
      amount: 'pool' in receipt ? lp(receipt.amount) : whole(receipt.amount, await venue.token(receipt.token)),
    }),
    ...('reference' in receipt && { reference: receipt.reference }),
    ...('asOf' in receipt && { asOf: receipt.asOf, hash: receipt.hash }),
    ...(receipt.kind === 'forked' && { log: receipt.log, checkpoint: receipt.checkpoint, shared: receipt.shared }),
    ...(receipt.kind === 'transfer' && transferDetails(receipt)),
    ...('lpFeePpm' in receipt && termsRecord(receipt)),
    ...(receipt.kind === 'createPool' && { curve: shapeFrom(receipt).curve }),
    ...('amplification' in receipt && { amplification: Number(receipt.amplification) }),
    ...(receipt.kind === 'setPoolFees' && termsRecord(receipt.after)),
    ...(receipt.kind === 'setPoolStatus' && { status: receipt.after }),
    ...('name' in receipt && { name: receipt.name }),
    ...('logo' in receipt && { logo: receipt.logo }),
    ...('status' in receipt && { status: receipt.status }),
    ...('fill' in receipt && (await fillOf(venue, receipt))),
    ...('order' in receipt && { order: receipt.order }),
    ...('maker' in receipt && { order: receipt.maker.order }),
    ...(receipt.kind === 'closeOrder' && { status: receipt.reason }),
    ...('memo' in receipt && { memo: receipt.memo }),
    ...(receipt.kind === 'placeOrder' && (await termsOf(venue, receipt))),
  };
}

/** The fee of a match, in the token that the newer order received. */
async function matchFeeOf(venue: Venue, receipt: Receipt, viewer: Account | undefined): Promise<Details> {
  if (receipt.kind !== 'matchOrders' || !receipt.fee || !seesMatchFee(receipt, viewer)) return {};
  const { tokenA: feeToken, fee } = receipt;
  return { fee: whole(fee.amount, await venue.token(feeToken)), feeToken };
}

async function fillOf(venue: Venue, { tokenA, fill }: SwapReceipt): Promise<Details> {
  const { order, returned } = fill ?? {};
  return {
    ...(order !== undefined && { order }),
    ...(returned !== undefined && { returned: whole(returned, await venue.token(tokenA)) }),
  };
}

async function termsOf(
  venue: Venue,
  { tokenB, minReceived, isPurchase, expiresAtMs }: Extract<Receipt, { kind: 'placeOrder' }>,
): Promise<Details> {
  const limit = isPurchase ? 'amountB' : 'minReceived';
  return {
    ...(minReceived > 0n && { [limit]: whole(minReceived, await venue.token(tokenB)) }),
    expiresAt: new Date(expiresAtMs).toISOString(),
  };
}

const transferDetails = (receipt: TransferCommand): Details => ({
  to: receipt.to,
  ...('pool' in receipt && { token: receipt.pool }),
});

const pairDetails = (receipt: Extract<Receipt, { tokenA: unknown }>, pair: TokenPair): Details => ({
  ...addressesOf(pair),
  ...('amountA' in receipt && { amountA: whole(receipt.amountA, pair.tokenA) }),
  ...('amountB' in receipt && { amountB: whole(receipt.amountB, pair.tokenB) }),
  ...('fees' in receipt && { fees: feesRecord(receipt.fees, pair) }),
});
