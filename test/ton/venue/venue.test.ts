// The venue on a real devnet: its quotes match what the contracts pay, and refused commands never reach them. One devnet for all: 8 s of CPU.
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { Address, beginCell, type Cell, internal } from '@ton/core';
import { mnemonicToPrivateKey } from '@ton/crypto';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { lockBody, unlockBody } from '#devnet/contracts/messages';
import { externalBoc, MAINNET, messageCell, signedBody, TESTNET } from '#devnet/contracts/wallet-v5';
import { keyed } from '#devnet/genesis/keys';
import { DEVNET_ID } from '#devnet/network';
import { post } from '../../../devnet/test/devnet.ts';
import { keysOf } from '../../../src/access/keys.ts';
import { Spending } from '../../../src/api/spending.ts';
import { type Account, amount, ppm } from '../../../src/core/amount.ts';
import type { Command } from '../../../src/core/commands/command.ts';
import type { ProvideReceipt } from '../../../src/core/commands/provide.ts';
import { refusingMarket } from '../../../src/observer/refusing-market.ts';
import { MarketUnavailable } from '../../../src/ports/market.ts';
import { StoreUnavailable } from '../../../src/ports/store.ts';
import type { Completed } from '../../../src/ports/venue/trading.ts';
import { NotOnThisVenue, SettlementFailed } from '../../../src/ports/venue.ts';
import { ChainUnavailable } from '../../../src/ton/chain.ts';
import { openTon } from '../../../src/ton/open.ts';
import { Dex } from '../../../src/ton/venue/dex.ts';
import { Execution } from '../../../src/ton/venue/execution.ts';
import { GasPriceCheck } from '../../../src/ton/venue/gas-price.ts';
import { Planner } from '../../../src/ton/venue/planner.ts';
import { POLICY } from '../../store-contract/site.ts';
import { ScriptedEndpoint } from '../scripted-endpoint.ts';
import { type PaperTon, paperTon } from './paper-ton.ts';

const ann = 'ann' as Account;
const folder = mkdtempSync(join(tmpdir(), 'millpond-ton-'));
let on: PaperTon;

beforeAll(async () => {
  on = await paperTon(folder);
  await on.fund(ann, { TON: '1000', USDT: '10000', STON: '10000' });
});

afterAll(async () => {
  await on.stop();
  rmSync(folder, { recursive: true });
});

const balance = async (symbol: string) => (await on.venue.balancesNamed(ann, [on.token(symbol)]))[0]?.balance as bigint;

describe('a swap', () => {
  test.each([
    ['STON', 'USDT', 1_000_000_000n],
    ['TON', 'USDT', 10_000_000_000n],
    ['USDT', 'TON', 5_000_000n],
  ])('of %s for %s pays what was quoted', async (from, to, units) => {
    const pair = { tokenA: on.token(from), tokenB: on.token(to) };
    const { plan } = await on.venue.quote({ ...pair, referred: false, exact: { in: amount(units) } });
    const before = await balance(to);
    const done = (await on.venue.execute(ann, {
      kind: 'swap',
      account: ann,
      ...pair,
      amountA: amount(units),
    })) as Completed;
    expect(done).toMatchObject({
      status: 'completed',
      actor: ann,
      receipt: { kind: 'swap', amountA: units, amountB: plan.amountOut },
    });
    if (to !== 'TON') expect((await balance(to)) - before).toBe(plan.amountOut);
    expect(await on.venue.swap(done.transactionId)).toMatchObject({ status: 'completed', receipt: done.receipt });
  });
});

const pairOf = (a: string, b: string) => ({ tokenA: on.token(a), tokenB: on.token(b) });
const done = async (command: Command, key?: string) => (await on.venue.execute(ann, command, key)) as Completed;

