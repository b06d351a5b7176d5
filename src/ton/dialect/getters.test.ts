// Answers of routers and pools are parsed as STON.fi's SDK parses them, on both versions.
import { DEX } from '@ston-fi/sdk';
import {
  Address,
  beginCell,
  type Contract,
  type ContractProvider,
  openContract,
  type TupleItem,
  TupleReader,
} from '@ton/core';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyAmount } from '../../../test/arbitraries.ts';
import type { Chain } from '../chain.ts';
import { GetterFailed, ptonVersion } from './getters.ts';
import { stonfiV1 } from './stonfi-v1.ts';
import { stonfiV2 } from './stonfi-v2.ts';

const anyAddress = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((hash) => new Address(0, Buffer.from(hash)));
const ASKED = new Address(0, Buffer.alloc(32, 1));

const int = (value: bigint): TupleItem => ({ type: 'int', value });
const cell = (): TupleItem => ({ type: 'cell', cell: beginCell().endCell() });
const slice = (address: Address | null): TupleItem => ({
  type: 'slice',
  cell: beginCell().storeAddress(address).endCell(),
});
const text = (said: string): TupleItem => ({ type: 'cell', cell: beginCell().storeStringTail(said).endCell() });

/** A chain on which every getter has this answer. */
const ours = (stack: readonly TupleItem[], exitCode = 0): Chain => answering(() => ({ exitCode, stack }));
type GetterReply = { readonly exitCode: number; readonly stack: readonly TupleItem[] };
const answering = (told: (method: string, asked: readonly TupleItem[]) => GetterReply): Chain => {
  const run = async (_: Address, method: string, asked: readonly TupleItem[]) => {
    const { exitCode, stack } = told(method, asked);
    return { exitCode, stack: new TupleReader([...stack]) };
  };
  return { run } as unknown as Chain;
};
function theirs<T extends Contract>(contract: T, stack: readonly TupleItem[]) {
  const get = async () => ({ stack: new TupleReader([...stack]) });
  return openContract(contract, () => ({ get }) as unknown as ContractProvider);
}

const anyPool = fc.record({
  ...{ reserve0: anyAmount(), reserve1: anyAmount(), wallet0: anyAddress, wallet1: anyAddress, fees: anyAddress },
  ...{ lp: fc.bigInt(0n, 100n), protocol: fc.bigInt(0n, 100n), ref: fc.bigInt(0n, 100n), isLocked: fc.boolean() },
  ...{ collected0: anyAmount(), collected1: anyAmount(), supply: anyAmount(), hasFees: fc.boolean() },
});

type Read = Awaited<ReturnType<typeof stonfiV1.poolData>>;
type Pool = {
  readonly reserve0: bigint;
  readonly reserve1: bigint;
  readonly token0WalletAddress: Address;
  readonly token1WalletAddress: Address;
  readonly lpFee: bigint;
  readonly protocolFee: bigint;
  readonly protocolFeeAddress: Address | null;
  readonly collectedToken0ProtocolFee: bigint;
  readonly collectedToken1ProtocolFee: bigint;
};
function same(read: Read, told: Pool, more: object): void {
  const { wallet0, wallet1, feeAddress, ...rest } = read ?? fail();
  expect({ ...rest, wallets: [`${wallet0}`, `${wallet1}`], fees: `${feeAddress}` }).toEqual({
    ...{ reserve0: told.reserve0, reserve1: told.reserve1, lpFeeBps: told.lpFee, protocolFeeBps: told.protocolFee },
    ...{ collected0: told.collectedToken0ProtocolFee, collected1: told.collectedToken1ProtocolFee },
    ...{ wallets: [`${told.token0WalletAddress}`, `${told.token1WalletAddress}`], ...more },
    fees: `${told.protocolFeeAddress}`,
  });
}
const fail = (): never => {
  throw new Error('nothing was read');
};

test('a pool of version 1 is parsed as the SDK parses it', () =>
  fc.assert(
    fc.asyncProperty(anyPool, async (pool) => {
      const stack = [
        ...[int(pool.reserve0), int(pool.reserve1), slice(pool.wallet0), slice(pool.wallet1)],
        ...[int(pool.lp), int(pool.protocol), int(pool.ref), slice(pool.fees)],
        ...[int(pool.collected0), int(pool.collected1)],
      ];
      const told = await theirs(DEX.v1.Pool.create(ASKED), stack).getPoolData();
      const chain = answering((method) => ({
        exitCode: 0,
        stack: method === 'get_pool_data' ? stack : [int(pool.supply)],
      }));
      const read = stonfiV1.poolData(chain, ASKED);
      same(await read, told, { isLocked: false, refFeeBps: told.refFee, supply: null });
      expect(await stonfiV1.supply(chain, ASKED, async () => read)).toBe(pool.supply);
    }),
  ));

