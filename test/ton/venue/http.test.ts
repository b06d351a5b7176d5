// The exchange as a program on TON: the five calls, their events and webhooks, a wallet that signs in, kill -9 and a restart. Two starts: 12 s of CPU.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Address } from '@ton/core';
import { expect, onTestFinished, test } from 'vitest';
import { SCOPES, TOOLS } from '../../../src/mcp/tools.ts';
import { MAIN, Program, Server, temporaryDirectory } from '../../crash/process.ts';
import { startReceiver } from '../../webhooks/receiver.ts';
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
    {
      VENUE: 'ton',
      DEVNET_FOLDER: join(folder, 'devnet'),
      SIGNUP: 'open',
      TON_WAIT: '300000',
      REQUEST_TIMEOUT: '600000',
      WEBHOOK_ALLOW: '127.0.0.1',
      ...settings,
    },
    { demo: false },
  );

type SseEvent = { readonly id: number; readonly kind: string; readonly transactionId: string };

/** Reads the events after `after` up to `upTo`, then disconnects. */
async function told(
  server: Server,
  after: number,
  upTo: number,
  headers: Record<string, string> = {},
): Promise<SseEvent[]> {
  const hangUp = new AbortController();
  const { body } = await fetch(`${server.url}/events?own=true`, {
    headers: { 'last-event-id': String(after), ...headers },
    signal: hangUp.signal,
  });
  let text = '';
  for await (const chunk of body ?? []) {
    text += Buffer.from(chunk).toString();
    if (
      Number(
        text
          .match(/^id: (\d+)\n(?=[\s\S]*\n\n$)/gm)
          ?.at(-1)
          ?.slice(4) ?? 0,
      ) >= upTo
    )
      break;
  }
  hangUp.abort();
  const found = text.matchAll(/^id: (\d+)\nevent: (\w+)\ndata: (.*)$/gm);
  return [...found].map(([, id, kind = '', data = '']) => ({
    id: Number(id),
    kind,
    transactionId: JSON.parse(data).transactionId,
  }));
}

/** Waits until the account has its initial funds. */
const funded = (server: Server) =>
  expect.poll(async () => ((await ask(server, '/getBalances')).data.balances as unknown[]).length).toBe(4);

type Shape = {
  readonly examples?: readonly object[];
  readonly properties: Readonly<Record<string, { readonly examples?: readonly unknown[] }>>;
  readonly required?: readonly string[];
};

/** Checks that agents are offered only tools of this venue: no listed query is refused as not on this venue. */
async function expectToolsOfVenue(
  server: Server,
  Pair: { readonly tokenA: string; readonly tokenB: string },
): Promise<void> {
  const rpc = async (method: string, params: object) =>
    (await ask(server, `/mcp?scopes=${SCOPES}`, { jsonrpc: '2.0', id: 1, method, params })).data.result;
  const { tools } = (await rpc('tools/list', {})) as { tools: { name: string }[] };
  const listed = new Set(tools.map(({ name }) => name));
  expect([...listed]).toEqual(expect.arrayContaining(['createSwap', 'getWallet', 'getBalances', 'createTransfer']));
  for (const name of ['getMarket', 'createOrder', 'deposit']) expect(listed).not.toContain(name);
  const quote = await rpc('tools/call', {
    name: 'getQuote',
    arguments: { tokenA: 'ton', tokenB: 'USDT', amount: '1' },
  });
  expect(quote).toMatchObject({ structuredContent: Pair });
  const refused: string[] = [];
  for (const [name, { call }] of TOOLS) {
    if (!listed.has(name) || call.changes) continue;
    const { examples, properties, required = [] } = call.input as unknown as Shape;
    const given =
      examples?.[0] ?? Object.fromEntries(required.map((field) => [field, properties[field]?.examples?.[0] ?? '']));
    const tokens = { ...given, ...('Pair' in given && { Pair }), ...('jetton1' in given && { jetton1: Pair.tokenB }) };
    const { code } = await (call.method === 'GET'
      ? ask(server, `/${name}?${new URLSearchParams(tokens as Record<string, string>)}`)
      : ask(server, `/${name}`, tokens));
    if (code === 'not_on_this_venue') refused.push(name);
  }
  expect(refused).toEqual([]);
}

