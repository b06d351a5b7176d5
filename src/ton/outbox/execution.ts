// What has become of a signed message: found on the chain, impossible by now, or still open.
import type { Address, Transaction } from '@ton/core';
import { Cell, loadMessageRelaxed } from '@ton/core';
import { mulDivUp } from '../../core/maths/rounding.ts';
import type { ChainOrder, ChainSend, ChainSendEnd } from '../../ports/chain-orders.ts';
import { type AccountState, type Chain, ChainUnavailable } from '../chain.ts';
import { bytesOf } from '../endpoint/account-history.ts';
import { nameOf } from './batch.ts';
import type { SentMessage } from './track.ts';

/** A block of the wallet's shard that is older than the masterchain's can still bring the message. */
const MARGIN_S = 30;
const PAGE = 50;

/** How often a wallet has executed what was signed for it. */
export function seqnoOf({ status, data }: AccountState): number {
  if (status === 'frozen') throw new ChainUnavailable('the wallet is frozen');
  return status === 'active' && data ? data.beginParse().skip(1).loadUint(32) : 0;
}

/** By one answer of the chain about the wallet; undefined while the message may yet be executed. */
export async function endOf(
  chain: Chain,
  wallet: Address,
  send: ChainSend,
  state: AccountState,
): Promise<ChainSendEnd | undefined> {
  const seqno = seqnoOf(state);
  if (seqno < send.seqno) throw new ChainUnavailable(`the wallet's seqno went back from ${send.seqno} to ${seqno}`);
  if (seqno === send.seqno) {
    return state.head.timeS > send.validUntilS + MARGIN_S ? { state: 'dead' } : undefined;
  }
  const executed = await findExecution(chain, wallet, send, state);
  // Another signer was first, and the wallet takes no second message of this seqno.
  if (!executed) return { state: 'dead' };
  return { state: 'done', lt: executed.lt, hash: executed.hash().toString('hex') };
}

/**
 * The newest transaction of the message: one that ran out of gas before the wallet had counted left the message as good as new, and
 * once it was counted the wallet takes it no more.
 */
async function findExecution(
  chain: Chain,
  wallet: Address,
  { afterLt, bodyHash }: ChainSend,
  { last }: AccountState,
): Promise<Transaction | undefined> {
  for await (const transaction of historyOf(chain, wallet, { last, afterLt })) {
    const { inMessage } = transaction;
    if (inMessage?.info.type === 'external-in' && inMessage.body.hash().toString('hex') === bodyHash)
      return transaction;
  }
  return undefined;
}

/** All that a wallet did, newest first, down to but without `afterLt`; a history with gaps says nothing. */
export async function* historyOf(
  chain: Chain,
  wallet: Address,
  { last, afterLt }: Pick<AccountState, 'last'> & { readonly afterLt: bigint },
): AsyncGenerator<Transaction> {
  for (let next = last; next && next.lt > afterLt; ) {
    const page = await chain.transactions(wallet, { limit: PAGE, from: next, toLt: afterLt });
    if (page.length === 0) throw new ChainUnavailable(`transaction ${next.lt} of the wallet is not shown`);
    for (const transaction of page) {
      if (transaction.lt !== next.lt) throw new ChainUnavailable(`transaction ${next.lt} of the wallet is left out`);
      yield transaction;
      next = { lt: transaction.prevTransactionLt, hash: bytesOf(transaction.prevTransactionHash) };
    }
  }
}

/** The wallet's transaction that a send was executed by. */
export async function executionOf(
  chain: Chain,
  wallet: Address,
  { lt, hash }: Pick<ChainSend, 'lt' | 'hash'>,
): Promise<Transaction> {
  if (lt === null || hash === null) throw new Error('a send that was not executed has no transaction');
  const from = { lt, hash: Buffer.from(hash, 'hex') };
  const [transaction] = await chain.transactions(wallet, { limit: 1, from });
  if (transaction?.lt !== lt) throw new ChainUnavailable(`transaction ${lt} of the wallet is not shown`);
  return transaction;
}

/** The messages of an order among those that its wallet sent; null for one that it did not. */
export function sentOf(order: ChainOrder, { outMessages }: Transaction): readonly (SentMessage | null)[] {
  const sent = outMessages.values().flatMap(({ info, body }) => {
    if (info.type !== 'internal') return [];
    const { src: source, dest: destination, createdLt } = info;
    return [{ name: nameOf(destination, body), message: { source, destination, createdLt } }];
  });
  return order.messages.map((base64) => {
    const { info, body } = loadMessageRelaxed(Cell.fromBase64(base64).beginParse());
    const name = info.type === 'internal' ? nameOf(info.dest, body) : '';
    const at = sent.findIndex((each) => each.name === name);
    // Taken out, since an order may say the same twice.
    return at < 0 ? null : (sent.splice(at, 1)[0]?.message ?? null);
  });
}

/** Of what the wallet's transaction cost, by how many of its messages these are; rounded up, so that the parts are never less than the whole. */
export function feeShareOf(sent: readonly unknown[], { totalFees, outMessages }: Transaction): bigint {
  const own = sent.filter((message) => message !== null).length;
  return mulDivUp(totalFees.coins, BigInt(own), BigInt(Math.max(outMessages.size, 1)));
}