describe('liquidity', () => {
  test('mints the quoted amount, is worth what its withdrawal returns, and can be withdrawn', async () => {
    const pair = pairOf('STON', 'USDT');
    const command = {
      kind: 'provide',
      account: ann,
      ...pair,
      amountA: amount(160_000_000_000n),
      amountB: amount(100_000_000n),
    } as const;
    const quoted = await on.venue.quoteLiquidity(command);
    const { receipt } = await done(command);
    expect(receipt).toEqual(quoted.receipt);
    const position = await on.venue.position(ann, pair.tokenA, pair.tokenB);
    expect(position).toMatchObject({ lpTokens: quoted.lpTokens, lpSupply: quoted.lpSupply });
    const tiny = { kind: 'refund', account: ann, ...pair, lpTokens: amount(1n) } as const;
    const oneSided = 'worth less than the smallest unit of USDT, and the contracts pay both tokens or nothing';
    for (const ask of [() => on.venue.quoteLiquidity(tiny), () => done(tiny)])
      await expect(ask()).rejects.toThrow(oneSided);
    const [ston, usdt] = [await balance('STON'), await balance('USDT')];
    const refund = await done({ kind: 'refund', account: ann, ...pair });
    expect(refund.receipt).toMatchObject({
      amountA: position.amountA,
      amountB: position.amountB,
      lpTokens: position.lpTokens,
    });
    expect([(await balance('STON')) - ston, (await balance('USDT')) - usdt]).toEqual([
      position.amountA,
      position.amountB,
    ]);
    await refuses(done({ kind: 'refund', account: ann, ...pair }), 'no_position');
  });

  test('of a pair without a pool creates it', async () => {
    const pair = pairOf('NOT', 'USDT');
    await refuses(on.venue.pool(pair.tokenA, pair.tokenB), 'unknown_pool');
    await on.fund(ann, { NOT: '1000' });
    const { receipt } = await done({
      kind: 'provide',
      account: ann,
      ...pair,
      amountA: amount(1_000_000_000_000n),
      amountB: amount(2_250_000n),
    });
    const { reserve0, reserve1, address } = await on.venue.pool(pair.tokenA, pair.tokenB);
    expect([reserve0, reserve1].toSorted()).toEqual([1_000_000_000_000n, 2_250_000n]);
    expect(receipt).toMatchObject({ lpTokens: 1_500_000_000n - 1000n, locked: 1000n, pool: address });
    const { items } = await on.venue.pools({ limit: 10 });
    expect(items.map((pool) => pool.address)).toContain(address);
    expect(await on.venue.poolsNamed([address])).toHaveLength(1);
  });
});

const refuses = (promise: Promise<unknown>, code: string) =>
  expect(promise).rejects.toMatchObject({ refusal: { code } });

describe('before anything is signed', () => {
  const requests = async () => (await on.venue.journal()).sequence;

  test.each<[string, () => Promise<unknown>]>([
    [
      'insufficient_funds',
      () => done({ kind: 'swap', account: ann, ...pairOf('STON', 'USDT'), amountA: amount(20_000n * 10n ** 9n) }),
    ],
    [
      'below_minimum',
      () =>
        done({
          kind: 'swap',
          account: ann,
          ...pairOf('STON', 'USDT'),
          amountA: amount(10n ** 9n),
          minReceived: amount(10n ** 9n),
        }),
    ],
    [
      'price_impact_too_high',
      () =>
        done({
          kind: 'swap',
          account: ann,
          ...pairOf('STON', 'USDT'),
          amountA: amount(10n ** 12n),
          maxPriceImpactPpm: ppm(1n),
        }),
    ],
    ['unknown_pool', () => done({ kind: 'swap', account: ann, ...pairOf('STON', 'NOT'), amountA: amount(1000n) })],
    [
      'deadline_passed',
      () => done({ kind: 'swap', account: ann, ...pairOf('STON', 'USDT'), amountA: amount(1000n), deadlineMs: 1 }),
    ],
    ['same_token', () => done({ kind: 'swap', account: ann, ...pairOf('STON', 'STON'), amountA: amount(1000n) })],
  ])('a swap is refused as %s, and no request is stored', async (code, ask) => {
    const before = await requests();
    await refuses(ask(), code);
    expect(await requests()).toBe(before);
  });

  test('an account with tokens but no TON is told where to send some', async () => {
    const poor = 'poor' as Account;
    await on.fund(poor, { USDT: '5' });
    const swap = { kind: 'swap', account: poor, ...pairOf('USDT', 'STON'), amountA: amount(1_000_000n) } as const;
    const { address } = await on.wallets.of(poor);
    await expect(on.venue.execute(poor, swap)).rejects.toThrow(
      `The wallet of poor holds 0 TON, but 0.282 TON is needed, most of which comes back; send TON to ${address.toString({ bounceable: false })}.`,
    );
  });

  test.each<[string, Command]>([
    ['deposit', { kind: 'deposit', account: ann, token: 'x' as never, amount: amount(1n), reference: 'r' } as Command],
    ['collectFees', { kind: 'collectFees', tokenA: 'x' as never, tokenB: 'y' as never } as Command],
  ])('%s is not on this venue', async (_, command) => {
    await expect(done(command)).rejects.toThrow(NotOnThisVenue);
  });
});

