// Accounts in toncenter's format: as they are stored, and with the fields of known wallets.
import { type Cell, getMethodId } from '@ton/core';
import type { AccountView } from '../chain/account.ts';
import type { Chain } from '../chain/chain.ts';
import { blockId } from './blocks.ts';
import { address, type Params } from './params.ts';
import { transactionId } from './transaction.ts';

export function information(chain: Chain, params: Params) {
  const account = chain.account(address(params));
  return {
    '@type': 'raw.fullAccountState',
    ...common(chain, account),
    ...stateOf(account),
    state: account.status,
  };
}

export function extendedInformation(chain: Chain, params: Params) {
  const account = chain.account(address(params));
  const wallet = walletState(account);
  const { frozen_hash, ...contract } = stateOf(account);
  return {
    '@type': 'fullAccountState',
    address: { '@type': 'accountAddress', account_address: account.address.toString() },
    ...common(chain, account),
    account_state:
      wallet?.state ??
      (account.code
        ? { '@type': 'raw.accountState', ...contract, frozen_hash }
        : { '@type': 'uninited.accountState', frozen_hash }),
    revision: wallet?.revision ?? 0,
  };
}

export async function walletInformation(chain: Chain, params: Params) {
  const { address: of, status, balance, lastLt, lastHash } = chain.account(address(params));
  const outcome = await chain.get(of, getMethodId('seqno'), []);
  const [seqno] = outcome?.exitCode === 0 ? outcome.stack : [];
  return {
    wallet: seqno?.type === 'int',
    balance: balance.toString(),
    account_state: status,
    ...(seqno?.type === 'int' && { seqno: Number(seqno.value) }),
    last_transaction_id: transactionId(lastLt, lastHash),
  };
}

const common = (chain: Chain, { balance, lastLt, lastHash }: AccountView) => ({
  balance: balance.toString(),
  extra_currencies: [],
  last_transaction_id: transactionId(lastLt, lastHash),
  block_id: blockId(chain.head),
  // The chain's time advances without blocks; otherwise nobody would see that a message has expired.
  sync_utime: chain.nowS(),
});

const stateOf = ({ code, data, frozenHash }: AccountView) => ({
  code: code?.toBoc().toString('base64') ?? '',
  data: data?.toBoc().toString('base64') ?? '',
  frozen_hash:
    frozenHash === null ? '' : Buffer.from(frozenHash.toString(16).padStart(64, '0'), 'hex').toString('base64'),
});

/** The wallets whose state toncenter parses, by the hash of their code; all others are `raw.accountState`. */
const WALLETS: Readonly<Record<string, readonly [version: string, revision: number]>> = {
  b61041a58a7980b946e8fb9e198e3c904d24799ffa36574ea4251c41a566f581: ['v3', 1],
  '84dafa449f98a6987789ba232358072bc0f76dc4524002a5d0918b9a75d2d599': ['v3', 2],
  feb5ff6820e2ff0d9483e7e0d62c817d846789fb4ae580c878866d959dabd5c0: ['v4', 2],
};

const W5 = '20834b7b72b112147e1b2fb457b84e74d1a30f04f737d4f62a668e9552d2b72f';

export function isWallet(code: Cell): boolean {
  const hash = code.hash().toString('hex');
  return hash === W5 || Object.hasOwn(WALLETS, hash);
}

function walletState({ code, data }: AccountView) {
  const [version, revision] = (code && WALLETS[code.hash().toString('hex')]) ?? [];
  const slice = data?.beginParse();
  if (version === undefined || !slice || slice.remainingBits < 64) return undefined;
  const [seqno, wallet_id] = [slice.loadUint(32), slice.loadUint(32)];
  return { state: { '@type': `wallet.${version}.accountState`, wallet_id, seqno }, revision };
}
