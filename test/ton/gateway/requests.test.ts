// Requests on a devnet whose swaps take several blocks: signed by the outbox, judged by the tracker, paid as the verdict says.
import { Address, internal } from '@ton/core';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { messageCell } from '#devnet/contracts/wallet-v5';
import { openDevnet, ownUrl, post, type TestDevnet } from '../../../devnet/test/devnet.ts';
import type { Account } from '../../../src/core/amount.ts';
import type { ChainRequest } from '../../../src/ports/chain-requests.ts';
import type { Store } from '../../../src/ports/store.ts';
import { openSqliteStore } from '../../../src/store/sqlite/store.ts';
import type { OutMessage } from '../../../src/ton/dialect/dialect.ts';
import { jettonBalance, lpAccountAddress, poolAddress, walletOf } from '../../../src/ton/dialect/getters.ts';
import { stonfiV1 } from '../../../src/ton/dialect/stonfi-v1.ts';
import { Endpoint } from '../../../src/ton/endpoint/endpoint.ts';
import { Outbox } from '../../../src/ton/outbox/outbox.ts';
import { Tracker } from '../../../src/ton/trace/tracker.ts';
import type { Watch } from '../../../src/ton/trace/watch.ts';
import { resultOf } from '../../../src/ton/venue/history.ts';
import { venueTrack } from '../../../src/ton/venue/track.ts';
import { Wallets } from '../../../src/ton/wallets/wallets.ts';
import { POLICY } from '../../store-contract/site.ts';
import { KEY } from '../outbox/payments.ts';
import { quoteOf } from '../pool-quote.ts';

const ACCOUNT = 'trader' as Account;
let devnet: TestDevnet;
let store: Store;
let chain: Endpoint;
let wallets: Wallets;
let user: Address;
let router: Address;
let [first, second] = [] as unknown as [Pair, Pair];
let pool: Address;

/** A token with the user's and the router's wallets of it. */
type Pair = { readonly token: string; readonly userWallet: Address; readonly routerWallet: Address };

beforeAll(async () => {
  devnet = await openDevnet({ blockMs: 20 });
  store = await openSqliteStore({ path: `${devnet.folder}/orders.db`, busyTimeoutMs: 60_000, policy: POLICY });
  chain = new Endpoint({ url: devnet.published.endpoint, timeoutMs: 100_000 });
  wallets = new Wallets(store.chainRequests, KEY, devnet.published.network);
  user = (await wallets.of(ACCOUNT)).address;
  router = Address.parse(devnet.published.router);
  const faucet = ownUrl(devnet, 'faucet');
  expect(await post(faucet, { address: user.toString(), amount: '20' })).toMatchObject({ status: 200 });
  const tokens = devnet.published.tokens.slice(0, 2);
  [first, second] = (await Promise.all(tokens.map(({ address }) => pairOf(address)))) as [Pair, Pair];
  for (const { token } of [first, second]) {
    expect(await post(faucet, { address: user.toString(), token, amount: '1000' })).toMatchObject({
      status: 200,
    });
  }
  await vi.waitUntil(async () => (await jettonBalance(chain, second.userWallet)) > 0n, { timeout: 100_000 });
  pool = (await poolAddress(chain, router, first.routerWallet, second.routerWallet)) as Address;
});
afterAll(async () => {
  await store.close();
  await devnet.stop();
});

async function pairOf(token: string): Promise<Pair> {
  const minter = Address.parse(token);
  const [userWallet, routerWallet] = await Promise.all([user, router].map((owner) => walletOf(chain, minter, owner)));
  return { token, userWallet: userWallet as Address, routerWallet: routerWallet as Address };
}

function run(): Outbox {
  const track = venueTrack(new Tracker(chain), async () => {});
  const outbox = new Outbox({
    requests: store.chainRequests,
    chain,
    wallets,
    track,
    lookEveryMs: 20,
    onTrouble: () => {},
  });
  outbox.start();
  onTestFinished(() => outbox.stop());
  return outbox;
}