test('a provision is pending, fails if the pool has moved, and its tokens come back, which its record states', async () => {
  const bob = 'bob' as Account;
  const pair = pairOf('STON', 'USDT');
  await on.fund(bob, { TON: '10', USDT: '5000' });
  const provide = {
    kind: 'provide',
    account: ann,
    ...pair,
    amountA: amount(160_000_000_000n),
    amountB: amount(100_000_000n),
  } as const;
  const { receipt: expected } = await on.venue.quoteLiquidity(provide);
  const { address } = await on.venue.pool(pair.tokenA, pair.tokenB);
  const held = async (account: Account) => on.venue.balancesNamed(account, [pair.tokenA, pair.tokenB]);
  const before = await held(ann);
  // Both are decided on the pool's present state, and the swap is executed first.
  const { devnet } = on.server;
  await devnet.hold(address);
  const swapping = on.venue.execute(bob, {
    kind: 'swap',
    account: bob,
    tokenA: pair.tokenB,
    tokenB: pair.tokenA,
    amountA: amount(4_000_000_000n),
  });
  await expect.poll(async () => (await held(bob))[1]?.balance).toBe(1_000_000_000n);
  const providing = on.venue
    .execute(ann, { ...provide, minLpTokens: (expected as ProvideReceipt).lpTokens })
    .catch((error: unknown) => error);
  await expect.poll(async () => (await held(ann))[1]?.balance).not.toBe(before[1]?.balance);
  const [entry] = (await on.venue.activity({ account: ann }, { limit: 1 })).items;
  expect(entry).toMatchObject({ status: 'pending', receipt: expected, settlement: {} });
  await devnet.release(address);
  await swapping;
  const failed = (await providing) as SettlementFailed;
  expect(failed).toBeInstanceOf(SettlementFailed);
  expect(failed.reasonCode).toBe('not_provided');
  const { amountA, amountB } = expected as ProvideReceipt;
  const found = () => on.venue.transaction(failed.transactionId);
  await expect.poll(async () => (await found()).settlement?.returned).toEqual([amountA, amountB]);
  expect(await held(ann)).toEqual(before);
  expect(await found()).toEqual({
    ...entry,
    status: 'failed',
    settlement: {
      reason: failed.message,
      reasonCode: 'not_provided',
      transactionHash: expect.stringMatching(/^[0-9a-f]{64}$/),
      networkFeeNano: expect.any(BigInt),
      tonSpentNano: expect.any(BigInt),
      returned: [amountA, amountB],
    },
  });
});

test('there is one request under a key, however often it is repeated; with another command the key is refused', async () => {
  const swap = { kind: 'swap', account: ann, ...pairOf('USDT', 'STON'), amountA: amount(1_000_000n) } as const;
  const before = await balance('USDT');
  const all = await Promise.all([1, 2, 3].map(() => done(swap, 'k')));
  expect(new Set(all.map(({ transactionId }) => transactionId)).size).toBe(1);
  expect(await done(swap, 'k')).toEqual(all[0]);
  expect(before - (await balance('USDT'))).toBe(1_000_000n);
  await refuses(done({ ...swap, amountA: amount(2n) }, 'k'), 'idempotency_key_reused');
});

