// Get-methods that are the same on every version: jettons, pools and LP accounts.
import { type Address, beginCell, type TupleItem, type TupleReader } from '@ton/core';
import type { Chain } from '../chain.ts';

/** Exit code of a get-method of an account without code. */
const NOT_THERE = -13;
/** Exit code of a contract that has no such method. */
const NO_SUCH_METHOD = 11;

/** An existing contract does not answer as expected: it is not the contract that the settings name. */
export class GetterFailed extends Error {
  override name = 'GetterFailed';
}

/** The contract lacks the method, which tells its version (`ptonVersion`). */
class NoSuchMethod extends GetterFailed {}

/** Calls a get-method and parses its answer; null if there is no contract at the address. */
export async function ask<T>(
  chain: Chain,
  address: Address,
  [method, ...stack]: readonly [string, ...TupleItem[]],
  read: (answer: TupleReader) => T,
): Promise<T | null> {
  const { exitCode, stack: answer } = await chain.run(address, method, stack);
  if (exitCode === NOT_THERE) return null;
  if (exitCode === NO_SUCH_METHOD) throw new NoSuchMethod(`The contract ${address} has no method ${method}`);
  if (exitCode !== 0 && exitCode !== 1) {
    throw new GetterFailed(`${method} of the contract ${address} failed with exit code ${exitCode}`);
  }
  try {
    return read(answer);
  } catch (error) {
    throw new GetterFailed(`${method} of the contract ${address} has another form than expected`, { cause: error });
  }
}

export const sliceOf = (address: Address): TupleItem => ({
  type: 'slice',
  cell: beginCell().storeAddress(address).endCell(),
});

const address = (answer: TupleReader): Address => answer.readAddress();
const number = (answer: TupleReader): bigint => answer.readBigNumber();

/** The wallet that a minter, pTON or pool has for an owner. */
export const walletOf = (chain: Chain, minter: Address, owner: Address): Promise<Address | null> =>
  ask(chain, minter, ['get_wallet_address', sliceOf(owner)], address);

/** Zero if the wallet does not exist yet. */
export const jettonBalance = async (chain: Chain, wallet: Address): Promise<bigint> =>
  (await ask(chain, wallet, ['get_wallet_data'], number)) ?? 0n;

/** True if the contract claims to be a jetton; null if there is no contract. */
export const isMinter = (chain: Chain, address: Address): Promise<true | null> =>
  ask(chain, address, ['get_jetton_data'], () => true);

/** Null also for a contract that does not have the expected methods. */
export const orNull = <T>(answer: Promise<T | null>): Promise<T | null> =>
  answer.catch((error: unknown) => {
    if (error instanceof GetterFailed) return null;
    throw error;
  });

/** The minter that a jetton wallet claims to belong to, which proves nothing. */
export const minterOf = (chain: Chain, wallet: Address): Promise<Address | null> =>
  ask(chain, wallet, ['get_wallet_data'], (answer) => {
    answer.skip(2);
    return answer.readAddress();
  });

/** Supply of a token, or of a pool's LP tokens. */
export const jettonSupply = (chain: Chain, minter: Address): Promise<bigint | null> =>
  ask(chain, minter, ['get_jetton_data'], number);

/** The major version of a pTON contract; version 1 has no such getter. */
export const ptonVersion = (chain: Chain, pton: Address): Promise<bigint | null> =>
  ask(chain, pton, ['get_version'], number).catch((error: unknown) => {
    if (error instanceof NoSuchMethod) return 1n;
    throw error;
  });

/** The address that the pool of two of the router's wallets has or would have; the order of the wallets does not matter. */
export const poolAddress = (chain: Chain, router: Address, a: Address, b: Address): Promise<Address | null> =>
  ask(chain, router, ['get_pool_address', sliceOf(a), sliceOf(b)], address);

export const lpAccountAddress = (chain: Chain, pool: Address, owner: Address): Promise<Address | null> =>
  ask(chain, pool, ['get_lp_account_address', sliceOf(owner)], address);

export type LpAccountData = {
  readonly user: Address;
  readonly pool: Address;
  readonly amount0: bigint;
  readonly amount1: bigint;
};

/** The amounts that wait in an LP account (staged); null if it does not exist. */
export const lpAccountData = (chain: Chain, lpAccount: Address): Promise<LpAccountData | null> =>
  ask(chain, lpAccount, ['get_lp_account_data'], (answer) => ({
    user: answer.readAddress(),
    pool: answer.readAddress(),
    amount0: answer.readBigNumber(),
    amount1: answer.readBigNumber(),
  }));

/** Output that a version 1 pool quotes, without a referrer. */
export const expectedOutputs = (
  chain: Chain,
  pool: Address,
  offer: { readonly amount: bigint; readonly routerWallet: Address },
): Promise<{ readonly out: bigint; readonly protocolFee: bigint } | null> =>
  ask(
    chain,
    pool,
    ['get_expected_outputs', { type: 'int', value: offer.amount }, sliceOf(offer.routerWallet)],
    (answer) => ({ out: answer.readBigNumber(), protocolFee: answer.readBigNumber() }),
  );

/** The LP tokens that a version 1 pool would mint. */
export const expectedTokens = (
  chain: Chain,
  pool: Address,
  amounts: readonly [bigint, bigint],
): Promise<bigint | null> =>
  ask(chain, pool, ['get_expected_tokens', ...amounts.map((value) => ({ type: 'int', value }) as const)], number);

/** The amounts that a version 1 pool would pay for LP tokens. */
export const expectedLiquidity = (
  chain: Chain,
  pool: Address,
  lp: bigint,
): Promise<{ readonly amount0: bigint; readonly amount1: bigint } | null> =>
  ask(chain, pool, ['get_expected_liquidity', { type: 'int', value: lp }], (answer) => ({
    amount0: answer.readBigNumber(),
    amount1: answer.readBigNumber(),
  }));
