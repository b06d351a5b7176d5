// Blocks in toncenter's format: a devnet has one chain, shown as the masterchain and as its only shard.
import type { Chain } from '../chain/chain.ts';
import { Refusal } from './answer.ts';
import { fail, type Params, wholeNumber } from './params.ts';

const WHOLE_SHARD = '-9223372036854775808';
const MASTERCHAIN = -1;

export const blockId = (block: { readonly seqno: number; readonly root: Uint8Array }, workchain = MASTERCHAIN) => ({
  '@type': 'ton.blockIdExt',
  workchain,
  shard: WHOLE_SHARD,
  seqno: block.seqno,
  root_hash: Buffer.from(block.root).toString('base64'),
  file_hash: Buffer.from(block.root).toString('base64'),
});

export function masterchainInfo(chain: Chain) {
  const { head } = chain;
  return {
    '@type': 'blocks.masterchainInfo',
    last: blockId(head),
    state_root_hash: Buffer.from(head.root).toString('base64'),
    init: blockId({ seqno: 0, root: Buffer.alloc(32) }),
  };
}

export function consensusBlock({ head }: Chain) {
  return { '@type': 'ext.blocks.consensusBlock', consensus_block: head.seqno, timestamp: head.now };
}

export function blockHeader(chain: Chain, params: Params) {
  const { workchain, row } = named(chain, params);
  return { '@type': 'blocks.header', id: blockId(row, workchain), gen_utime: row.now };
}

export function shards(chain: Chain, params: Params) {
  const { row } = named(chain, { ...params, workchain: MASTERCHAIN });
  return { '@type': 'blocks.shards', shards: [blockId(row, 0)] };
}

export function blockTransactions(chain: Chain, params: Params) {
  const { workchain, row } = named(chain, params);
  const transactions = chain.database.ofBlock(row.seqno).map(({ address, lt, hash }) => ({
    '@type': 'blocks.shortTxId',
    mode: 135,
    account: address,
    lt: String(lt),
    hash: Buffer.from(hash).toString('base64'),
  }));
  return {
    '@type': 'blocks.transactions',
    id: blockId(row, workchain),
    req_count: transactions.length,
    incomplete: false,
    // All transactions are shown in the shard, none in the masterchain.
    transactions: workchain === MASTERCHAIN ? [] : transactions,
  };
}

function named(chain: Chain, params: Params) {
  const seqno = wholeNumber(params, 'seqno') ?? fail(new Refusal(422, 'seqno: is missing'));
  const workchain = Number(params.workchain ?? 0) === MASTERCHAIN ? MASTERCHAIN : 0;
  const row = chain.database.journal(seqno);
  return row ? { workchain, row } : fail(new Refusal(500, 'LITE_SERVER_NOTREADY: there is no such block'));
}