test('tokens are valued by the deeper path: the pool with the quote token, or over TON', async () => {
  const { quoteToken, tokens } = await on.venue.fairPrices(['USDT', 'TON', 'STON', 'NOT'].map(on.token));
  expect(quoteToken?.symbol).toBe('USDT');
  const worth = tokens.map(({ symbol, price }) => [symbol, price && Number(price.digits) * 10 ** price.exponent]);
  // NOT has a pool with USDT by now, which is shallower than that with TON.
  expect(worth).toEqual([
    ['USDT', 1],
    ['TON', expect.closeTo(2.5, 1)],
    ['STON', expect.closeTo(0.625, 1)],
    ['NOT', expect.closeTo(0.00225, 4)],
  ]);
});

test('the daily limit of a key counts a request once and does not count its repeats', async () => {
  const keys = keysOf(on.store, on.store.chainRequests);
  const restrictions = { dayLimit: '30' } as const;
  const caller = { account: ann, role: 'trader', keyId: 'limited', restrictions } as const;
  const asked = {
    keys,
    caller,
    venue: on.venue,
    market: refusingMarket(() => new MarketUnavailable('')),
  } as unknown as Parameters<typeof Spending.count>[0];
  const swap = { kind: 'swap', account: ann, ...pairOf('TON', 'USDT'), amountA: amount(10n ** 10n) } as const;
  const count = (idempotencyKey: string) => Spending.count(asked, [{ command: swap, idempotencyKey }]);
  await count('limited 1');
  await done(swap, 'limited 1');
  await expect(count('limited 2')).rejects.toMatchObject({ code: 'day_limit_reached' });
  await count('limited 1');
  expect((await done(swap, 'limited 1')).status).toBe('completed');
});

test('a referrer is paid with the swap, and the receipt has the fee', async () => {
  const shop = 'shop' as Account;
  const pair = pairOf('STON', 'USDT');
  const { plan } = await on.venue.quote({ ...pair, referred: true, exact: { in: amount(10n ** 11n) } });
  const { receipt } = await done({ kind: 'swap', account: ann, ...pair, amountA: amount(10n ** 11n), referrer: shop });
  const [hop] = plan.hops as readonly [(typeof plan.hops)[number]];
  const { refFee, protocolFee, lpFee } = hop.fill;
  expect(receipt).toMatchObject({ amountB: plan.amountOut, fees: { lp: lpFee, protocol: protocolFee, ref: refFee } });
  expect((await on.venue.balancesNamed(shop, [pair.tokenB]))[0]?.balance).toBe(refFee);
});

test('several swaps at once are each answered, an invalid one too, and lists show them newest first', async () => {
  const swap = (units: bigint) => ({
    command: { kind: 'swap', account: ann, ...pairOf('STON', 'USDT'), amountA: amount(units) } as const,
  });
  const all = (await on.venue.executeAll(ann, [
    swap(1_000_000n),
    swap(2_000_000n),
    swap(0n),
    swap(3_000_000n),
  ])) as Completed[];
  expect(all.map(({ status }) => status)).toEqual(['completed', 'completed', undefined, 'completed']);
  const { items, nextCursor } = await on.venue.swaps(ann, { limit: 2 });
  expect(items).toHaveLength(2);
  const rest = await on.venue.swaps(ann, { limit: 100, cursor: nextCursor as string });
  const ids = [...items, ...rest.items].map(({ sequence }) => sequence);
  expect(ids).toEqual(ids.toSorted((a, b) => b - a));
  expect(rest.nextCursor).toBe(null);
  const activity = await on.venue.activity({ account: ann, kind: 'provide' }, { limit: 10 });
  expect(activity.items.every(({ receipt }) => receipt.kind === 'provide')).toBe(true);
  expect(await on.venue.transaction(items[0]?.sequence as number)).toMatchObject({
    transactionId: items[0]?.transactionId,
  });
});

