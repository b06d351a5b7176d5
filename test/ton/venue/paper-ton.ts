// A venue on a devnet of its own, with funded accounts.
import { mnemonicToPrivateKey } from '@ton/crypto';
import { Challenges } from '../../../src/access/people/challenges.ts';
import type { Account, TokenAddress } from '../../../src/core/amount.ts';
import { ppm } from '../../../src/core/amount.ts';
import { LedgerVenue } from '../../../src/ledger/ledger-venue.ts';
import type { ChainOrders } from '../../../src/ports/chain-orders.ts';
import { openSqliteStore } from '../../../src/store/sqlite/store.ts';
import { listDevnet } from '../../../src/ton/devnet/listing.ts';
import { DEVNET_ID } from '../../../src/ton/devnet/network.ts';
import { type DevnetServer, serveDevnet } from '../../../src/ton/devnet/server.ts';
import { type OpenTon, openTon } from '../../../src/ton/open.ts';
import { PROOF_MS } from '../../../src/ton/proof/check.ts';
import { TON } from '../../../src/ton/venue/dex.ts';
import { POLICY as policy } from '../../store-contract/site.ts';

export type PaperTon = OpenTon & {
  readonly server: DevnetServer;
  readonly registry: LedgerVenue;
  readonly orders: ChainOrders;
  token(symbol: string): TokenAddress;
  fund(account: Account, amounts: Readonly<Record<string, string>>): Promise<void>;
  stop(): Promise<void>;
};

export async function paperTon(
  folder: string,
  options: { readonly blockMs?: number; readonly waitMs?: number } = {},
): Promise<PaperTon> {
  const server = await serveDevnet({
    folder: `${folder}/devnet`,
    blockMs: options.blockMs ?? 0,
    host: '127.0.0.1',
    port: 0,
  });
  const { published, devnet } = server;
  const store = await openSqliteStore({
    path: `${folder}/millpond.db`,
    busyTimeoutMs: 60_000,
    clockAheadMs: 0,
    policy,
  });
  const registry = new LedgerVenue(store, { policy, maxBatch: 100, maxQueue: 1000, maxWaitMs: 60_000 });
  await listDevnet(registry, devnet.info);
  const ton = await openTon({
    endpoint: { url: published.endpoint, perSecond: 100_000, timeoutMs: 60_000 },
    network: DEVNET_ID,
    contracts: published,
    key: await mnemonicToPrivateKey(published.faucet.mnemonic.split(' ')),
    orders: store.chainOrders,
    registry,
    payloads: new Challenges(store.sideRecords, PROOF_MS),
    policy,
    slippagePpm: ppm(10_000n),
    waitMs: options.waitMs ?? 120_000,
    ttlS: 60,
    lookEveryMs: 20,
    keepMs: 0,
    onTrouble: (error) => console.error(error),
    onEnd: (end, order) => end === 'stranded' && console.error(end, order),
    onSendEnd: () => {},
    onBalance: () => {},
  });
  ton.start();
  const token = (symbol: string) =>
    (symbol === 'TON' ? TON : published.tokens.find((each) => each.symbol === symbol)?.address) as TokenAddress;
  return {
    ...ton,
    server,
    registry,
    orders: store.chainOrders,
    token,
    async fund(account, amounts) {
      const { address } = await ton.venue.wallets.wallet(account);
      for (const [symbol, amount] of Object.entries(amounts)) {
        const { status, body } = await devnet.give({ address, token: symbol, amount });
        if (status !== 200) throw new Error(JSON.stringify(body));
      }
    },
    async stop() {
      await ton.close();
      await registry.close();
      await server.stop();
    },
  };
}
