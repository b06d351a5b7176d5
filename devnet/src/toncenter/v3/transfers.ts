// jetton/transfers: what owners have ordered their jetton wallets to send (TEP-74), found by reading the transactions.
import { setImmediate } from 'node:timers/promises';
import { Address, type Cell } from '@ton/core';
import type { Chain } from '../../chain/chain.ts';
import type { TransactionRow } from '../../chain/database.ts';
import { JETTON } from '../../contracts/ops.ts';
import type { Params } from '../params.ts';
import { jettonWallet } from '../token-data.ts';
import { addresses, bytesAtAnyBit, filterOf, oneOf } from './filter.ts';
import { addressText, base64 } from './text.ts';
import { parseTransaction, rootFinder } from './transactions.ts';

/** Transactions that are read at once, before other calls have their turn. */
const PAGE = 50;
const OP = Buffer.from(JETTON.transfer.toString(16).padStart(8, '0'), 'hex');

export async function jettonTransfers(chain: Chain, params: Params): Promise<readonly object[]> {
  const { limit, offset, ...filter } = filterOf({ ...params, account: params.jetton_wallet });
  const owners = addresses(params, 'owner_address') ?? addresses(params, 'address');
  const isWanted = wantedBy(params, owners);
  const ownerBytes = owners?.map((owner) => Address.parseRaw(owner).hash);
  const contains = [[OP], ...(ownerBytes ? [ownerBytes] : [])].map((values) => values.flatMap(bytesAtAnyBit));
  const [masters, rootOf] = [masterFinder(chain), rootFinder(chain)];
  const found: object[] = [];
  for (let { fromLt, toLt } = filter; ; ) {
    const rows = chain.database.select({ ...filter, contains, fromLt, toLt, limit: limit && PAGE, offset: 0 });
    for (const row of rows) {
      const transfer = transferIn(row);
      if (!transfer) continue;
      const master = await masters(row.address);
      if (!master || !isWanted(transfer, master)) continue;
      found.push(write(row, transfer, master, rootOf(row)));
      if (found.length === offset + limit) return found.slice(offset);
    }
    const last = rows.at(-1);
    if (!last || rows.length < PAGE) return found.slice(offset);
    if (filter.isAscending) fromLt = last.lt + 1;
    else toLt = last.lt - 1;
    await setImmediate();
  }
}

type Transfer = NonNullable<ReturnType<typeof transferIn>>;

type Wanted = (transfer: Transfer, master: Address) => boolean;

function wantedBy(params: Params, owners: readonly string[] | undefined): Wanted {
  const [wanted] = addresses(params, 'jetton_master') ?? [];
  const direction = oneOf(params, 'direction', ['in', 'out', 'both']);
  return ({ source, destination }, master) => {
    if (wanted !== undefined && wanted !== master.toRawString()) return false;
    const isOut = owners?.includes(source.toRawString()) && direction !== 'in';
    const isIn = owners?.includes(destination.toRawString()) && direction !== 'out';
    return !owners || isOut || isIn || false;
  };
}

/** Asks each account once whether it is a jetton wallet. */
function masterFinder(chain: Chain): (wallet: string) => Promise<Address | undefined> {
  const known = new Map<string, Promise<Address | undefined>>();
  return (wallet) => {
    const master =
      known.get(wallet) ??
      jettonWallet(chain, Address.parseRaw(wallet)).then((data) => data && Address.parse(data.jetton));
    known.set(wallet, master);
    return master;
  };
}

/** Undefined if the transaction did not execute the message `transfer` of a jetton wallet. */
function transferIn(row: TransactionRow) {
  if (row.source === null) return undefined;
  const { inMessage, now, description } = parseTransaction(row);
  const slice = inMessage?.body.beginParse();
  const isAborted = description.type !== 'generic' || description.aborted;
  if (isAborted || !slice || slice.remainingBits < 32 || slice.loadUint(32) !== JETTON.transfer) return undefined;
  try {
    return {
      ...{ source: Address.parseRaw(row.source), now, queryId: slice.loadUintBig(64), amount: slice.loadCoins() },
      ...{ destination: slice.loadAddress(), response: slice.loadMaybeAddress(), custom: slice.loadMaybeRef() },
      ...{ forwardTon: slice.loadCoins(), payload: slice.loadMaybeRef() },
    };
  } catch {
    return undefined;
  }
}

const write = (row: TransactionRow, transfer: Transfer, master: Address, root: TransactionRow) => ({
  query_id: transfer.queryId.toString(),
  source: addressText(transfer.source),
  destination: addressText(transfer.destination),
  amount: transfer.amount.toString(),
  source_wallet: row.address.toUpperCase(),
  jetton_master: addressText(master),
  transaction_hash: base64(row.hash),
  transaction_lt: String(row.lt),
  transaction_now: transfer.now,
  transaction_aborted: false,
  response_destination: transfer.response && addressText(transfer.response),
  custom_payload: bocOf(transfer.custom),
  decoded_custom_payload: null,
  forward_ton_amount: transfer.forwardTon.toString(),
  forward_payload: bocOf(transfer.payload),
  decoded_forward_payload: null,
  trace_id: base64(root.hash),
});

const bocOf = (cell: Cell | null): string | null => cell?.toBoc().toString('base64') ?? null;