test('the first liquidity of a pool on foreign contracts is refused: it would be locked', async () => {
  const command = (a: string, b: string) =>
    ({
      kind: 'provide',
      account: ann,
      ...pairOf(a, b),
      amountA: amount(10n ** 9n),
      amountB: amount(10n ** 9n),
      maxPriceImpactPpm: ppm(1_000_000n),
    }) as const;
  const foreign = planner(on.dex);
  await expect(foreign.plan(command('STON', 'NOT'))).rejects.toThrow(NotOnThisVenue);
  await expect(foreign.plan(command('STON', 'USDT'))).resolves.toMatchObject({ receipt: { kind: 'provide' } });
});

/** A planner for foreign contracts by default. */
const planner = (dex: Dex, { isOwn = false } = {}) =>
  new Planner({
    ...{ dex, isOwn, wallets: on.wallets, registry: on.registry, policy: POLICY, slippagePpm: ppm(10_000n) },
    gasPrice: new GasPriceCheck(async () => 400n),
  });

test('while the router is locked, swaps and provisions are refused, and liquidity can be withdrawn', async () => {
  const pair = pairOf('STON', 'USDT');
  const halves = { amountA: amount(16n * 10n ** 9n), amountB: amount(10n ** 7n), maxPriceImpactPpm: ppm(1_000_000n) };
  const [swap, provide, refund] = [
    { kind: 'swap', account: ann, ...pair, amountA: amount(10n ** 9n) },
    { kind: 'provide', account: ann, ...pair, ...halves },
    { kind: 'refund', account: ann, ...pair },
  ] as const;
  await done(provide);
  await asAdmin(lockBody());
  await refuses(done(swap), 'pool_paused');
  await refuses(done(provide), 'pool_paused');
  expect((await done(refund)).status).toBe('completed');
  await asAdmin(unlockBody());
  expect((await done(swap)).status).toBe('completed');
});

async function asAdmin(body: Cell): Promise<void> {
  const { keys, wallet } = await keyed(on.server.published.admin.mnemonic);
  const { stack } = await on.dex.chain.run(wallet.address, 'seqno');
  const messages = [messageCell(internal({ to: on.dex.router, value: 200_000_000n, body }))];
  const validUntilS = (await on.dex.chain.head()).timeS + 60;
  const signed = signedBody(wallet, { secretKey: keys.secretKey, seqno: stack.readNumber(), validUntilS, messages });
  await on.dex.chain.send(externalBoc(wallet, signed, { deploys: false }));
}

test('swaps and withdrawals in a locked pool are refused, since it would keep the attached TON', async () => {
  const { chain, dialect, router } = on.dex;
  const poolData: typeof dialect.poolData = async (...of) => {
    const data = await dialect.poolData(...of);
    return data && { ...data, isLocked: true };
  };
  const pton = Address.parse(on.server.published.pton);
  const locked = planner(new Dex({ chain, dialect: { ...dialect, poolData }, router, pton }));
  const pair = pairOf('STON', 'USDT');
  const hide = (status: 'hidden' | 'listed') => done({ kind: 'setPoolStatus', ...pair, status });
  await hide('hidden');
  for (const command of [{ kind: 'swap', amountA: amount(10n ** 9n) }, { kind: 'refund' }] as const)
    await refuses(locked.plan({ account: ann, ...pair, ...command }), 'pool_paused');
  await hide('listed');
});

test('TON for a referrer without a deployed wallet is refused on version 1, where it would be lost', async () => {
  const swap = (to: string, referrer: string) =>
    planner(on.dex).plan({
      ...{ kind: 'swap', account: ann, ...pairOf('USDT', to), amountA: amount(1_000_000n) },
      referrer: referrer as Account,
    });
  await expect(swap('TON', 'never seen')).rejects.toThrow('its fee in TON would be lost');
  await expect(swap('STON', 'never seen')).resolves.toMatchObject({ receipt: { kind: 'swap' } });
  await expect(swap('TON', ann)).resolves.toMatchObject({ receipt: { kind: 'swap' } });
});

