// A devnet in a folder: a chain with its market and faucet, in the thread that opens it.
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { Address } from '@ton/core';
import { Chain, type Snapshot } from './chain/chain.ts';
import { Database } from './chain/database.ts';
import { Faucet } from './faucet.ts';
import { createDevnet, INFO } from './genesis/genesis.ts';
import { keyed } from './genesis/keys.ts';
import { Signer } from './genesis/signer.ts';
import type { Taken } from './import/take.ts';
import { type DevnetInfo, fileOf } from './info.ts';
import type { Answer } from './toncenter/answer.ts';
import { callMethod } from './toncenter/methods.ts';
import type { Params } from './toncenter/params.ts';
import { callV3 } from './toncenter/v3/calls.ts';

export type DevnetOptions = {
  readonly folder: string;
  /** Interval between blocks while messages are pending; 0 for instant. */
  readonly blockMs: number;
  /** 32 bytes in hex, to start a devnet with the same contents as another. */
  readonly seed?: string | undefined;
  /** The contracts with which a new devnet begins, beside its own. */
  readonly contracts?: Taken | undefined;
  /** Deletes an existing devnet first. */
  readonly fresh?: boolean | undefined;
  /** Called when blocks cannot be made. */
  readonly onTrouble?: ((message: string) => void) | undefined;
};

/** The calls of a devnet: implemented by `Devnet`, and by objects that forward them to a devnet in another thread. */
export type DevnetCalls = Omit<Pick<Devnet, keyof Devnet>, 'chain' | 'pay' | 'settled' | 'snapshot' | 'revert'>;

/** Fails if another process has the devnet open, or the file is not a devnet. */
export function removeDevnet(path: string): void {
  if (!existsSync(path)) return;
  new Database(path).close();
  for (const file of [path, `${path}-wal`]) rmSync(file, { force: true });
}

export class Devnet {
  readonly info: DevnetInfo;
  readonly folder: string;
  readonly #chain: Chain;
  readonly #faucet: Faucet;

  private constructor(folder: string, chain: Chain) {
    const info: DevnetInfo = JSON.parse(chain.database.setting(INFO) ?? '');
    const signer = ({ mnemonic }: { readonly mnemonic: string }) => new Signer(chain, () => keyed(mnemonic));
    this.info = info;
    this.folder = folder;
    this.#chain = chain;
    this.#faucet = new Faucet(chain, { faucet: signer(info.faucet), admin: signer(info.admin) }, info);
  }

  /** Opens the devnet in the folder, or creates one. */
  static async open({ folder, blockMs, seed, contracts, fresh = false, onTrouble }: DevnetOptions): Promise<Devnet> {
    const path = fileOf(folder);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    if (fresh) removeDevnet(path);
    if (!existsSync(path))
      await createDevnet(path, seed === undefined ? undefined : Buffer.from(seed, 'hex'), contracts);
    const chain = await Chain.open({ path, blockMs, ...(onTrouble && { onTrouble }) });
    const devnet = new Devnet(folder, chain);
    chain.start();
    return devnet;
  }

  get chain(): Chain {
    return this.#chain;
  }

  /** Calls a method of toncenter's API. */
  call(method: string, params: Params): Promise<Answer> {
    return callMethod(this.#chain, method, params);
  }

  /** Makes a call of toncenter's API v3. */
  callV3(path: string, params: Params): Promise<Answer> {
    return callV3(this.#chain, path, params);
  }

  /** Pays TON or one of the devnet's tokens from the faucet: `{ address, token?, amount }`. */
  give(params: Params): Promise<Answer> {
    return this.#faucet.give(params);
  }

  /** Pays an amount in the smallest unit of TON or of a token, which is given by its symbol or address; resolves when it has arrived. */
  async pay(to: Address, units: bigint, token: string): Promise<void> {
    await this.#faucet.pay(to, units, token);
  }

  /** Resolves when no message is in flight, apart from those to held accounts. */
  settled(): Promise<void> {
    return this.#chain.settled();
  }

  snapshot(): Promise<Snapshot> {
    return this.#chain.snapshot();
  }

  revert(snapshot: Snapshot): Promise<void> {
    return this.#chain.revert(snapshot);
  }

  /** Delays messages to an account, as in a shard that lags. */
  async hold(address: string): Promise<void> {
    this.#chain.hold(Address.parse(address));
  }

  release(address: string): Promise<void> {
    return this.#chain.release(Address.parse(address));
  }

  /** Sets the chain's clock ahead. */
  async skipTime(seconds: number): Promise<void> {
    this.#chain.skipTime(seconds);
  }

  stop(): Promise<void> {
    return this.#chain.close();
  }
}
