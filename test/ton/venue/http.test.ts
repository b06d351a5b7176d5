// The exchange as a program on TON: the five calls, a wallet that signs in, kill -9 and another start. Two starts: 12 s of CPU.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Program, Server, temporaryDirectory } from '../../crash/process.ts';
import { proofOf, WALLETS } from '../proof/signer.ts';

const TON = 'EQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAM9c';

type Answer = { readonly status: number; readonly code: string | null; readonly data: Record<string, unknown> };

async function ask(server: Server, path: string, body?: object, headers: Record<string, string> = {}): Promise<Answer> {
  const response = await fetch(`${server.url}${path}`, {
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
    headers: { ...(body && { 'content-type': 'application/json' }), ...headers },
  });
  const answer = (await response.json()) as Record<string, unknown>;
  const data = (answer.data ?? answer) as Record<string, unknown>;
  return { status: response.status, code: response.headers.get('error-code'), data };
}

const started = (folder: string, settings: Record<string, string> = {}) =>
  Server.start(
    join(folder, 'millpond.db'),
    { VENUE: 'ton', DEVNET_FOLDER: join(folder, 'devnet'), TON_WAIT: '300000', REQUEST_TIMEOUT: '600000', ...settings },
    { demo: false },
  );

/** Until the account has what it is given at the start. */
const funded = (server: Server) =>
  expect.poll(async () => ((await ask(server, '/getBalances')).data.balances as unknown[]).length).toBe(4);

test('the five calls, and what was accepted survives kill -9', async () => {
  const folder = temporaryDirectory();
  const server = await started(folder);
  await funded(server);
  const router = (await ask(server, '/getRouterData')).data;
  const tokens = router.supportedTokens as { address: string; symbol: string }[];
  const USDT = tokens.find(({ symbol }) => symbol === 'USDT')?.address as string;
  const Pair = { tokenA: TON, tokenB: USDT };
  const pair = `jetton0=${TON}&jetton1=${USDT}`;
  expect((await ask(server, `/getPoolData?${pair}`)).data).toMatchObject({ reserve0: 2_000_000, reserve1: 5_000_000 });

  const quote = await ask(server, `/getQuote?tokenA=${TON}&tokenB=${USDT}&amount=10`);
  const swap = await ask(server, '/createSwap', { Pair, amount: { tokenA: 10 } }, { 'idempotency-key': 'one' });
  expect(swap).toMatchObject({ status: 200, data: { status: 'completed' } });
  const found = (await ask(server, `/getSwap?transactionId=${swap.data.transactionId}`)).data;
  expect(found).toMatchObject({
    amountA: 10,
    amountB: quote.data.amountB,
    fees: quote.data.fees,
    networkFee: expect.any(Number),
  });

  const provided = await ask(server, '/provideLiquidity', { Pair, amount: { tokenA: 10, tokenB: 25 } });
  expect(provided).toMatchObject({ status: 200, data: { setsPrice: false } });
  const position = (await ask(server, `/getLPAccountData?${pair}`)).data;
  const refunded = (await ask(server, '/refundLiquidity', { jetton0: TON, jetton1: USDT })).data;
  expect([refunded.token1Amount, refunded.token2Amount]).toEqual([position.token1Balance, position.token2Balance]);

  for (const [path, body] of [
    ['/deposit', { account: 'local', token: TON, amount: 1, reference: 'r' }],
    ['/getMarket?list=pools', undefined],
    ['/createOrder', { Pair, amount: { tokenA: 1 }, receive: { tokenB: 9 } }],
  ] as const) {
    expect(await ask(server, path, body), path).toMatchObject({
      status: expect.any(Number),
      code: expect.stringMatching(/not_on_this_venue|orders_off|invalid_request/),
    });
  }

  const usdt = async (of: Server) =>
    ((await ask(of, '/getBalances')).data.balances as { symbol: string; balance: number }[]).find(
      ({ symbol }) => symbol === 'USDT',
    )?.balance as number;
  const before = await usdt(server);
  const late = ask(server, '/createSwap', { Pair, amount: { tokenA: 20 } }, { 'idempotency-key': 'two' }).catch(
    () => null,
  );
  await expect.poll(async () => ((await ask(server, '/getSwaps')).data.swaps as unknown[]).length).toBe(2);
  await server.kill();
  await late;

  const again = await started(folder);
  const repeated = await ask(again, '/createSwap', { Pair, amount: { tokenA: 20 } }, { 'idempotency-key': 'two' });
  expect(repeated).toMatchObject({ status: 200, data: { status: 'completed' } });
  const { amountB } = (await ask(again, `/getSwap?transactionId=${repeated.data.transactionId}`)).data;
  expect(Math.round(((await usdt(again)) - before) * 1e6)).toBe(Math.round((amountB as number) * 1e6));
  expect(await ask(again, '/createSwap', { Pair, amount: { tokenA: 10 } }, { 'idempotency-key': 'one' })).toEqual(swap);
  const info = JSON.parse(readFileSync(join(folder, 'devnet', 'devnet.json'), 'utf8'));
  expect(info.endpoint).toBe(`${again.url}/ton/api/v2/jsonRPC`);

  const smoke = new Program([process.execPath, 'ops/testnet-smoke.mjs', again.url]);
  expect((await smoke.ended).code, smoke.stderr).toBe(0);
  expect(smoke.stdout).toMatch(/^paid {3}0\.\d+, network fee 0\.0\d+ TON/m);

  // A wallet signs in and reads its own.
  const { payload } = (await ask(again, '/tonProofPayload')).data as { payload: string };
  const domain = new URL(again.url).host;
  const proof = proofOf(WALLETS.v4r2, { payload, domain, timestamp: Math.floor(Date.now() / 1000) });
  const forged = { ...proof, address: WALLETS.v3r2.address.toRawString() };
  expect(await ask(again, '/tonProof', forged)).toMatchObject({ status: 422, code: 'proof_refused' });
  const signedIn = (await ask(again, '/tonProof', proof)).data;
  expect(signedIn).toMatchObject({ account: WALLETS.v4r2.address.toString(), role: 'trader' });
  expect(await ask(again, '/tonProof', proof)).toMatchObject({ status: 422, code: 'proof_refused' });
  const key = { authorization: `Bearer ${signedIn.key}` };
  expect((await ask(again, '/getWallet', undefined, key)).data).toMatchObject({ signer: 'owner', ton: 0 });

  // With as many keys as allowed it still signs in: for the oldest of its sign-ins.
  for (let made = 1; made < 50; made++) await ask(again, '/createKey', {}, key);
  expect(await ask(again, '/createKey', {}, key)).toMatchObject({ code: 'too_many_keys' });
  const { payload: next } = (await ask(again, '/tonProofPayload')).data as { payload: string };
  const later = proofOf(WALLETS.v4r2, { payload: next, domain, timestamp: Math.floor(Date.now() / 1000) });
  const { key: fresh } = (await ask(again, '/tonProof', later)).data;
  expect(await ask(again, '/getWallet', undefined, key)).toMatchObject({ status: 401 });
  expect(await ask(again, '/getWallet', undefined, { authorization: `Bearer ${fresh}` })).toMatchObject({
    status: 200,
  });
});
