// A devnet as its thread runs it: opened with the first call, so that an unusable file is reported in the answer.
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Address } from '@ton/core';
import { type Failure, failureOf } from '../../thread/failure.ts';
import { Chain } from './chain/chain.ts';
import { Database } from './chain/database.ts';
import { digestOf, type Replayed, replay } from './chain/replay.ts';
import { Faucet } from './faucet.ts';
import { createDevnet, INFO } from './genesis/genesis.ts';
import { keyed } from './genesis/keys.ts';
import { Signer } from './genesis/signer.ts';
import type { DevnetInfo } from './info.ts';
import type { Answer } from './toncenter/answer.ts';
import { callMethod } from './toncenter/methods.ts';
import type { Params } from './toncenter/params.ts';

export type ServiceOptions = {
  readonly folder: string;
  readonly blockMs: number;
  /** 32 bytes in hex, to start a devnet with the same contents as another. */
  readonly seed?: string | undefined;
};
/** Reports of work that takes longer than the timeout of a call. */
export type Notice =
  | { readonly opened: DevnetInfo }
  | { readonly failed: Failure }
  | { readonly trouble: string }
  | { readonly done: number; readonly total: number }
  | { readonly replayed: Replayed };

type Open = { readonly chain: Chain; readonly info: DevnetInfo; readonly faucet: Faucet };

export const fileOf = (folder: string): string => join(folder, 'devnet.db');

/** Fails if another process has the devnet open, or the file is not a devnet. */
export function removeDevnet(path: string): void {
  if (!existsSync(path)) return;
  new Database(path).close();
  for (const file of [path, `${path}-wal`]) rmSync(file, { force: true });
}

export class DevnetService {
  readonly #options: ServiceOptions;
  readonly #notify: (notice: Notice) => void;
  #open: Promise<Open> | undefined;

  constructor(options: ServiceOptions, notify: (notice: Notice) => void) {
    this.#options = options;
    this.#notify = notify;
  }

  /** Returns at once and reports by a notice: creating a devnet takes seconds, or much longer on a busy machine. */
  open(fresh: boolean): void {
    if (fresh) this.#open = this.#begin(fresh);
    void this.#opened().then(
      ({ info }) => this.#notify({ opened: info }),
      (error) => this.#notify({ failed: failureOf(error) }),
    );
  }

  async call(method: string, params: Params): Promise<Answer> {
    return callMethod((await this.#opened()).chain, method, params);
  }

  async give(params: Params): Promise<Answer> {
    return (await this.#opened()).faucet.give(params);
  }

  async hold(address: string): Promise<void> {
    (await this.#opened()).chain.hold(Address.parse(address));
  }

  async release(address: string): Promise<void> {
    return (await this.#opened()).chain.release(Address.parse(address));
  }

  async skipTime(seconds: number): Promise<void> {
    (await this.#opened()).chain.skipTime(seconds);
  }

  async digest(): Promise<string> {
    return digestOf((await this.#opened()).chain.database);
  }

  /** Returns at once and reports by notices. */
  audit(): void {
    const tell = (done: number, total: number) => this.#notify({ done, total });
    void replay(fileOf(this.#options.folder), tell).then(
      (replayed) => this.#notify({ replayed }),
      (error) => this.#notify({ failed: failureOf(error) }),
    );
  }

  async close(): Promise<void> {
    await (await this.#open?.catch(() => undefined))?.chain.close();
  }

  #opened(): Promise<Open> {
    this.#open ??= this.#begin().catch((error) => {
      this.#open = undefined;
      throw error;
    });
    return this.#open;
  }

  async #begin(fresh = false): Promise<Open> {
    const { folder, blockMs, seed } = this.#options;
    const path = fileOf(folder);
    if (fresh) removeDevnet(path);
    if (!existsSync(path)) await createDevnet(path, seed === undefined ? undefined : Buffer.from(seed, 'hex'));
    const onTrouble = (trouble: string) => this.#notify({ trouble });
    const chain = await Chain.open({ path, blockMs, onTrouble });
    const info: DevnetInfo = JSON.parse(chain.database.setting(INFO) ?? '');
    const signer = ({ mnemonic }: { readonly mnemonic: string }) => new Signer(chain, () => keyed(mnemonic));
    const faucet = new Faucet({ faucet: signer(info.faucet), admin: signer(info.admin) }, info);
    chain.start();
    return { chain, info, faucet };
  }
}