// 9 is the exit code of the real contract's get_jetton_data if the pool's address begins with a zero.
test.each([
  { reserves: [900n, 400n], supply: 600n },
  { reserves: [0n, 0n], supply: 0n },
] as const)('if the supply getter of v1 fails, get_expected_tokens gives $supply', async ({ reserves, supply }) => {
  const rest = [slice(ASKED), slice(ASKED), int(20n), int(10n), int(10n), slice(ASKED), int(0n), int(0n)];
  const pool = [...reserves.map(int), ...rest];
  const chain = answering((method, asked) => {
    if (method === 'get_pool_data') return { exitCode: 0, stack: pool };
    if (method === 'get_jetton_data') return { exitCode: 9, stack: [] };
    expect([method, ...asked]).toEqual(['get_expected_tokens', ...reserves.map(int)]);
    return { exitCode: 0, stack: [int(supply)] };
  });
  expect(await stonfiV1.supply(chain, ASKED, () => stonfiV1.poolData(chain, ASKED))).toBe(supply);
});

test('a pool of version 2.2 is parsed as the SDK parses it', () =>
  fc.assert(
    fc.asyncProperty(anyPool, async (pool) => {
      const stack = [
        ...[int(pool.isLocked ? -1n : 0n), slice(ASKED), int(pool.supply), int(pool.reserve0), int(pool.reserve1)],
        ...[slice(pool.wallet0), slice(pool.wallet1), int(pool.lp), int(pool.protocol)],
        ...[slice(pool.hasFees ? pool.fees : null), int(pool.collected0), int(pool.collected1)],
      ];
      const told = await theirs(DEX.v2_2.Pool.CPI.create(ASKED), stack).getPoolData();
      same(await stonfiV2.poolData(ours(stack), ASKED), told, {
        ...{ isLocked: told.isLocked, refFeeBps: null, supply: told.totalSupplyLP },
      });
    }),
  ));

test.each([true, false])('a router of either version is parsed as the SDK parses it; locked: %s', async (isLocked) => {
  const rest = [int(isLocked ? -1n : 0n), slice(ASKED), cell(), cell(), cell(), cell()];
  const first = await theirs(DEX.v1.Router.create(ASKED), rest).getRouterData();
  const v1 = await stonfiV1.routerData(ours(rest), ASKED);
  expect({ isLocked: v1?.isLocked, admin: `${v1?.admin}` }).toEqual({ isLocked, admin: `${first.adminAddress}` });
  const stack = [int(3n), text('constant_product'), ...rest, cell()];
  const second = await theirs(DEX.v2_2.Router.CPI.create(ASKED), stack).getRouterData();
  const v2 = await stonfiV2.routerData(ours(stack), ASKED);
  expect({ isLocked: v2?.isLocked, admin: `${v2?.admin}` }).toEqual({ isLocked, admin: `${second.adminAddress}` });
  expect([v1?.pools, v2?.pools]).toEqual([second.dexType, second.dexType]);
});

test.each([
  { answer: { exitCode: 0, stack: [int(2n), int(1n), text('release')] }, version: 2n },
  { answer: { exitCode: 11, stack: [] }, version: 1n },
  { answer: { exitCode: -13, stack: [] }, version: null },
])('pTON whose version getter ends with $answer.exitCode is of version $version', async ({ answer, version }) => {
  expect(
    await ptonVersion(
      answering(() => answer),
      ASKED,
    ),
  ).toBe(version);
});

test('a missing contract is null; one without the getter, or with another answer, is an error', async () => {
  expect(await stonfiV1.routerData(ours([], -13), ASKED)).toBeNull();
  await expect(stonfiV1.routerData(ours([], 11), ASKED)).rejects.toThrow(`${ASKED} has no method get_router_data`);
  await expect(stonfiV1.poolData(ours([], 4), ASKED)).rejects.toThrow('failed with exit code 4');
  // A pool of the other version has other fields.
  await expect(stonfiV1.poolData(ours([int(0n), slice(ASKED)]), ASKED)).rejects.toThrow(GetterFailed);
});