test('pTON of another version than the router’s is refused before anything is signed', async () => {
  const { endpoint, faucet } = on.server.published;
  const key = await mnemonicToPrivateKey(faucet.mnemonic.split(' '));
  await using proxy = await ScriptedEndpoint.start();
  proxy.answer = async ({ method, params }) => {
    const { body } = await post(endpoint, { method, params });
    const result = body.result as object;
    return { result: params.method === 'get_version' ? { ...result, exit_code: 0, stack: [['num', '0x2']] } : result };
  };
  const options = { endpoint: { url: proxy.url, perSecond: 1000 }, contracts: on.server.published, key };
  await expect(openTon({ ...options, network: DEVNET_ID } as never)).rejects.toThrow(
    'this is pTON of version 2, and that of version 1 goes with TON_DEX_VERSION=1',
  );
});

test('reserves are read once with keepMs, and every time without it', async () => {
  const { chain, dialect, router } = on.dex;
  let asked = 0;
  const count: typeof dialect.poolData = (...of) => {
    asked += 1;
    return dialect.poolData(...of);
  };
  const counted = { ...dialect, poolData: count };
  const pton = Address.parse(on.server.published.pton);
  const [a, b] = [on.token('TON'), on.token('USDT')];
  const kept = new Dex({ chain, dialect: counted, router, pton, keepMs: 3_600_000 });
  const [first, second] = await Promise.all([kept.pool(a, b), kept.pool(b, a)]);
  expect([second, await kept.pool(a, b), asked]).toEqual([first, first, 1]);
  const fresh = new Dex({ chain, dialect: counted, router, pton });
  await fresh.pool(a, b);
  await fresh.pool(a, b);
  expect(asked).toBe(3);
});

test('a pair whose pool is on the chain can be listed and paused, and no other', async () => {
  const pair = pairOf('TON', 'USDT');
  const create = (terms: object) => done({ kind: 'createPool', ...pair, ...terms } as Command);
  await expect(create({ lpFeePpm: ppm(1n) })).rejects.toThrow(NotOnThisVenue);
  await expect(done({ kind: 'createPool', ...pairOf('STON', 'NOT') })).rejects.toThrow(
    'There is no such pool on the chain',
  );
  await refuses(create({}), 'pool_exists');
  const pause = (status: 'paused' | 'listed') => done({ kind: 'setPoolStatus', ...pair, status });
  await pause('paused');
  await refuses(done({ kind: 'swap', account: ann, ...pair, amountA: amount(10n ** 9n) }), 'pool_paused');
  await pause('listed');
  await done({ kind: 'swap', account: ann, ...pair, amountA: amount(10n ** 9n) });
});

test('only a jetton can be listed: no empty address, wallet or name', async () => {
  const { address } = await on.wallets.of(ann);
  for (const name of ['apple', address.toString(), new Address(0, Buffer.alloc(32, 3)).toString()]) {
    const token = { address: name as never, symbol: 'NO', decimals: 2 };
    await expect(done({ kind: 'registerToken', token }), name).rejects.toThrow(NotOnThisVenue);
  }
});

test('an accepted request is pending while the store cannot be read', async () => {
  const requests = { request: () => Promise.reject(new StoreUnavailable('failed', 'gone')) };
  const execution = new Execution({ waitMs: 0, requests } as never);
  const accepted = { id: 'id', status: 'pending', decision: '{"takesBack":{}}', result: null };
  expect(await execution.ended(accepted as never)).toEqual({ status: 'pending', transactionId: 'id' });
});

test('an endpoint of another network is refused before anything is signed', async () => {
  const { endpoint, faucet } = on.server.published;
  const key = await mnemonicToPrivateKey(faucet.mnemonic.split(' '));
  const options = { endpoint: { url: endpoint, perSecond: 1000 }, contracts: on.server.published, key };
  for (const network of [MAINNET, TESTNET])
    await expect(openTon({ ...options, network } as never)).rejects.toThrow('TON_ENDPOINT is of another network');
});

