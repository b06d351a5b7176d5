// Every call of the ledger, over HTTP, to a program in a process of its own: none is declared without having been answered there. Takes 3 s.
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createKey } from '../../src/access/keys.ts';
import { DECLARATIONS } from '../../src/contract/calls.ts';
import type { Account } from '../../src/core/amount.ts';
import type { Role } from '../../src/ports/records.ts';
import { MAIN, Program, Server, temporaryDirectory } from '../crash/process.ts';
import { openStore } from '../exchange-file.ts';
import { send } from '../http/client.ts';
import { Authenticator } from '../people/authenticator.ts';
import { startReceiver } from '../webhooks/receiver.ts';

type CallName = keyof typeof DECLARATIONS;
type Headers = Readonly<Record<string, string>>;
// biome-ignore lint/suspicious/noExplicitAny: answers of all calls
type Data = any;

const [GOLD, CASH] = ['GOLD', 'CASH'];
const PAIR = { tokenA: GOLD, tokenB: CASH };
const JETTONS = { jetton0: GOLD, jetton1: CASH };
/** A picture of one pixel. */
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const SETTINGS = {
  ...{ AUTH: 'keys', SIGNUP: 'invite', FAUCET: 'GOLD:5/day', WEBHOOK_ALLOW: '127.0.0.0/8' },
  ...{ CHECKPOINT_SECONDS: '1', MARKET_EVERY: '1' },
};
/** Retried after as long as the server says: it has not yet counted or logged what it was just sent. */
const LATER: readonly (string | null)[] = ['catching_up', 'not_logged_yet', 'rate_limited'];

