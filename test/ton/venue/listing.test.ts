// Operators list tokens and pools over HTTP, on an exchange whose endpoint is outside its process. One devnet and one program: 6 s of CPU.
import { expect, test } from 'vitest';
import { TON } from '../../../src/ton/venue/dex.ts';
import { ask, outsideEndpoint } from './outside.ts';

test('an operator lists tokens and a pool by its pair alone, with the address and the fees that it has on the chain', async () => {
  const { published, start } = await outsideEndpoint();
  // The exchange's own fees, which differ from those of the pools on the chain, and would be refused as unusual.
  const server = await start({ LP_FEE: '0.05', PROTOCOL_FEE: '0.02', REF_FEE: '0.03' });
  const listed = [{ address: TON, symbol: 'TON', decimals: 9 }, ...published.tokens];
  for (const { address, symbol, decimals } of listed)
    expect(await ask(server, '/registerToken', { address, symbol, decimals })).toMatchObject({ status: 200 });
  const [USDT, STON, NOT] = ['USDT', 'STON', 'NOT'].map(
    (symbol) => published.tokens.find((token) => token.symbol === symbol)?.address as string,
  );
  expect((await ask(server, '/getPools')).data).toMatchObject({ pools: [] });

  const Pair = { tokenA: TON, tokenB: USDT };
  const keyed = { 'idempotency-key': 'list' };
  const created = await ask(server, '/createPool', { Pair }, keyed);
  const { lpFee, protocolFee, refFee, reserve0 } = (await ask(server, `/getPoolData?jetton0=${TON}&jetton1=${USDT}`))
    .data;
  const { pools } = (await ask(server, '/getPools')).data as { pools: readonly { poolAddress: string }[] };
  expect(pools[0]).toMatchObject({ lpSupply: null, createdAt: null });
  const { poolAddress } = pools[0] ?? {};
  expect([pools.length, lpFee, reserve0]).toEqual([1, 0.002, 2_000_000]);
  expect(created).toMatchObject({ status: 200, data: { poolAddress, lpFee, protocolFee, refFee, token1Address: TON } });
  expect(await ask(server, '/createPool', { Pair }, keyed)).toEqual(created);
  expect(await ask(server, '/createPool', { Pair })).toMatchObject({ code: 'pool_exists' });
  expect((await ask(server, '/setPoolStatus', { Pair, status: 'hidden' })).data).toMatchObject({ poolAddress });

  const other = { tokenA: STON, tokenB: USDT };
  for (const terms of [{ lpFee: 0.001 }, { protocolFeeAddress: 'ann' }, { curve: 'stable', amplification: 100 }])
    expect(await ask(server, '/createPool', { Pair: other, ...terms })).toMatchObject({ code: 'not_on_this_venue' });
  expect(await ask(server, '/createPool', { Pair: { tokenA: STON, tokenB: NOT } })).toMatchObject({
    code: 'not_on_this_venue',
    data: { error: expect.stringContaining('There is no such pool on the chain') },
  });
  expect(await ask(server, '/createPool', { Pair: other, force: true })).toMatchObject({ status: 200 });
});
