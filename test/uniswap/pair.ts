// The real Uniswap v2 pair: the compiled contracts of @uniswap/v2-core, run by an EVM inside this process.
import { Common, Hardfork, Mainnet } from '@ethereumjs/common';
import { createEVM, type EVM } from '@ethereumjs/evm';
import { Address, bytesToBigInt, bytesToUtf8, concatBytes, hexToBytes } from '@ethereumjs/util';
import erc20 from '@uniswap/v2-core/build/ERC20.json' with { type: 'json' };
import factory from '@uniswap/v2-core/build/UniswapV2Factory.json' with { type: 'json' };

/** The largest reserve that the pair can hold. */
export const MAX_RESERVE = 2n ** 112n - 1n;

const SELECTORS = {
  'balanceOf(address)': '0x70a08231',
  'burn(address)': '0x89afcb44',
  'createPair(address,address)': '0xc9c65396',
  'getReserves()': '0x0902f1ac',
  'mint(address)': '0x6a627842',
  'swap(uint256,uint256,address,bytes)': '0x022c0d9f',
  'sync()': '0xfff6cae9',
  'token0()': '0x0dfe1681',
  'totalSupply()': '0x18160ddd',
  'transfer(address,uint256)': '0xa9059cbb',
} as const;

const TRADER = new Address(hexToBytes(`0x${'11'.repeat(20)}`));
const TOKEN_SUPPLY = 2n ** 128n;
const WORD_BYTES = 32;

/** A contract call that reverted, with its reason. */
export class Reverted {
  readonly reason: string;
  constructor(reason: string) {
    this.reason = reason;
  }
}

export class UniswapPair {
  readonly #evm: EVM;
  readonly #address: bigint;
  readonly #token0: bigint;
  readonly #token1: bigint;

  private constructor(evm: EVM, addresses: { pair: bigint; token0: bigint; token1: bigint }) {
    this.#evm = evm;
    this.#address = addresses.pair;
    this.#token0 = addresses.token0;
    this.#token1 = addresses.token1;
  }

  static async deploy(): Promise<UniswapPair> {
    // Istanbul is the first fork with CHAINID, which the pair's constructor reads.
    const evm = await createEVM({ common: new Common({ chain: Mainnet, hardfork: Hardfork.Istanbul }) });
    const creator = await create(evm, factory.bytecode, asWord(TRADER));
    const [a, b] = [await create(evm, erc20.bytecode, TOKEN_SUPPLY), await create(evm, erc20.bytecode, TOKEN_SUPPLY)];
    const [pair = 0n] = must(await call(evm, creator, 'createPair(address,address)', a, b));
    const [token0 = 0n] = must(await call(evm, pair, 'token0()'));
    return new UniswapPair(evm, { pair, token0, token1: token0 === a ? b : a });
  }

  /** Runs the work and then reverts all its changes to the chain. */
  async scratch(work: () => Promise<void>): Promise<void> {
    await this.#evm.stateManager.checkpoint();
    try {
      await work();
    } finally {
      await this.#evm.stateManager.revert();
    }
  }

  /** Sends tokens to the pair, which notices them at the next swap, mint, burn or sync. */
  async send(amount0: bigint, amount1: bigint): Promise<void> {
    if (amount0 > 0n) must(await this.#call(this.#token0, 'transfer(address,uint256)', this.#address, amount0));
    if (amount1 > 0n) must(await this.#call(this.#token1, 'transfer(address,uint256)', this.#address, amount1));
  }

  /** Makes the pair's balances its reserves: a donation to its providers. */
  async sync(): Promise<void> {
    must(await this.#call(this.#address, 'sync()'));
  }

  async swap(out0: bigint, out1: bigint): Promise<Reverted | undefined> {
    const emptyBytes = [4n * BigInt(WORD_BYTES), 0n];
    const signature = 'swap(uint256,uint256,address,bytes)';
    const answer = await this.#call(this.#address, signature, out0, out1, asWord(TRADER), ...emptyBytes);
    return answer instanceof Reverted ? answer : undefined;
  }

  async mint(): Promise<bigint | Reverted> {
    const answer = await this.#call(this.#address, 'mint(address)', asWord(TRADER));
    return answer instanceof Reverted ? answer : (answer[0] as bigint);
  }

  async burn(lpTokens: bigint): Promise<{ amount0: bigint; amount1: bigint } | Reverted> {
    must(await this.#call(this.#address, 'transfer(address,uint256)', this.#address, lpTokens));
    const answer = await this.#call(this.#address, 'burn(address)', asWord(TRADER));
    return answer instanceof Reverted ? answer : { amount0: answer[0] as bigint, amount1: answer[1] as bigint };
  }

  async state(): Promise<{ reserve0: bigint; reserve1: bigint; supply: bigint }> {
    const [reserve0 = 0n, reserve1 = 0n] = must(await this.#call(this.#address, 'getReserves()'));
    const [supply = 0n] = must(await this.#call(this.#address, 'totalSupply()'));
    return { reserve0, reserve1, supply };
  }

  /** The LP tokens that the first mint locked at the zero address. */
  async locked(): Promise<bigint> {
    return must(await this.#call(this.#address, 'balanceOf(address)', 0n))[0] as bigint;
  }

  #call(to: bigint, signature: keyof typeof SELECTORS, ...args: readonly bigint[]): Promise<bigint[] | Reverted> {
    return call(this.#evm, to, signature, ...args);
  }
}

async function create(evm: EVM, bytecode: string, argument: bigint): Promise<bigint> {
  const data = concatBytes(hexToBytes(`0x${bytecode}`), word(argument));
  const { createdAddress, execResult } = await evm.runCall({ caller: TRADER, data });
  if (!createdAddress || execResult.exceptionError) throw new Error('the contract could not be deployed');
  return asWord(createdAddress);
}

async function call(evm: EVM, to: bigint, signature: keyof typeof SELECTORS, ...args: readonly bigint[]) {
  const data = concatBytes(hexToBytes(SELECTORS[signature]), ...args.map(word));
  // Each call is its own transaction, and gas refunds depend on the storage at its start.
  evm.stateManager.originalStorageCache.clear();
  const { execResult } = await evm.runCall({ caller: TRADER, to: new Address(word(to).slice(12)), data });
  const { exceptionError, returnValue } = execResult;
  if (exceptionError) return new Reverted(reasonOf(returnValue) || exceptionError.error);
  return wordsOf(returnValue);
}

/** Unpacks Error(string): a selector, an offset, a length and the text. */
function reasonOf(revertData: Uint8Array): string {
  const [, length = 0n, ...text] = wordsOf(revertData.slice(4));
  return bytesToUtf8(concatBytes(...text.map(word)).slice(0, Number(length)));
}

const wordsOf = (bytes: Uint8Array): bigint[] =>
  Array.from({ length: bytes.length / WORD_BYTES }, (_, i) =>
    bytesToBigInt(bytes.slice(i * WORD_BYTES, (i + 1) * WORD_BYTES)),
  );

const word = (value: bigint): Uint8Array => hexToBytes(`0x${value.toString(16).padStart(2 * WORD_BYTES, '0')}`);
const asWord = (address: Address): bigint => bytesToBigInt(address.bytes);

function must<T>(answer: T | Reverted): T {
  if (answer instanceof Reverted) throw new Error(`the contract refused: ${answer.reason}`);
  return answer;
}
