// Finds messages that a wallet executed but the store does not know, as after a restored backup: their requests must not be signed again.
import { beginCell, Cell, storeMessage } from '@ton/core';
import { readRequest, type WalletV5 } from '#devnet/contracts/wallet-v5';
import type { ChainRequest, NewChainSend } from '../../ports/chain-requests.ts';
import type { AccountState, Chain } from '../chain.ts';
import { historyOf } from './execution.ts';

/** The oldest executed message that carried some of these requests, with the fields that the store records at signing. */
export async function findForgotten(
  chain: Chain,
  { address }: WalletV5,
  candidates: readonly ChainRequest[],
  { state, afterLt }: { readonly state: AccountState; readonly afterLt: bigint },
): Promise<{ readonly send: Omit<NewChainSend, 'account'>; readonly requests: readonly ChainRequest[] } | undefined> {
  let found: Awaited<ReturnType<typeof findForgotten>>;
  for await (const transaction of historyOf(chain, address, { last: state.last, afterLt })) {
    const { inMessage } = transaction;
    if (inMessage?.info.type !== 'external-in') continue;
    const request = readRequest(inMessage.body);
    const carried = new Set(request?.messages.map((message) => message.hash().toString('hex')));
    const requests = candidates.filter(({ messages }) => messages.every((message) => carried.has(hashOf(message))));
    if (!request || requests.length === 0) continue;
    const boc = beginCell().store(storeMessage(inMessage)).endCell().toBoc().toString('base64');
    const { seqno, validUntilS } = request;
    const bodyHash = inMessage.body.hash().toString('hex');
    found = { send: { seqno, validUntilS, afterLt: transaction.prevTransactionLt, boc, bodyHash }, requests };
  }
  return found;
}

const hashOf = (base64: string): string => Cell.fromBase64(base64).hash().toString('hex');