let count = 0;
async function ordered(outbox: Outbox, kind: Watch['kind'], ...messages: readonly OutMessage[]) {
  count += 1;
  const side = ({ userWallet, routerWallet }: Pair) => ({
    ...{ userWallet: userWallet.toRawString(), routerWallet: routerWallet.toRawString() },
  });
  const lpWallet = ((await walletOf(chain, pool, user)) as Address).toRawString();
  const watch: Watch = {
    ...{ kind, user: user.toRawString(), router: router.toRawString(), pool: pool.toRawString() },
    ...{ sides: [side(first), side(second)], lpWallet },
  };
  const id = `order-${count}`;
  const cells = messages.map(({ to, value, body }) => messageCell(internal({ to, value, body, bounce: true })));
  await outbox.submit({
    ...{ id, account: ACCOUNT, key: id, fingerprint: id, kind, decision: '{}', watch: JSON.stringify(watch) },
    ...{ messages: cells.map((cell) => cell.toBoc().toString('base64')), deadlineS: null, createdAtMs: 1 },
  });
  return id;
}
async function ended(id: string) {
  const found = () => store.chainRequests.find(id);
  await vi.waitUntil(async () => (await found())?.status !== 'pending', { timeout: 100_000, interval: 10 });
  const request = (await found()) as ChainRequest;
  return { status: request.status, ...resultOf(request) };
}

const AMOUNT = 1_000_000n;
const shared = () => ({ router, user, queryId: BigInt(count + 1), deadlineS: 0n });
const swapOf = (minReceived: bigint) =>
  stonfiV1.swap({
    ...{ ...shared(), amount: AMOUNT, minReceived, offer: { kind: 'jetton', userWallet: first.userWallet } },
    ask: { kind: 'jetton', routerWallet: second.routerWallet },
  });
const halfOf = (from: Pair, other: Pair, amount: bigint, minLp: bigint) =>
  stonfiV1.provide({
    ...{ ...shared(), amount, minLp, offer: { kind: 'jetton', userWallet: from.userWallet } },
    otherRouterWallet: other.routerWallet,
  });

test('a swap pays what the core quotes from the pool’s getter; one below its minimum is refunded', async () => {
  const outbox = run();
  const data = await stonfiV1.poolData(chain, pool);
  const quote = data && quoteOf(data, { routerWallet: first.routerWallet, amount: AMOUNT, refFeeBps: 0n });
  const before = await jettonBalance(chain, second.userWallet);
  const done = await ended(await ordered(outbox, 'swap', swapOf(quote?.amountOut ?? 0n)));
  expect(done).toMatchObject({ status: 'completed', returned: [0n, quote?.amountOut] });
  expect((await jettonBalance(chain, second.userWallet)) - before).toBe(quote?.amountOut);
  const refused = await ended(await ordered(outbox, 'swap', swapOf(10n ** 20n)));
  expect(refused).toMatchObject({ status: 'failed', reasonCode: 'below_minimum' });
  expect(refused.reason).toContain('less than the minimum');
});

test('liquidity is provided and burnt; one half alone is staged and taken back', async () => {
  const outbox = run();
  const data = await stonfiV1.poolData(chain, pool);
  const isFirst = data?.wallet0.equals(first.routerWallet);
  const [ofFirst, ofSecond] = isFirst ? [data?.reserve0, data?.reserve1] : [data?.reserve1, data?.reserve0];
  const other = (AMOUNT * (ofSecond ?? 0n)) / (ofFirst ?? 1n) + 1n;
  const lpWallet = (await walletOf(chain, pool, user)) as Address;

  const provided = await ended(
    await ordered(outbox, 'provide', halfOf(first, second, AMOUNT, 1n), halfOf(second, first, other, 1n)),
  );
  expect(provided.status).toBe('completed');
  const lp = await jettonBalance(chain, lpWallet);
  expect(lp).toBeGreaterThan(0n);

  const burnt = await ended(await ordered(outbox, 'withdraw', stonfiV1.burn({ ...shared(), lpWallet, amount: lp })));
  expect(burnt.status).toBe('completed');
  expect(burnt.returned?.every((paid) => paid > 0n)).toBe(true);
  expect(await jettonBalance(chain, lpWallet)).toBe(0n);

  const staged = await ended(await ordered(outbox, 'provide', halfOf(first, second, AMOUNT, 1n)));
  expect(staged).toMatchObject({ status: 'failed', reasonCode: 'not_provided' });
  const lpAccount = (await lpAccountAddress(chain, pool, user)) as Address;
  const back = await ended(await ordered(outbox, 'withdraw', stonfiV1.refundMe({ ...shared(), lpAccount })));
  expect(back).toMatchObject({ status: 'completed', returned: [AMOUNT, 0n] });
});