test('each call that the ledger has is answered, and each that it does not have is refused as such', async () => {
  const database = join(temporaryDirectory(), 'millpond.db');
  const server = await Server.start(database, SETTINGS, { demo: false });
  await using receiver = await startReceiver().then((one) => ({ ...one, [Symbol.asyncDispose]: one.close }));
  const store = await openStore(database);
  const keyOf = async (account: string, role: Role): Promise<Headers> => {
    const { key } = await createKey(store, { account: account as Account, role }, Date.now());
    return { authorization: `Bearer ${key}` };
  };
  const [operator, ann] = [await keyOf('root', 'operator'), await keyOf('ann', 'trader')];
  await store.close();

  const answered = new Set<CallName>();
  const port = Number(new URL(server.url).port);
  // Browsers allow passkeys on localhost alone.
  const here = { origin: `http://localhost:${port}`, rpId: 'localhost' };
  const ask = (name: CallName, input: object, headers: Headers) => {
    const { method, name: path } = DECLARATIONS[name];
    const query = method === 'GET' ? `?${new URLSearchParams(input as Headers)}` : '';
    const host = { host: `localhost:${port}` };
    const request = { path: `/${path}${query}`, headers: { ...headers, ...host } };
    return send({ url: here.origin, port }, method === 'GET' ? request : { ...request, body: input });
  };
  const answer = async (name: CallName, input: object, headers: Headers) => {
    for (;;) {
      const given = await ask(name, input, headers);
      if (LATER.includes(given.headers.get('error-code'))) {
        await sleep(1000 * Number(given.headers.get('retry-after')));
        continue;
      }
      expect([name, given.status, given.status === 200 ? '' : given.text]).toEqual([name, 200, '']);
      answered.add(name);
      return given;
    }
  };
  const call = async (name: CallName, headers: Headers, input: object = {}): Promise<Data> => {
    const { text } = await answer(name, input, headers);
    const whole = JSON.parse(text);
    return whole.data ?? whole;
  };
  const NOBODY: Headers = {};

  // Tokens, a pool, accounts.
  for (const address of [GOLD, CASH])
    await call('registerToken', operator, { address, symbol: address, decimals: 6, name: address });
  const { url: logo } = await call('uploadImage', operator, { image: PNG });
  await call('updateToken', operator, { address: GOLD, name: 'Gold', logo });
  await call('createPool', operator, { Pair: PAIR });
  await call('setPoolFees', operator, { Pair: PAIR, lpFee: 0.003 });
  await call('setPoolStatus', operator, { Pair: PAIR, status: 'listed' });
  for (const account of ['root', 'ann'])
    for (const token of [GOLD, CASH])
      await call('deposit', operator, { account, token, amount: 1_000_000, reference: `${account} ${token}` });
  await call('withdraw', operator, { account: 'ann', token: GOLD, amount: 1, reference: 'out' });
  await call('importAccounts', operator, { csv: 'account,role\nbob,trader\n', check: true });
  expect((await call('getAccounts', operator)).accounts.length).toBeGreaterThan(0);

  // Liquidity and swaps.
  await call('quoteLiquidity', ann, { ...JETTONS, amount0: 1000, amount1: 2000 });
  await call('provideLiquidity', ann, { Pair: PAIR, amount: { tokenA: 100_000, tokenB: 250_000 } });
  await call('getQuote', NOBODY, { ...PAIR, amount: 10 });
  const { transactionId } = await call('createSwap', ann, { Pair: PAIR, amount: { tokenA: 10 } });
  await call('getSwap', ann, { transactionId });
  expect((await call('getSwaps', ann)).swaps).toHaveLength(1);
  expect((await call('getFills', ann, JETTONS)).fills).toHaveLength(1);
  const items = [{ call: 'createSwap', body: { Pair: PAIR, amount: { tokenA: 1 } } }];
  await call('bulk', ann, { items });
  await call('refundLiquidityByGet', ann, { ...JETTONS, percentage: 1 });
  await call('refundLiquidity', ann, { ...JETTONS, percentage: 1 });
  await call('collectFees', operator, { Pair: PAIR });
  for (const name of ['getLPAccountData', 'getLPPosition'] as const) await call(name, ann, JETTONS);
  await call('getLPPositions', ann);

  // Orders.
  await call('quoteOrder', NOBODY, { ...PAIR, amount: 10, price: 5 });
  const { orderId } = await call('createOrder', ann, { Pair: PAIR, amount: { tokenA: 10 }, price: 5 });
  await call('getOrder', ann, { orderId });
  expect((await call('getOrders', ann, { state: 'open' })).orders).toHaveLength(1);
  await call('cancelOrder', ann, { orderId });
  await call('createOrder', ann, { Pair: PAIR, amount: { tokenA: 10 }, price: 5 });
  expect((await call('cancelOrders', ann)).count).toBe(1);
  expect((await call('cancelAfter', ann, { seconds: 0 })).cancelsAt).toBe(null);
  for (const orders of ['off', 'on']) await call('setOrders', operator, { orders });

  // What anybody may read.
  for (const name of ['getRouterData', 'getTokens', 'getPools', 'getMarket', 'whoami', 'getBranding'] as const)
    await call(name, NOBODY);
  for (const name of ['getPoolData', 'getPoolStats', 'getTrades', 'getPrice', 'getOrderBook'] as const)
    await call(name, NOBODY, JETTONS);
  await call('getCandles', NOBODY, { ...JETTONS, interval: '1m' });
  await call('getEvents', NOBODY);
  await call('setBranding', operator, { name: 'Harbour', accent: '#17594f' });

  // What an account reads and sends.
  for (const name of [
    'getBalances',
    'getPortfolio',
    'getGains',
    'getActivity',
    'getActivityTotals',
    'getRequests',
  ] as const)
    await call(name, ann);
  await call('getTransaction', ann, { transactionId });
  await call('createTransfer', ann, { token: CASH, to: 'root', amount: 5 });
  await call('checkAccount', ann, { account: 'root' });
  expect((await call('getFaucet', ann)).offers).toHaveLength(1);
  await call('claimFaucet', ann, { token: GOLD });

  // The public log, what is owed, audits.
  const owed = new Program([process.execPath, MAIN, 'liabilities'], { DATABASE_URL: `sqlite:${database}` });
  expect((await owed.ended).code, owed.stderr).toBe(0);
  await call('getTransactionProof', ann, { transactionId });
  await call('getLog', NOBODY);
  await call('getLiabilities', NOBODY);
  await call('getBalanceProof', ann, { token: GOLD });
  await call('getStatements', NOBODY);
  await call('startAudit', operator);
  await call('getAudits', operator);
  await call('getLastAudit', NOBODY);
  await call('getStatus', operator);

  // Webhooks.
  const { id: hook } = await call('createWebhook', ann, { url: receiver.url, kinds: ['swap'] });
  await call('getWebhooks', ann);
  await call('testWebhook', ann, { id: hook });
  await call('createSwap', ann, { Pair: PAIR, amount: { tokenA: 1 } });
  const swapped = () => receiver.received.find(({ body }) => JSON.parse(body).type !== 'test');
  await expect.poll(swapped).toBeDefined();
  const messageId = swapped()?.headers['webhook-id'];
  await expect.poll(async () => (await call('getDeliveries', ann, { id: hook })).deliveries.length).toBeGreaterThan(0);
  await call('redeliverWebhook', ann, { id: hook, messageId });
  await call('rotateWebhookSecret', ann, { id: hook });
  await call('setWebhookState', ann, { id: hook, state: 'paused' });
  await call('deleteWebhook', ann, { id: hook });

  // Keys and sessions.
  const { id, key } = await call('createKey', ann, { name: 'bot', scopes: ['read', 'trade'] });
  expect((await call('getKeys', ann)).keys).toHaveLength(2);
  const cookieOf = (given: { readonly headers: globalThis.Headers }): Headers => ({
    cookie: given.headers.get('set-cookie')?.replace(/;.*/, '') ?? '',
  });
  const session = cookieOf(await answer('createSession', { key }, NOBODY));
  const [{ id: other }] = (await call('getSessions', ann)).sessions;
  await call('endSession', ann, { id: other });
  expect((await ask('getBalances', {}, session)).status).toBe(401);
  await call('revokeKey', ann, { id });

  // People, by invitation, with passkeys.
  await call('setSignUp', operator, { signUp: 'invite' });
  await call('getSignUp', NOBODY);
  const { secret: invitation } = await call('createInvitation', operator, { uses: 1 });
  const { id: unused } = await call('createInvitation', operator, { uses: 1 });
  expect((await call('getInvitations', operator)).invitations).toHaveLength(2);
  await call('revokeInvitation', operator, { id: unused });
  const applicant = { invitation, name: 'newcomer' };
  await call('getInvitation', NOBODY, { invitation });
  await call('checkName', NOBODY, applicant);
  const [first, second] = [new Authenticator(), new Authenticator()];
  const { options: toCreate } = await call('beginSignUp', NOBODY, applicant);
  const made = { ...applicant, passkey: first.create({ ...toCreate, ...here }), label: 'Phone' };
  await answer('finishSignUp', made, NOBODY);
  const { options: toSignIn } = await call('beginSignIn', NOBODY);
  const signedIn = await answer('finishSignIn', { passkey: first.get({ ...toSignIn, ...here }) }, NOBODY);
  const newcomer = cookieOf(signedIn);
  await call('endOtherSessions', newcomer);
  const { options: toAdd } = await call('beginPasskey', newcomer);
  const added = { passkey: second.create({ ...toAdd, ...here }), name: 'Laptop' };
  const { id: passkey } = await call('finishPasskey', newcomer, added);
  expect((await call('getPasskeys', newcomer)).passkeys).toHaveLength(2);
  await call('revokePasskey', newcomer, { id: passkey });
  await call('deleteSession', newcomer);

  // Which calls an exchange on the ledger does not have.
  const ofTon = (Object.keys(DECLARATIONS) as CallName[]).filter((name) => DECLARATIONS[name].venue === 'ton');
  const wallet = `0:${'7'.repeat(64)}`;
  const ways = { ...{ wallet, Pair: PAIR, amount: { tokenA: 1, tokenB: 1 } }, ...JETTONS };
  const tracked = { bodyHash: 'ab'.repeat(32), bodyHashes: ['ab'.repeat(32)], kind: 'refund' };
  const proof = { timestamp: 1, domain: { lengthBytes: 9, value: 'localhost' }, signature: 'AAAA', payload: 'AAAA' };
  for (const name of ofTon) {
    const { required = [] } = DECLARATIONS[name].input as { readonly required?: readonly string[] };
    const all: Record<string, unknown> = { ...ways, ...tracked, address: wallet, proof };
    const input = Object.fromEntries(required.map((field) => [field, all[field]]));
    if (name === 'buildSwap') input.amount = { tokenA: 1 };
    const { status, headers } = await ask(name, input, ann);
    expect([name, status, headers.get('error-code')]).toEqual([name, 422, 'not_on_this_venue']);
  }

  const declared = Object.keys(DECLARATIONS).filter((name) => !ofTon.includes(name as CallName));
  expect([...answered].toSorted()).toEqual(declared.toSorted());
  expect(await server.stop()).toEqual({ code: 0, signal: null });
});