test('a swap without a minimum sends the quote less the slippage, and one unit less on version 1', async () => {
  const ours = planner(on.dex, { isOwn: true });
  const swap = { kind: 'swap', account: ann, ...pairOf('STON', 'USDT'), amountA: amount(10n ** 9n) } as const;
  const sent = async (more: object) => {
    const { planned, receipt } = await ours.plan({ ...swap, ...more });
    const body = planned.messages[0]?.body.refs[0]?.beginParse();
    if (!body || receipt.kind !== 'swap') throw new Error('no payload');
    body.skip(32).loadAddress();
    return { min: body.loadCoins(), expected: receipt.amountB };
  };
  const { min, expected } = await sent({});
  expect(min).toBe((expected * 99n) / 100n - 1n);
  expect((await sent({ minReceived: expected })).min).toBe(expected - 1n);
});

test('check passes while the chain answers, and its answer is cached for readyMs', async () => {
  const { endpoint, faucet } = on.server.published;
  const link = { isUp: true, heads: 0 };
  const proxy = createServer(async (request, response) => {
    const body = await text(request);
    if (body.includes('getAddressInformation')) link.heads += 1;
    if (!link.isUp) return void response.destroy();
    const answer = await fetch(endpoint, { method: 'POST', body, headers: { 'content-type': 'application/json' } });
    response.writeHead(answer.status).end(await answer.text());
  });
  await once(proxy.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void proxy.close());
  const url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  const opened = async (readyMs: number) => {
    const { venue } = await openTon({
      endpoint: { url, perSecond: 1000, backOffMs: 1 },
      network: DEVNET_ID,
      contracts: on.server.published,
      key: await mnemonicToPrivateKey(faucet.mnemonic.split(' ')),
      registry: on.registry,
      requests: on.store.chainRequests,
      policy: POLICY,
      readyMs,
    } as never);
    return venue;
  };
  const [shared, each] = [await opened(3_600_000), await opened(0)];
  link.heads = 0;
  await Promise.all(Array.from({ length: 20 }, () => shared.check()));
  await shared.check();
  expect(link.heads).toBe(1);
  link.isUp = false;
  await expect(each.check()).rejects.toThrow(ChainUnavailable);
  link.isUp = true;
  await each.check();
});

test('while gas costs five times as much, requests and messages to sign are refused, and nothing is stored or sent', async () => {
  const { endpoint, faucet } = on.server.published;
  const costly = beginCell()
    .storeUint(0xde, 8)
    .storeUint(2000n << 16n, 64)
    .endCell();
  await using proxy = await ScriptedEndpoint.start();
  proxy.answer = async ({ method, params }) => {
    if (method === 'getConfigParam') return { result: { config: { bytes: costly.toBoc().toString('base64') } } };
    return { result: (await post(endpoint, { method, params })).body.result };
  };
  const { venue, wallets, close } = await openTon({
    endpoint: { url: proxy.url, perSecond: 100_000 },
    network: DEVNET_ID,
    contracts: on.server.published,
    key: await mnemonicToPrivateKey(faucet.mnemonic.split(' ')),
    ...{ registry: on.registry, requests: on.store.chainRequests, policy: POLICY, slippagePpm: ppm(10_000n) },
  } as never);
  const before = await on.store.chainRequests.figures();
  const { address } = await wallets.of(ann);
  const swap = { kind: 'swap', ...pairOf('STON', 'USDT'), amountA: amount(10n ** 9n) } as const;
  const send = {
    kind: 'transfer',
    account: ann,
    to: 'bob' as Account,
    token: on.token('STON'),
    amount: amount(1n),
  } as const;
  const own = address.toString() as Account;
  for (const refused of [
    venue.execute(ann, { ...swap, account: ann }),
    venue.execute(ann, send as Command),
    venue.wallets.build({ ...swap, account: own }),
  ])
    await expect(refused).rejects.toThrow('Gas costs 2000 nanoton on this network now');
  expect(await on.store.chainRequests.figures()).toEqual(before);
  expect(proxy.calls.map(({ method }) => method)).not.toContain('sendBoc');
  await close();
});
