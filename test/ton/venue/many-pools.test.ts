// Many listed pools behind a slow endpoint: pages come soon, and together they have every pool once.
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Address, beginCell, type TupleItem, TupleReader } from '@ton/core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { LOCK } from '../../../src/core/accounts.ts';
import type { PoolAddress, TokenAddress } from '../../../src/core/amount.ts';
import { LedgerVenue } from '../../../src/ledger/ledger-venue.ts';
import { openSqliteStore } from '../../../src/store/sqlite/store.ts';
import { type Chain, ChainUnavailable } from '../../../src/ton/chain.ts';
import { stonfiV1 } from '../../../src/ton/dialect/stonfi-v1.ts';
import { Dex } from '../../../src/ton/venue/dex.ts';
import { Pools } from '../../../src/ton/venue/reads/pools.ts';
import { POLICY } from '../../store-contract/site.ts';

const addressOf = (...of: readonly unknown[]) => new Address(0, createHash('sha256').update(of.join(' ')).digest());
const [ROUTER, PTON] = [addressOf('router'), addressOf('pton')];
/** Every two have a pool: 45 tokens make 990. */
const TOKENS = Array.from(
  { length: Number(process.env.LISTED_TOKENS ?? 20) },
  (_, at) => addressOf('token', at).toString() as TokenAddress,
);
const POOLS = (TOKENS.length * (TOKENS.length - 1)) / 2;

const walletOf = (minter: Address, owner: Address) => addressOf('wallet', minter, owner);
const poolOf = (a: Address, b: Address) => addressOf('pool', ...[String(a), String(b)].toSorted());

/** A chain whose contracts answer the getters that these tests need. */
class PaperChain {
  readonly asked: string[] = [];
  atOnce = 0;
  mostAtOnce = 0;
  isDown = false;
  readonly #contracts = new Map<string, Record<string, (stack: readonly TupleItem[]) => TupleItem[]>>();

  constructor(tokens: readonly string[]) {
    const minters = [...tokens.map((token) => Address.parse(token)), PTON];
    for (const minter of minters) {
      const wallet = walletOf(minter, ROUTER);
      this.#put(minter, { get_wallet_address: ([owner]) => [cell(walletOf(minter, read(owner)))] });
      this.#put(wallet, { get_wallet_data: () => [int(1n), cell(ROUTER), cell(minter), int(0n)] });
    }
    this.#put(ROUTER, { get_pool_address: ([a, b]) => [cell(poolOf(read(a), read(b)))] });
    const wallets = minters.map((minter) => walletOf(minter, ROUTER));
    for (const [at, a] of wallets.entries())
      for (const b of wallets.slice(at + 1)) this.#put(poolOf(a, b), { get_pool_data: () => poolData(a, b) });
  }

  /** A contract that claims to be a pool. */
  forge(at: Address, a: string, b: string): void {
    const [walletA, walletB] = [a, b].map((token) => walletOf(Address.parse(token), ROUTER)) as [Address, Address];
    this.#put(at, { get_pool_data: () => poolData(walletA, walletB) });
  }

  #put(address: Address, methods: Record<string, (stack: readonly TupleItem[]) => TupleItem[]>): void {
    this.#contracts.set(address.toString(), methods);
  }

  run: Chain['run'] = async (address, method, stack = []) => {
    this.asked.push(method);
    this.atOnce += 1;
    this.mostAtOnce = Math.max(this.mostAtOnce, this.atOnce);
    await new Promise((resolve) => setImmediate(resolve));
    this.atOnce -= 1;
    if (this.isDown) throw new ChainUnavailable('down');
    const answer = this.#contracts.get(address.toString())?.[method];
    return answer
      ? { exitCode: 0, stack: new TupleReader(answer(stack)) }
      : { exitCode: this.#contracts.has(address.toString()) ? 11 : -13, stack: new TupleReader([]) };
  };
}

const int = (value: bigint): TupleItem => ({ type: 'int', value });
const cell = (address: Address): TupleItem => ({ type: 'slice', cell: beginCell().storeAddress(address).endCell() });
const read = (item: TupleItem | undefined) =>
  (item as { cell: { beginParse(): { loadAddress(): Address } } }).cell.beginParse().loadAddress();
const poolData = (a: Address, b: Address) => [
  ...[int(1000n), int(2000n), cell(a), cell(b), int(20n), int(10n), int(10n), cell(ROUTER), int(0n), int(0n)],
];

