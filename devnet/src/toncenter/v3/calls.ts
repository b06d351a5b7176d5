// The calls of toncenter's API v3 that a devnet supports; an answer is an object without an envelope.
import { type Address, loadMessage } from '@ton/core';
import type { Chain } from '../../chain/chain.ts';
import type { TransactionRow } from '../../chain/database.ts';
import { DEVNET_ID } from '../../network.ts';
import { type Answer, errorOf, Refusal } from '../answer.ts';
import { send } from '../methods.ts';
import { cell, fail, hash, type Params } from '../params.ts';
import { addressBook } from './address-book.ts';
import { filterOf, oneOf } from './filter.ts';
import { normalized } from './message.ts';
import { findByMessage } from './message-index.ts';
import { base64, WHOLE_SHARD } from './text.ts';
import { writeTransactions } from './transactions.ts';
import { jettonTransfers } from './transfers.ts';

type Call = (chain: Chain, params: Params) => object | Promise<object>;

const CALLS: Readonly<Record<string, Call>> = {
  masterchainInfo: (chain) => ({
    last: block(chain, chain.head.seqno),
    first: block(chain, Math.min(1, chain.head.seqno)),
  }),
  transactions: (chain, params) => listed(chain, chain.database.select(filterOf(params))),
  transactionsByMessage: async (chain, params) => {
    const { limit, offset } = filterOf({ limit: params.limit, offset: params.offset });
    const hashes = [params.msg_hash].flat().map((one) => hash({ msg_hash: one }, 'msg_hash')?.toString('base64'));
    const given = hashes.filter((one) => one !== undefined);
    if (given.length === 0) throw new Refusal(422, 'msg_hash: is missing');
    const direction = oneOf(params, 'direction', ['in', 'out']);
    const lts = await findByMessage(chain, given, direction ? [direction] : ['in', 'out']);
    const page = lts.slice(offset, offset + limit);
    return listed(
      chain,
      page.flatMap((lt) => chain.database.select(filterOf({ lt }))),
    );
  },
  message: async (chain, params) => {
    const message_hash = base64(await send(chain, params));
    const { info, body } = loadMessage(cell(params, 'boc').beginParse());
    return { message_hash, message_hash_norm: base64(normalized(info.dest as Address, body).hash()) };
  },
  'jetton/transfers': async (chain, params) => {
    const transfers = await jettonTransfers(chain, params);
    return { jetton_transfers: transfers, address_book: addressBook(chain, transfers), metadata: {} };
  },
};

async function listed(chain: Chain, rows: readonly TransactionRow[]) {
  const transactions = await writeTransactions(chain, rows);
  return { transactions, address_book: addressBook(chain, transactions) };
}

/** Never throws, whatever the input. */
export async function callV3(chain: Chain, path: string, params: Params): Promise<Answer> {
  try {
    const call = Object.hasOwn(CALLS, path) ? CALLS[path] : undefined;
    if (!call)
      throw new Refusal(404, `there is no call ${JSON.stringify(path.slice(0, 64))} of the API v3 on this devnet`);
    return { status: 200, body: await call(chain, params) };
  } catch (error) {
    if (error instanceof Refusal) return errorOf(error);
    return errorOf(new Refusal(500, `this devnet has failed: ${(error as Error).message}`));
  }
}

const NO_HASH = base64(Buffer.alloc(32));

/** A masterchain block, which has no transactions: all are in the block of the shard with the same number. */
function block(chain: Chain, seqno: number) {
  const { root, now } = chain.database.journal(seqno) ?? fail(new Error(`there is no block ${seqno}`));
  const lts = chain.database.ofBlock(seqno).map(({ lt }: TransactionRow) => lt);
  const id = (number: number) => ({ workchain: -1, shard: WHOLE_SHARD, seqno: number });
  const hash = base64(root);
  return {
    ...id(seqno),
    ...{ root_hash: hash, file_hash: hash, global_id: DEVNET_ID, version: 0, flags: 0 },
    ...{ after_merge: false, before_split: false, after_split: false, want_merge: false, want_split: false },
    ...{ key_block: false, vert_seqno_incr: false, vert_seqno: 0, prev_key_block_seqno: 0 },
    gen_utime: String(now),
    start_lt: String(lts[0] ?? 0),
    end_lt: String(lts.at(-1) ?? 0),
    ...{ validator_list_hash_short: 0, gen_catchain_seqno: 0, min_ref_mc_seqno: seqno, master_ref_seqno: seqno },
    ...{ rand_seed: NO_HASH, created_by: NO_HASH, tx_count: 0 },
    masterchain_block_ref: id(seqno),
    prev_blocks: seqno > 0 ? [id(seqno - 1)] : [],
  };
}
