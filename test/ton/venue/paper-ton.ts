// A venue on its own devnet, with funded accounts; further nodes of it if a test needs several.
import { mnemonicToPrivateKey } from '@ton/crypto';
import { DEVNET_ID } from '#devnet/network';
import { type DevnetServer, serveDevnet } from '#devnet/server';
import { placeDevnet } from '../../../devnet/test/devnet.ts';
import { Challenges } from '../../../src/access/people/challenges.ts';
import type { Account, TokenAddress } from '../../../src/core/amount.ts';
import { ppm } from '../../../src/core/amount.ts';
import { LedgerVenue } from '../../../src/ledger/ledger-venue.ts';
import type { Store } from '../../../src/ports/store.ts';
import { openSqliteStore } from '../../../src/store/sqlite/store.ts';
import { DevnetThread } from '../../../src/ton/devnet/devnet-thread.ts';
import { listDevnet } from '../../../src/ton/devnet/listing.ts';
import { type OpenOptions, type OpenTon, openTon } from '../../../src/ton/open.ts';
import { PROOF_MS } from '../../../src/ton/proof/check.ts';
import { TON } from '../../../src/ton/venue/dex.ts';
import { POLICY as policy } from '../../store-contract/site.ts';

type Node = OpenTon & { readonly store: Store; readonly registry: LedgerVenue };

export type PaperTon = Node & {
  readonly server: DevnetServer;
  /** Another node of the same exchange. */
  another(over?: Partial<OpenOptions>): Promise<Node>;
  token(symbol: string): TokenAddress;
  fund(account: Account, amounts: Readonly<Record<string, string>>): Promise<void>;
  stop(): Promise<void>;
};

type Options = Partial<Pick<OpenOptions, 'waitMs' | 'onTrouble' | 'onEnd'>> & {
  readonly blockMs?: number;
  /** Maps the devnet's endpoint to the URL to use, such as a proxy's. */
  readonly through?: (endpoint: string) => Promise<string>;
  /** An SQLite file in the folder by default. */
  readonly openStore?: () => Promise<Store>;
};

export async function paperTon(
  folder: string,
  { blockMs = 0, openStore, through, ...all }: Options = {},
): Promise<PaperTon> {
  await placeDevnet(`${folder}/devnet`);
  const devnet = await DevnetThread.start({ folder: `${folder}/devnet`, blockMs });
  const server = await serveDevnet(devnet, { host: '127.0.0.1', port: 0 });
  const { published } = server;
  const open =
    openStore ??
    (() => openSqliteStore({ path: `${folder}/millpond.db`, busyTimeoutMs: 60_000, clockAheadMs: 0, policy }));
  const endpoint = endpointAt((await through?.(published.endpoint)) ?? published.endpoint);
  const nodes: Node[] = [];
  const another = async (over: Partial<OpenOptions> = {}) => {
    const node = await openNode(await open(), server, { endpoint, ...all, ...over });
    node.start();
    nodes.push(node);
    return node;
  };
  const first = await another();
  await listDevnet(first.registry, devnet.info);
  const token = (symbol: string) =>
    (symbol === 'TON' ? TON : published.tokens.find((each) => each.symbol === symbol)?.address) as TokenAddress;
  return {
    ...first,
    server,
    another,
    token,
    async fund(account, amounts) {
      const { address } = await first.venue.wallets.wallet(account);
      for (const [symbol, amount] of Object.entries(amounts)) {
        const { status, body } = await devnet.give({ address, token: symbol, amount });
        if (status !== 200) throw new Error(JSON.stringify(body));
      }
    },
    async stop() {
      for (const node of nodes) {
        await node.close();
        await node.registry.close();
      }
      await server.stop();
    },
  };
}

export const endpointAt = (url: string) => ({ url, perSecond: 100_000, timeoutMs: 60_000, backOffMs: 20 });

/** A node with the devnet's router and key by default; not started. */
export async function openNode(
  store: Store,
  { published }: DevnetServer,
  over: Partial<OpenOptions> = {},
): Promise<Node> {
  const registry = new LedgerVenue(store, { policy, maxBatch: 100, maxQueue: 1000, maxWaitMs: 60_000 });
  const ton = await openTon({
    endpoint: endpointAt(published.endpoint),
    network: DEVNET_ID,
    contracts: published,
    key: await mnemonicToPrivateKey(published.faucet.mnemonic.split(' ')),
    requests: store.chainRequests,
    registry,
    payloads: new Challenges(store.sideRecords, PROOF_MS),
    policy,
    slippagePpm: ppm(10_000n),
    quote: { token: published.tokens[0]?.address as TokenAddress, orFirst: false },
    waitMs: 120_000,
    ttlS: 60,
    lookEveryMs: 20,
    keepMs: 0,
    onTrouble: (error) => console.error(error),
    onEnd: (end, request) => end === 'stranded' && console.error(end, request),
    onSendEnd: () => {},
    onBalance: () => {},
    ...over,
  });
  return { ...ton, store, registry };
}