const folder = mkdtempSync(join(tmpdir(), 'millpond-pools-'));
let registry: LedgerVenue;

beforeAll(async () => {
  const store = await openSqliteStore({ path: join(folder, 'exchange.db'), busyTimeoutMs: 60_000, policy: POLICY });
  registry = new LedgerVenue(store, { policy: POLICY, maxBatch: 500, maxQueue: 10_000, maxWaitMs: 600_000 });
  const done = await registry.executeAll(
    LOCK,
    TOKENS.map((address, at) => ({
      command: { kind: 'registerToken', token: { address, symbol: `T${at}`, decimals: 9 } },
    })),
  );
  const pairs = TOKENS.flatMap((tokenA, at) => TOKENS.slice(at + 1).map((tokenB) => ({ tokenA, tokenB })));
  const listed = await registry.executeAll(
    LOCK,
    pairs.map((pair) => ({ command: { kind: 'createPool', ...pair, force: true } })),
  );
  expect([...done, ...listed].filter((one) => one instanceof Error)).toEqual([]);
});
afterAll(async () => {
  await registry.close();
  rmSync(folder, { recursive: true });
});

const open = (over: object = {}) => {
  const chain = new PaperChain(TOKENS);
  const dex = new Dex({ chain: chain as unknown as Chain, dialect: stonfiV1, router: ROUTER, pton: PTON });
  return { chain, pools: new Pools({ dex, registry, keepMs: 3_600_000, pageMs: 0, ...over }) };
};

async function walk(pools: Pools, limit: number) {
  const [found, sizes]: [string[], number[]] = [[], []];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await pools.list({ limit, ...(cursor !== undefined && { cursor }) });
    found.push(...page.items.map(({ address }) => address));
    sizes.push(page.items.length);
    cursor = page.nextCursor;
  }
  return { found, sizes };
}

test('pages that the time limit cuts short together list every pool once; a second walk makes no request', async () => {
  const { chain, pools } = open();
  const { found, sizes } = await walk(pools, 100);
  expect(sizes[0]).toBeGreaterThan(0);
  expect(sizes.length).toBeGreaterThan(POOLS / 100 + 1);
  expect([found.length, new Set(found).size]).toEqual([POOLS, POOLS]);
  expect(chain.mostAtOnce).toBeLessThanOrEqual(8);
  // One request for the address of each pool and one for its reserves; none for its supply.
  const count = (method: string) => chain.asked.filter((one) => one === method).length;
  expect([count('get_pool_address'), count('get_pool_data'), count('get_jetton_data')]).toEqual([POOLS, POOLS, 0]);
  const before = chain.asked.length;
  const again = await walk(pools, 100);
  expect([again.found, again.sizes, chain.asked.length]).toEqual([
    found,
    [...Array(Math.floor(POOLS / 100)).fill(100), POOLS % 100],
    before,
  ]);
});

test('if the endpoint fails, a page ends after the cached pools, and the next page is an error', async () => {
  const { chain, pools } = open({ pageMs: 3_600_000 });
  await pools.list({ limit: 5 });
  chain.isDown = true;
  const page = await pools.list({ limit: 100 });
  expect([page.items.length, page.nextCursor]).toEqual([5, expect.any(String)]);
  await expect(pools.list({ limit: 100, cursor: page.nextCursor as string })).rejects.toThrow(ChainUnavailable);
});

test('a pool is found by its address with few requests; a contract that only claims to be a pool is not found', async () => {
  const { chain, pools } = open();
  const [a, b] = TOKENS.slice(-2) as [TokenAddress, TokenAddress];
  const last = poolOf(walletOf(Address.parse(a), ROUTER), walletOf(Address.parse(b), ROUTER)).toString();
  const [forged, nothing] = [addressOf('forged'), addressOf('nothing').toString()];
  chain.forge(forged, a, b);
  const names = [last, forged.toString(), nothing, 'gold', TOKENS[0]] as readonly string[] as readonly PoolAddress[];
  expect((await pools.named(names)).map(({ address }) => address)).toEqual([last]);
  expect(chain.asked.length).toBeLessThan(30);
  expect(pools.has(last)).toBe(true);
  // TON is not listed here, so that its pools are not found.
  const ton = poolOf(walletOf(PTON, ROUTER), walletOf(Address.parse(a), ROUTER)).toString() as PoolAddress;
  expect(await pools.named([ton])).toEqual([]);
});
