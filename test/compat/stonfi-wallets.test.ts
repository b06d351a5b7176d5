// What STON.fi's client sees of an account on the ledger: all with its own key or an operator's, and nothing with another.
import { StonApiClient } from '@ston-fi/api';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createKey } from '../../src/access/keys.ts';
import type { Account } from '../../src/core/amount.ts';
import { send } from '../http/client.ts';
import { openMarket } from '../http/market.ts';
import { type Server, startServer } from '../http/server.ts';

const WALLET = 'UQDjVnnb31SkVcF7nPzZQeOIy22zuw3mf1mRVHqZDFCfnSQm';

let server: Server;
const keys: Record<string, string> = {};
beforeAll(async () => {
  server = await startServer({ compat: ['stonfi'], auth: 'keys' });
  for (const [account, role] of [
    ['local', 'operator'] as const,
    ['ann', 'trader'] as const,
    [WALLET, 'trader'] as const,
  ])
    keys[account] = (await createKey(server.store, { account: account as Account, role }, 0)).key;
  await openMarket(server, { authorization: `Bearer ${keys.local}` });
});
afterAll(() => server.close());

/** What a client with the key of an account gets, with the names of the wire. */
async function get(account: string | null, path: string) {
  const headers = account === null ? {} : { authorization: `Bearer ${keys[account]}` };
  const { status, text, headers: answered } = await send(server, { path, headers });
  return { status, code: answered.get('error-code'), data: JSON.parse(text) };
}

test('an account sees what it holds: assets and shares of pools', async () => {
  const { data } = await get('local', '/v1/wallets/local/assets');
  const balances = data.asset_list.map((one: Record<string, unknown>) => [one.contract_address, one.balance]);
  expect(balances).toEqual([
    ['apple', '10000'],
    ['bread', '1000000'],
    ['corn', '5000000000000000000'],
  ]);
  expect(data.asset_list[0].tags).toContain('asset:wallet_has_balance');
  const bread = (await get('local', '/v1/wallets/local/assets/bread')).data.asset;
  expect(bread).toEqual(data.asset_list[1]);

  const { pool_list: pools } = (await get('local', '/v1/wallets/local/pools')).data;
  expect(pools).toHaveLength(1);
  expect(pools[0]).toMatchObject({ token0_address: 'apple', lp_balance: '14141135', lp_total_supply: '14142135' });
  expect((await get('local', `/v1/wallets/local/pools/${pools[0].address}`)).data.pool).toEqual(pools[0]);
});

test('an account that holds nothing sees none, and zero where it asks', async () => {
  expect((await get('ann', '/v1/wallets/ann/assets')).data).toEqual({ asset_list: [] });
  expect((await get('ann', '/v1/wallets/ann/pools')).data).toEqual({ pool_list: [] });
  const { asset } = (await get('ann', '/v1/wallets/ann/assets/apple')).data;
  expect([asset.balance, asset.tags.includes('asset:wallet_has_balance')]).toEqual(['0', false]);
  const [{ address }] = (await get(null, '/v1/pools')).data.pool_list;
  expect((await get('ann', `/v1/wallets/ann/pools/${address}`)).data.pool.lp_balance).toBe('0');
});

test.each(['assets', 'assets/apple', 'pools', 'POOL'])('nobody else sees them: %s', async (what) => {
  const [{ address }] = (await get(null, '/v1/pools')).data.pool_list;
  const path = `/v1/wallets/local/${what === 'POOL' ? `pools/${address}` : what}`;
  expect(await get('ann', path)).toMatchObject({ status: 403, code: 'forbidden', data: { error: expect.any(String) } });
  expect(await get(null, path)).toMatchObject({ status: 401, code: 'unauthorized' });
  expect(await get('local', path.replace('local', 'ann'))).toMatchObject({ status: 200 });
});

test('the address of a wallet is an account like any other on the ledger', async () => {
  expect(await get('ann', `/v1/wallets/${WALLET}/assets`)).toMatchObject({ status: 403 });
  expect(await get(WALLET, `/v1/wallets/${WALLET}/assets`)).toMatchObject({ status: 200 });
  const client = new StonApiClient({ baseURL: server.url });
  const jetton = { jettonAddress: WALLET, ownerAddress: WALLET };
  await expect(client.getJettonWalletAddress(jetton)).rejects.toMatchObject({ status: 404 });
});

test('unknown assets and pools are refused', async () => {
  expect(await get('ann', '/v1/wallets/ann/assets/nothing')).toMatchObject({ status: 404, code: 'not_found' });
  expect(await get('ann', '/v1/wallets/ann/pools/nothing')).toMatchObject({ status: 404, code: 'not_found' });
});