test('the five calls settle on TON, and accepted requests complete after kill -9 and a restart', async () => {
  const folder = temporaryDirectory();
  const server = await started(folder);
  await funded(server);
  const router = (await ask(server, '/getRouterData')).data;
  const tokens = router.supportedTokens as { address: string; symbol: string }[];
  const USDT = tokens.find(({ symbol }) => symbol === 'USDT')?.address as string;
  const Pair = { tokenA: TON, tokenB: USDT };
  const pair = `jetton0=${TON}&jetton1=${USDT}`;
  expect((await ask(server, `/getPoolData?${pair}`)).data).toMatchObject({ reserve0: 2_000_000, reserve1: 5_000_000 });

  const hook = await startReceiver();
  onTestFinished(() => hook.close());
  await ask(server, '/createWebhook', { url: hook.url, kinds: ['swap', 'settlementFailed'] });

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

  const ends = await told(server, 0, 3);
  expect(ends.map(({ id, kind }) => [id, kind])).toEqual([
    [1, 'swap'],
    [2, 'provide'],
    [3, 'refund'],
  ]);
  expect(ends[0]?.transactionId).toBe(swap.data.transactionId);
  expect(await told(server, 2, 3)).toEqual(ends.slice(2));
  const liquidity = await ask(server, `/getTransaction?transactionId=${ends[1]?.transactionId}`);
  expect(liquidity.data).toMatchObject({ kind: 'provide', status: 'completed', transactionHash: expect.any(String) });
  expect(liquidity.data).toMatchObject({ networkFee: expect.any(Number), pools: null });
  expect((await ask(server, '/getActivityTotals')).data).toMatchObject({ count: 3, sequence: 3 });

  await expectToolsOfVenue(server, Pair);
  const error = 'On TON there is no public log: the chain is public itself.';
  const noLog = { code: 'not_on_this_venue', data: { error } };
  for (const path of ['/checkpoint', '/tile/0/000']) expect(await ask(server, path)).toMatchObject(noLog);
  for (const [path, body] of [
    ['/events', undefined],
    ['/deposit', { account: 'local', token: TON, amount: 1, reference: 'r' }],
    ['/getMarket?list=pools', undefined],
    ['/createOrder', { Pair, amount: { tokenA: 1 }, receive: { tokenB: 9 } }],
  ] as const) {
    expect(await ask(server, path, body), path).toMatchObject({
      status: expect.any(Number),
      code: expect.stringMatching(/not_on_this_venue|not_on_this_venue|invalid_request/),
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
  const to = new Address(0, Buffer.alloc(32, 9)).toString({ bounceable: false });
  const sending = { token: TON, to, amount: 1.25, memo: 'rent' };
  const cut = ask(server, '/createTransfer', sending, { 'idempotency-key': 'three' }).catch(() => null);
  const accepted = async () => ((await ask(server, '/getActivity?kind=transfer')).data.activity as unknown[]).length;
  await expect.poll(accepted).toBe(1);
  await server.kill();
  await cut;
  await late;

  const again = await started(folder);
  const repeated = await ask(again, '/createSwap', { Pair, amount: { tokenA: 20 } }, { 'idempotency-key': 'two' });
  expect(repeated).toMatchObject({ status: 200, data: { status: 'completed' } });
  const sent = await ask(again, '/createTransfer', sending, { 'idempotency-key': 'three' });
  expect(sent).toMatchObject({ status: 200, data: { account: 'local', amount: 1.25, memo: 'rent' } });
  const received = await fetch(`${again.url}/ton/api/v2/getAddressBalance?address=${to}`);
  expect(await received.json()).toMatchObject({ result: '1250000000' });
  // The end and its event are one commit: a returning reader gets it once, and nothing earlier.
  const last = await told(again, 3, 5);
  expect(last.map(({ id }) => id)).toEqual([4, 5]);
  expect(new Map(last.map(({ kind, transactionId }) => [kind, transactionId]))).toEqual(
    new Map([
      ['swap', repeated.data.transactionId],
      ['transfer', sent.data.transactionId],
    ]),
  );
  const batches = () => hook.received.map(({ body }) => JSON.parse(body).data.events as { sequence: number }[]);
  await expect
    .poll(() => new Set(batches().flatMap((each) => each.map(({ sequence }) => sequence))))
    .toEqual(new Set([1, last.find(({ kind }) => kind === 'swap')?.id]));
  const { amountB } = (await ask(again, `/getSwap?transactionId=${repeated.data.transactionId}`)).data;
  expect(Math.round(((await usdt(again)) - before) * 1e6)).toBe(Math.round((amountB as number) * 1e6));
  expect(await ask(again, '/createSwap', { Pair, amount: { tokenA: 10 } }, { 'idempotency-key': 'one' })).toEqual(swap);
  const info = JSON.parse(readFileSync(join(folder, 'devnet', 'devnet.json'), 'utf8'));
  expect(info.endpoint).toBe(`${again.url}/ton/api/v2/jsonRPC`);

  const smoke = new Program([process.execPath, 'ops/testnet-smoke.mjs', again.url]);
  expect((await smoke.ended).code, smoke.stderr).toBe(0);
  expect(smoke.stdout).toMatch(/^paid {3}0\.\d+, network fee 0\.0\d+ TON/m);

  // The metrics: nothing is under way, and the chain answers.
  const scraped = await (await fetch(`${again.url}/metrics`)).text();
  for (const line of [
    'millpond_ton_orders_accepted 6',
    'millpond_ton_orders_pending{stage="unsigned"} 0',
    'millpond_ton_orders_pending{stage="signed"} 0',
    'millpond_ton_oldest_pending_seconds 0',
    'millpond_ton_live_sends 0',
    'millpond_ton_up 1',
    'millpond_ton_orders_total{end="stranded"} 0',
    'millpond_ton_sends_total{end="dead"} 0',
  ])
    expect(scraped).toContain(`${line}\n`);
  expect(scraped).toMatch(/^millpond_ton_chain_lag_seconds \d/m);
  expect(scraped).toMatch(/^millpond_ton_requests_total\{result="answered"\} [1-9]/m);
  expect(scraped).toMatch(/^millpond_ton_wallet_balance\{account="local"\} [1-9]/m);

  // The store's requests match the chain.
  const auditor = new Program([process.execPath, MAIN, 'audit', '--compare', 'all'], {
    VENUE: 'ton',
    DATABASE_URL: `sqlite:${join(folder, 'millpond.db')}`,
    DEVNET_FOLDER: join(folder, 'devnet'),
  });
  expect((await auditor.ended).code, auditor.stderr).toBe(0);
  expect(auditor.stdout).toMatch(/^6 orders on TON; 6 of the last compared with the chain$/m);

  // `ton send` pays once under its key, and also with an empty database, since the mnemonic and the account's name suffice.
  const onShell = async (database: string, ...more: string[]) => {
    const program = new Program(
      [process.execPath, MAIN, 'ton', 'send', '0.5', 'TON', '--account', 'local', '--to', to, ...more],
      { VENUE: 'ton', DATABASE_URL: `sqlite:${join(folder, database)}`, DEVNET_FOLDER: join(folder, 'devnet') },
    );
    const { code } = await program.ended;
    return { code, ...program };
  };
  for (let time = 1; time <= 2; time++) {
    const { code, stdout, stderr } = await onShell('millpond.db', '--key', 'shell');
    expect([code, stdout], stderr).toEqual([0, expect.stringMatching(/^sent 0.5 TON to EQ/)]);
  }
  const recovered = await onShell('new.db');
  expect(recovered.code, recovered.stderr).toBe(0);
  const all = await fetch(`${again.url}/ton/api/v2/getAddressBalance?address=${to}`);
  // Storage costs a few nanotons.
  expect(Number(((await all.json()) as { result: string }).result)).toBeCloseTo(2.25e9, -2);

  // A wallet signs in and reads its own data.
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
  // The wallet gets no events of other accounts.
  expect(await told(again, 0, 5, key)).toEqual([]);

  // With the maximum of keys the wallet can still sign in: its oldest sign-in ends.
  for (let made = 1; made < 50; made++) await ask(again, '/createKey', {}, key);
  expect(await ask(again, '/createKey', {}, key)).toMatchObject({ code: 'too_many' });
  const { payload: next } = (await ask(again, '/tonProofPayload')).data as { payload: string };
  const later = proofOf(WALLETS.v4r2, { payload: next, domain, timestamp: Math.floor(Date.now() / 1000) });
  const { key: fresh } = (await ask(again, '/tonProof', later)).data;
  expect(await ask(again, '/getWallet', undefined, key)).toMatchObject({ status: 401 });
  // A used proof ends no sign-in: otherwise anyone with a copy could end the sign-ins of another.
  expect(await ask(again, '/tonProof', later)).toMatchObject({ status: 422, code: 'proof_refused' });
  expect(await ask(again, '/getWallet', undefined, { authorization: `Bearer ${fresh}` })).toMatchObject({
    status: 200,
  });
});
