// A devnet as its thread runs it: opened with the first question, so that a file that cannot be used is an answer too.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Address } from '@ton/core';
import { Chain } from './chain/chain.ts';
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
  /** 32 bytes in hex, for a devnet that is to begin like another. */
  readonly seed?: string | undefined;
};
export type AuditNotice = { readonly done: number; readonly total: number } | { readonly replayed: Replayed };

type Open = { readonly chain: Chain; readonly info: DevnetInfo; readonly faucet: Faucet };

export const fileOf = (folder: string): string => join(folder, 'devnet.db');

export class DevnetService {
  readonly #options: ServiceOptions;
  readonly #notify: (notice: AuditNotice) => void;
  #open: Promise<Open> | undefined;

  constructor(options: ServiceOptions, notify: (notice: AuditNotice) => void) {
    this.#options = options;
    this.#notify = notify;
  }

  async info(): Promise<DevnetInfo> {
    return (await this.#opened()).info;
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

  /** Answers at once; how far it is, and what came of it, are told by and by. */
  audit(): void {
    const tell = (done: number, total: number) => this.#notify({ done, total });
    const failed = (error: Error): Replayed => ({ blocks: 0, digest: '', fault: error.message });
    void replay(fileOf(this.#options.folder), tell)
      .catch(failed)
      .then((replayed) => this.#notify({ replayed }));
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

  async #begin(): Promise<Open> {
    const { folder, blockMs, seed } = this.#options;
    const path = fileOf(folder);
    if (!existsSync(path)) await createDevnet(path, seed === undefined ? undefined : Buffer.from(seed, 'hex'));
    const chain = await Chain.open({ path, blockMs });
    const info: DevnetInfo = JSON.parse(chain.database.setting(INFO) ?? '');
    const signer = ({ mnemonic }: { readonly mnemonic: string }) => new Signer(chain, () => keyed(mnemonic));
    const faucet = new Faucet({ faucet: signer(info.faucet), admin: signer(info.admin) }, info);
    chain.start();
    return { chain, info, faucet };
  }
}
