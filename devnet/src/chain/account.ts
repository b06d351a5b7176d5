// An account as the chain stores it (a serialized `ShardAccount`), and its parsed fields.
import { Address, beginCell, Cell, loadShardAccount, type StateInit, storeShardAccount } from '@ton/core';

export type AccountView = {
  readonly address: Address;
  readonly status: 'active' | 'uninitialized' | 'frozen';
  readonly balance: bigint;
  readonly code: Cell | null;
  readonly data: Cell | null;
  readonly frozenHash: bigint | null;
  /** Logical time of the last transaction; 0 if there was none. */
  readonly lastLt: bigint;
  readonly lastHash: Buffer;
};

export function readAccount(key: string, shard: Uint8Array): AccountView {
  const { account, lastTransactionLt, lastTransactionHash } = loadShardAccount(
    (Cell.fromBoc(Buffer.from(shard))[0] as Cell).beginParse(),
  );
  const state = account?.storage.state ?? { type: 'uninit' as const };
  return {
    address: Address.parseRaw(key),
    status: state.type === 'uninit' ? 'uninitialized' : state.type,
    balance: account?.storage.balance.coins ?? 0n,
    code: state.type === 'active' ? (state.state.code ?? null) : null,
    data: state.type === 'active' ? (state.state.data ?? null) : null,
    frozenHash: state.type === 'frozen' ? state.stateHash : null,
    lastLt: lastTransactionLt,
    lastHash: Buffer.from(lastTransactionHash.toString(16).padStart(64, '0'), 'hex'),
  };
}

/** The stored form of an account that has received nothing yet. */
export const emptyShard = (key: string): Uint8Array => shardOf(Address.parseRaw(key), 0n, undefined);

/** The stored form of an account of the genesis, the initial state of the chain. */
export function shardOf(address: Address, balance: bigint, init: StateInit | undefined): Uint8Array {
  const account = {
    addr: address,
    storage: {
      lastTransLt: 0n,
      balance: { coins: balance },
      state: init ? { type: 'active' as const, state: init } : { type: 'uninit' as const },
    },
    storageStats: { used: { cells: 0n, bits: 0n }, lastPaid: 0, duePayment: null, storageExtra: null },
  };
  const shard = { account, lastTransactionLt: 0n, lastTransactionHash: 0n };
  return beginCell().store(storeShardAccount(shard)).endCell().toBoc();
}
