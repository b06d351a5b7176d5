// What @ston-fi/sdk makes of a simulation on TON: the contracts of its router's version, and gas that those need.
import { StonApiClient } from '@ston-fi/api';
import { dexFactory } from '@ston-fi/sdk';
import { afterEach, expect, test } from 'vitest';
import { STON, TON, USDT } from '../../src/cli/demo/demo.ts';
import { type Server, startServer } from '../http/server.ts';

const PTON = 'EQCM3B12QK1e4yZSf8GtBRT0aLMNyEsBc_DhVfRRtOEffLez';
const REFERRER = 'UQDjVnnb31SkVcF7nPzZQeOIy22zuw3mf1mRVHqZDFCfnSQm';

let server: Server;
afterEach(() => server.close());

/** The demo market, as if it were on contracts of this version. */
async function start(version: 1 | 2): Promise<StonApiClient> {
  server = await startServer({
    compat: ['stonfi'],
    demo: true,
    chain: { contracts: { version, pton: PTON } } as never,
  });
  return new StonApiClient({ baseURL: server.url });
}

type Gas = { readonly gasAmount?: bigint; readonly forwardGasAmount: bigint };

test.each([1, 2] as const)('version %s: the router is found, and the gas is that of the SDK', async (version) => {
  const client = await start(version);
  const simulate = (offerAddress: string, askAddress: string) =>
    client.simulateSwap({ offerAddress, askAddress, offerUnits: '1000000', slippageTolerance: '0.01' });
  const { router } = await simulate(TON.address, USDT.address);
  expect(router).toMatchObject({ majorVersion: version, ptonMasterAddress: PTON });
  expect(router).toEqual((await client.getRouters())[0]);
  const { Router, pTON } = dexFactory(router);
  expect([Router.version, pTON.version]).toEqual(version === 1 ? ['v1', 'v1'] : ['v2_2', 'v2_1']);
  const gas = Router.gasConstants as unknown as Readonly<Record<string, Gas>>;
  for (const [offer, ask, kind] of [
    [TON, USDT, 'swapTonToJetton'],
    [USDT, TON, 'swapJettonToTon'],
    [STON, USDT, 'swapJettonToJetton'],
  ] as const) {
    const { gasParams } = await simulate(offer.address, ask.address);
    expect([kind, gasParams.forwardGas]).toEqual([kind, String(gas[kind]?.forwardGasAmount)]);
    const { gasAmount } = gas[kind] as Gas;
    if (gasAmount !== undefined) expect([kind, gasParams.gasBudget]).toEqual([kind, String(gasAmount)]);
  }
});

test('what a client demands of the version or the referral fee is met or refused', async () => {
  const client = await start(2);
  const pair = {
    offerAddress: TON.address,
    askAddress: USDT.address,
    offerUnits: '1000000',
    slippageTolerance: '0.01',
  };
  const referral = { referralAddress: REFERRER };
  await client.simulateSwap({ ...pair, dexVersion: [1, 2] });
  await client.simulateSwap({ ...pair, ...referral, referralFeeBps: '10' });
  const version = { status: 404, data: { error: expect.stringContaining('version 2') } };
  await expect(client.simulateSwap({ ...pair, dexVersion: [1] })).rejects.toMatchObject(version);
  await expect(client.simulateSwap({ ...pair, dexV2: false })).rejects.toMatchObject(version);
  const fee = { status: 400, data: { error: 'The referral fee is 0.001 here; leave out referral_fee_bps.' } };
  await expect(client.simulateSwap({ ...pair, ...referral, referralFeeBps: '20' })).rejects.toMatchObject(fee);
});
