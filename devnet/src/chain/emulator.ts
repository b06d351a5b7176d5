// The transaction emulator of the TON node: the result of a message depends only on the inputs given here.
import { createHash } from 'node:crypto';
import { type Address, beginCell, Cell, Dictionary, parseTuple, serializeTuple, type TupleItem } from '@ton/core';
import { slimConfig } from '@ton/sandbox/dist/config/slimConfig.js';
import type { EmulationResult, Executor } from '@ton/sandbox/dist/executor/Executor.js';
import { DEVNET_ID } from '../network.ts';
import { sharedExecutor } from './executor.ts';

type Emulated = EmulationResult['result'];
export type GetterOutcome = {
  readonly exitCode: number;
  readonly gasUsed: number;
  readonly stack: readonly TupleItem[];
};

/** Gas limit of a getter: more than that of any known contract needs, and an endless one stops here. */
const GETTER_GAS = 10_000_000n;

export class Emulator {
  readonly #executor: Executor;
  /** Library cells by hash, as the masterchain would keep them. */
  readonly #libraries: Cell | null;

  private constructor(executor: Executor, libraries: Cell | null) {
    this.#executor = executor;
    this.#libraries = libraries;
  }

  static async create(libraries: Cell | null = null): Promise<Emulator> {
    return new Emulator(await sharedExecutor(), libraries);
  }

  /** Deterministic: the same account, message, time and logical time give the same bytes. */
  async transaction(message: Cell, shard: Uint8Array, at: { now: number; lt: number; ignoreSignature?: boolean }) {
    const { result } = await this.#executor.runTransaction({
      config: CONFIG,
      libs: this.#libraries,
      verbosity: 'short',
      shardAccount: base64(shard),
      now: at.now,
      lt: BigInt(at.lt),
      randomSeed: seedOf(at.lt),
      ignoreChksig: at.ignoreSignature ?? false,
      debugEnabled: false,
      message,
    });
    return result satisfies Emulated;
  }

  async getter(
    contract: { readonly address: Address; readonly code: Cell; readonly data: Cell; readonly balance: bigint },
    methodId: number,
    stack: readonly TupleItem[],
    at: { now: number; lt: number },
  ): Promise<GetterOutcome> {
    const { output } = await this.#executor.runGetMethod({
      ...contract,
      methodId,
      stack: [...stack],
      ...(this.#libraries && { libs: this.#libraries }),
      config: CONFIG,
      verbosity: 'short',
      unixTime: at.now,
      randomSeed: seedOf(at.lt),
      gasLimit: GETTER_GAS,
      debugEnabled: false,
    });
    if (!output.success) throw new Error(output.error);
    const { vm_exit_code: exitCode, gas_used: gasUsed } = output;
    return { exitCode, gasUsed: Number(gasUsed), stack: parseTuple(Cell.fromBase64(output.stack)) };
  }
}

/** True if the stack can be serialized for the emulator; any other is refused before it gets there. */
export const isStack = (stack: readonly TupleItem[]): boolean => {
  try {
    serializeTuple([...stack]);
    return true;
  } catch {
    return false;
  }
};

const seedOf = (lt: number): Buffer => createHash('sha256').update(String(lt)).digest();

const base64 = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('base64');

const NETWORK_PARAMETER = 19;

/** Mainnet's configuration with the devnet's own network id. */
const CONFIGURATION = Cell.fromBase64(slimConfig)
  .beginParse()
  .loadDictDirect(Dictionary.Keys.Int(32), Dictionary.Values.Cell())
  .set(NETWORK_PARAMETER, beginCell().storeInt(DEVNET_ID, 32).endCell());
export const CONFIGURATION_CELL = beginCell().storeDictDirect(CONFIGURATION).endCell();
const CONFIG = CONFIGURATION_CELL.toBoc().toString('base64');

export const configParameter = (number: number): Cell | undefined => CONFIGURATION.get(number);
