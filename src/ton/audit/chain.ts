// The audit of requests against the chain: each request is judged again by its transactions and must have ended as stored.
import { isDeepStrictEqual } from 'node:util';
import { type Address, Cell, loadMessage } from '@ton/core';
import type { ChainRequest, ChainRequests, ChainSend } from '../../ports/chain-requests.ts';
import { type Chain, ChainUnavailable } from '../chain.ts';
import { endOf, executionOf } from '../outbox/execution.ts';
import { outcomeOf, type Track } from '../outbox/track.ts';
import { Tracker } from '../trace/tracker.ts';
import { venueTrack } from '../venue/track.ts';

export type ComparedRequests = {
  readonly compared: number;
  /** Requests for which the endpoint could not answer. */
  readonly unknown: number;
  /** The first difference from the chain. */
  readonly fault?: string;
};

type Options = {
  readonly requests: Pick<ChainRequests, 'page' | 'send' | 'lastNumber'>;
  readonly chain: Chain;
  /** The most requests to check, newest first. */
  readonly most: number;
  onProgress(done: number, total: number): void;
};

const PAGE = 100;

/** Compares the newest requests with the chain; skips those that were never sent or have not ended. */
export async function compareWithChain({ requests, chain, most, onProgress }: Options): Promise<ComparedRequests> {
  const compare = comparison(requests, chain);
  const total = Math.min(most, await requests.lastNumber());
  let [before, done, compared, unknown] = [Number.MAX_SAFE_INTEGER, 0, 0, 0];
  while (done < total) {
    const page = await requests.page({ before, limit: Math.min(PAGE, total - done) });
    if (page.length === 0) break;
    for (const request of page) {
      before = request.number;
      done += 1;
      onProgress(done, total);
      if (request.status === 'pending' || request.send === null) continue;
      const found = await compare(request).catch((error: unknown) => {
        if (error instanceof ChainUnavailable) return 'unknown' as const;
        throw error;
      });
      if (found === 'unknown') unknown += 1;
      else compared += 1;
      if (found !== 'same' && found !== 'unknown')
        return { compared, unknown, fault: `order ${request.number} (${request.id}) ${found.fault}` };
    }
  }
  return { compared, unknown };
}

function comparison(requests: Options['requests'], chain: Chain) {
  const track = venueTrack(new Tracker(chain), async () => {});
  return async (request: ChainRequest): Promise<'same' | { readonly fault: string }> => {
    const send = await requests.send(request.send as number);
    if (!send) return { fault: `is signed in send ${request.send}, which is not there` };
    const fault = (await faultInExecution(chain, send)) ?? (await faultInEnd(chain, track, request, send));
    return fault === undefined ? 'same' : { fault };
  };
}

/** Checks that the wallet executed the signed message, in the stored transaction. */
async function faultInExecution(chain: Chain, send: ChainSend): Promise<string | undefined> {
  const wallet = walletOf(send);
  try {
    const { inMessage } = await executionOf(chain, wallet, send);
    if (inMessage?.body.hash().toString('hex') === send.bodyHash) return undefined;
  } catch (error) {
    if (!(error instanceof ChainUnavailable)) throw error;
  }
  // Either the transaction does not exist, or the endpoint does not show it: the wallet's history tells which.
  const end = await endOf(chain, wallet, send, await chain.account(wallet));
  if (end?.state !== 'done') return `was sent in a transaction (${send.hash}) that the chain does not have`;
  const isSame = end.lt === send.lt && end.hash === send.hash;
  return isSame ? undefined : `was sent in transaction ${end.hash}, but ${send.hash} is stored`;
}

async function faultInEnd(
  chain: Chain,
  track: Track,
  request: ChainRequest,
  send: ChainSend,
): Promise<string | undefined> {
  const execution = await executionOf(chain, walletOf(send), send);
  const outcome = await outcomeOf(track, request, execution);
  if (outcome.status === 'pending') return `is ${request.status}, but on the chain it is under way`;
  if (outcome.status !== request.status) return `is ${request.status}, but on the chain it is ${outcome.status}`;
  // Reasons are ignored: another version of the program may word them differently.
  const { seal, reason, ...details } = JSON.parse(request.result ?? '{}');
  const { reason: _, ...judged } = outcome.details;
  return isDeepStrictEqual(details, judged) ? undefined : 'ended in another way on the chain than is stored';
}

function walletOf({ boc }: ChainSend): Address {
  const { info } = loadMessage(Cell.fromBase64(boc).beginParse());
  if (info.type !== 'external-in') throw new Error('what was signed is no message to a wallet');
  return info.dest;
}
