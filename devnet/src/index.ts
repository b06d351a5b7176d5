// The entry of the package: starts a devnet for tests, in the process of the tests.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Address } from '@ton/core';
import { stonfi } from '../../src/compat/stonfi/surface.ts';
import type { Snapshot } from './chain/chain.ts';
import { Devnet } from './devnet.ts';
import { type Import, takeListed } from './import/listed.ts';
import type { DevnetInfo } from './info.ts';
import { serveDevnet } from './server.ts';
import { exchangeOf } from './stonfi/exchange.ts';
import { Market } from './stonfi/market.ts';
import { addStonfi } from './stonfi/serve.ts';

export type { Snapshot } from './chain/chain.ts';
export type { Import, ListedContract } from './import/listed.ts';
export type { DevnetInfo, TokenInfo } from './info.ts';

export type StartOptions = {
  /** Interval between blocks while messages are pending. The default, 0, puts a message and all messages it causes into one block. */
  readonly blockMs?: number;
  /** The default, 0, takes any free port. */
  readonly port?: number;
  /** 32 bytes in hex, from which all addresses follow; the default is the same for every devnet. */
  readonly seed?: string;
  /** Contracts with which the devnet begins, at the addresses that they have on another network. */
  readonly import?: Import;
};

export type TestDevnet = {
  /** The endpoint, as `TonClient` takes it: toncenter's API v2 by JSON-RPC. */
  readonly url: string;
  /** The base URL of STON.fi's REST API, as `StonApiClient` takes it: it tells of the pools of this chain. */
  readonly apiUrl: string;
  /** The addresses of router, pTON and tokens, the network's id, and the mnemonics of two wallets with a billion TON each. */
  readonly info: DevnetInfo;
  /** The address of a token that the devnet has from the start: USDT, STON or NOT. */
  token(symbol: string): Address;
  /**
   * Pays nanotons, or the smallest units of one of the devnet's tokens, which is given by its symbol or address.
   * Resolves when the payment has arrived, and rejects if nothing was paid.
   */
  faucet(address: Address | string, units: bigint, token?: string): Promise<void>;
  /** Resolves when no message is in flight, apart from those to held accounts. */
  settled(): Promise<void>;
  snapshot(): Promise<Snapshot>;
  /** Restores accounts, blocks, pending messages, held accounts and the skipped time; a snapshot can be used again. */
  revert(snapshot: Snapshot): Promise<void>;
  /** Sets the chain's clock ahead. */
  skipTime(seconds: number): Promise<void>;
  /** Delays messages to an account until it is released, as in a shard that lags. */
  hold(address: Address | string): Promise<void>;
  release(address: Address | string): Promise<void>;
  /** Stops the devnet and deletes its files. A process that ends without it does both too. */
  close(): Promise<void>;
};

const SEED = '6d'.repeat(32);
const LONGEST_BLOCK_MS = 3_600_000;

/** Folders of the devnets that were not closed yet. */
const folders = new Set<string>();
const remove = (folder: string): void => {
  rmSync(folder, { recursive: true, force: true });
  folders.delete(folder);
};
process.once('exit', () => folders.forEach(remove));

export async function startDevnet({
  blockMs = 0,
  port = 0,
  seed = SEED,
  import: listed,
}: StartOptions = {}): Promise<TestDevnet> {
  const isInterval = Number.isInteger(blockMs) && blockMs >= 0 && blockMs <= LONGEST_BLOCK_MS;
  check('blockMs', isInterval, `a whole number of at most ${LONGEST_BLOCK_MS}`);
  check('seed', /^[0-9a-f]{64}$/i.test(seed), '32 bytes in hex');
  const contracts = listed && (await takeListed(listed));
  const folder = mkdtempSync(join(tmpdir(), 'ton-devnet-'));
  folders.add(folder);
  try {
    const devnet = await Devnet.open({
      folder,
      blockMs,
      seed,
      contracts,
      onTrouble: (trouble) => process.emitWarning(trouble),
    });
    const exchange = exchangeOf(new Market(devnet.chain, devnet.info), devnet.info);
    const server = await serveDevnet(devnet, {
      host: '127.0.0.1',
      port,
      keepsRunning: false,
      addRoutes: (app) => addStonfi(app, stonfi, exchange),
    });
    let closing: Promise<void> | undefined;
    return {
      url: server.published.endpoint,
      apiUrl: new URL(server.published.endpoint).origin,
      info: devnet.info,
      token: (symbol) => tokenOf(devnet.info, symbol),
      faucet: async (address, units, token = 'TON') => devnet.pay(Address.parse(address.toString()), units, token),
      settled: () => devnet.settled(),
      snapshot: () => devnet.snapshot(),
      revert: (snapshot) => devnet.revert(snapshot),
      skipTime: (seconds) => devnet.skipTime(seconds),
      hold: (address) => devnet.hold(address.toString()),
      release: (address) => devnet.release(address.toString()),
      close: () => (closing ??= server.stop().finally(() => remove(folder))),
    };
  } catch (error) {
    remove(folder);
    throw error;
  }
}

function check(option: string, isValid: boolean, form: string): void {
  if (!isValid) throw new RangeError(`${option}: must be ${form}`);
}

function tokenOf({ tokens }: DevnetInfo, symbol: string): Address {
  const token = tokens.find((one) => one.symbol === symbol);
  if (!token) throw new Error(`${symbol}: the devnet has no such token`);
  return Address.parse(token.address);
}
