// Transactions in the form of the API v3. Fields that a devnet does not keep, such as an account's earlier balance, are null.
import { setImmediate } from 'node:timers/promises';
import { type AccountStatus, Cell, loadTransaction, type Transaction } from '@ton/core';
import { messagesOf } from '../../chain/block.ts';
import type { Chain } from '../../chain/chain.ts';
import type { TransactionRow } from '../../chain/database.ts';
import { writeDescription } from './description.ts';
import { writeMessage } from './message.ts';
import { base64, hashText, WHOLE_SHARD } from './text.ts';

export const parseTransaction = ({ boc }: TransactionRow): Transaction => loadTransaction(cellOf(boc).beginParse());

/** Transactions that are written at once, before other calls have their turn. */
const TURN = 20;

export async function writeTransactions(chain: Chain, rows: readonly TransactionRow[]): Promise<readonly object[]> {
  const rootOf = rootFinder(chain);
  const traces = new Map<number, object>();
  const written: object[] = [];
  for (const row of rows) {
    const root = rootOf(row);
    const trace = traces.get(root.lt) ?? writeTrace(root);
    traces.set(root.lt, trace);
    written.push({ ...writeTransaction(row), ...trace });
    if (written.length % TURN === 0) await setImmediate();
  }
  return written;
}

function writeTrace({ hash, boc }: TransactionRow): object {
  const { inMessage } = messagesOf(cellOf(boc));
  return { trace_id: base64(hash), trace_external_hash: inMessage && base64(inMessage.hash()) };
}

/** Finds the first transaction of a trace; remembers those it has found. */
export function rootFinder({ database }: Chain): (row: TransactionRow) => TransactionRow {
  const known = new Map<number, TransactionRow>();
  return (row) => {
    const passed: number[] = [];
    let root = row;
    for (;;) {
      const seen = known.get(root.lt);
      if (seen) root = seen;
      passed.push(root.lt);
      const { source, createdLt } = root;
      const [parent] =
        source && createdLt ? database.transactions(source, { fromLt: createdLt, toLt: 0, limit: 1 }) : [];
      if (seen || !parent) break;
      root = parent;
    }
    for (const lt of passed) known.set(lt, root);
    return root;
  };
}

function writeTransaction(row: TransactionRow) {
  const cell = cellOf(row.boc);
  const transaction = loadTransaction(cell.beginParse());
  const { lt, now, prevTransactionHash, prevTransactionLt, oldStatus, endStatus, stateUpdate } = transaction;
  const cells = messagesOf(cell);
  const hash = base64(row.hash);
  const { inMessage, outMessages } = transaction;
  return {
    account: row.address.toUpperCase(),
    hash,
    lt: String(lt),
    now,
    mc_block_seqno: row.seqno,
    prev_trans_hash: hashText(prevTransactionHash),
    prev_trans_lt: String(prevTransactionLt),
    orig_status: STATUSES[oldStatus],
    end_status: STATUSES[endStatus],
    total_fees: String(transaction.totalFees.coins),
    total_fees_extra_currencies: {},
    description: writeDescription(transaction),
    block_ref: { workchain: 0, shard: WHOLE_SHARD, seqno: row.seqno },
    in_msg: inMessage && cells.inMessage && { ...writeMessage(inMessage, cells.inMessage), in_msg_tx_hash: hash },
    out_msgs: outMessages.values().map((message, i) => ({
      ...writeMessage(message, cells.outMessages[i] as Cell),
      out_msg_tx_hash: hash,
    })),
    account_state_before: writeState(stateUpdate.oldHash, oldStatus),
    account_state_after: writeState(stateUpdate.newHash, endStatus),
    emulated: false,
    finality: 'finalized',
  };
}

const STATUSES: Readonly<Record<AccountStatus, string>> = {
  active: 'active',
  frozen: 'frozen',
  uninitialized: 'uninit',
  'non-existing': 'nonexist',
};

const writeState = (hash: Buffer, status: AccountStatus) => ({
  hash: base64(hash),
  account_status: STATUSES[status],
  ...{ balance: null, extra_currencies: null, frozen_hash: null, data_hash: null, code_hash: null },
});

const cellOf = (boc: Uint8Array): Cell => Cell.fromBoc(Buffer.from(boc))[0] as Cell;
