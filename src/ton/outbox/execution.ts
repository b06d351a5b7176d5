// The state of a signed message: executed (`done`), never to be executed (`dead`), or still open.
import type { Address, Transaction } from '@ton/core';
import { Cell, loadMessageRelaxed } from '@ton/core';
import { mulDivUp } from '../../core/maths/rounding.ts';
import type { ChainRequest, ChainSend, ChainSendEnd } from '../../ports/chain-requests.ts';
import { type AccountState, type Chain, ChainUnavailable, type SentMessage, sentMessage } from '../chain.ts';
import { bytesOf } from '../endpoint/account-history.ts';
import { nameOf } from './batch.ts';

/** Added to a message's validity: the wallet's shard may lag behind the masterchain, whose time is compared, and still execute it. */
const MARGIN_S = 30;
const PAGE = 50;

/** The wallet's seqno: how many signed messages it has executed. */
export function seqnoOf({ status, data }: AccountState): number {
  if (status === 'frozen') throw new ChainUnavailable('the wallet is frozen');
  return status === 'active' && data ? data.beginParse().skip(1).loadUint(32) : 0;
}

/** How a send ended, judged by one state of its wallet; undefined while the message may still be executed. */
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
  // Another message with this seqno was executed first, so the wallet refuses this one.
  if (!executed) return { state: 'dead' };
  return { state: 'done', lt: executed.lt, hash: executed.hash().toString('hex') };
}

/**
 * Finds the newest transaction of the message. An older one may have run out of gas before it raised the seqno, which left the
 * message valid; after the seqno was raised there is none, since the wallet refuses the message.
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

/** The wallet's transactions, newest first, down to `afterLt` exclusive; throws if one is missing. */
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

/** The wallet's transaction that executed a send. */
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

/** A wallet's transaction, and the messages of one request in it: null for each that the wallet did not send. */
export type ExecutedMessages = { readonly execution: Transaction; readonly sent: readonly (SentMessage | null)[] };

/** The messages of a request as its wallet sent them; null for each that it did not send. */
export function sentOf(request: ChainRequest, { outMessages }: Transaction): ExecutedMessages['sent'] {
  const sent = outMessages.values().flatMap((each) => {
    const message = sentMessage(each);
    return message ? [{ name: nameOf(message.destination, each.body), message }] : [];
  });
  return request.messages.map((base64) => {
    const { info, body } = loadMessageRelaxed(Cell.fromBase64(base64).beginParse());
    const name = info.type === 'internal' ? nameOf(info.dest, body) : '';
    const at = sent.findIndex((each) => each.name === name);
    // Removed once matched, since a request may contain equal messages.
    return at < 0 ? null : (sent.splice(at, 1)[0]?.message ?? null);
  });
}

/** A request's share of the fees of the wallet's transaction, by number of messages; rounded up, so that the shares cover the whole. */
export function feeShareOf({ sent, execution: { totalFees, outMessages } }: ExecutedMessages): bigint {
  const own = sent.filter((message) => message !== null).length;
  return mulDivUp(totalFees.coins, BigInt(own), BigInt(Math.max(outMessages.size, 1)));
}
