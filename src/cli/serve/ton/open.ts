// Opens the venue of a server on TON: the network of a configured endpoint, or a devnet inside the process.
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { MAINNET, type NetworkId, TESTNET } from '#devnet/contracts/wallet-v5';
import { Challenges } from '../../../access/people/challenges.ts';
import { tonAddress } from '../../../address.ts';
import { controlsFor } from '../../../api/door/controls.ts';
import type { Metrics } from '../../../api/metrics/metrics.ts';
import { registerTon, registerTonGauges, type TonMetrics } from '../../../api/metrics/ton.ts';
import type { Account } from '../../../core/amount.ts';
import type { Health } from '../../../ports/health.ts';
import type { Store } from '../../../ports/store.ts';
import type { Venue } from '../../../ports/venue.ts';
import { ChainUnavailable } from '../../../ton/chain.ts';
import { BadChain, type Contracts, type OpenOptions, type OpenTon, openTon } from '../../../ton/open.ts';
import type { OutboxListeners } from '../../../ton/outbox/outbox.ts';
import { PROOF_MS } from '../../../ton/proof/check.ts';
import { BadKeyFile, readKey } from '../../../ton/wallets/key-file.ts';
import { BadSetting, policyOf, type Settings } from '../../settings.ts';
import { TroubleLog } from '../log/trouble.ts';
import { checkVenue, markVenue } from '../venue-mark.ts';
import { endpointOf } from './endpoint.ts';

export type OnTon = {
  /** The network id that wallets use. */
  readonly network: number;
  readonly contracts: Contracts;
  readonly venue: Venue & Health;
  /** Adds the routes of a devnet to the HTTP server, if the venue is one. */
  addRoutes(app: FastifyInstance): Promise<void>;
  /** Starts to send and track accepted requests. `origin` is the URL of the server, which a devnet publishes. */
  begin(origin: string): Promise<void>;
  close(): Promise<void>;
};

const LOOK_EVERY_MS = 1000;
/** How long a signed message can be executed. */
export const TTL_S = 60;
/** How long data of the chain is cached, so that it is read about once per block. */
const KEEP_MS = 1000;

export async function openOnTon(
  settings: Settings,
  store: Store,
  registry: Venue & Health,
  { logger, metrics, nowMs }: { readonly logger: Logger; readonly metrics: Metrics; readonly nowMs: () => number },
): Promise<OnTon> {
  const counted = registerTon(metrics.registry);
  const shared = {
    requests: store.chainRequests,
    registry,
    payloads: new Challenges(store.sideRecords, PROOF_MS),
    nowMs,
    policy: policyOf(settings),
    slippagePpm: settings.TON_SLIPPAGE,
    quote: settings.QUOTE_TOKEN,
    waitMs: settings.TON_WAIT,
    ttlS: TTL_S,
    ...listenersOf(logger, counted),
  };
  const showGauges = ({ head }: OpenTon) =>
    registerTonGauges(metrics.registry, {
      figures: () => store.chainRequests.figures(),
      chainTimeS: async () => (await head()).timeS,
    });
  const onAnswer = counted.request;
  if (settings.TON_ENDPOINT === null) return onDevnet(settings, store, { ...shared, onAnswer, showGauges }, logger);
  const { TON_API_KEY_FILE: keyFile, TON_ROUTER: router, TON_PTON: pton, TON_DEX_VERSION: version } = settings;
  const network = networkOf(settings);
  const contracts: Contracts = { router, pton, version };
  const mark = tonAddress(router) ?? router;
  await checkVenue(store, mark);
  const opened = await openTon({
    ...shared,
    endpoint: { ...endpointOf(settings.TON_ENDPOINT, keyFile), onAnswer },
    network,
    contracts,
    key: await keyOf(settings).catch(asSetting),
    lookEveryMs: LOOK_EVERY_MS,
    keepMs: KEEP_MS,
  }).catch(asSetting);
  await markVenue(store, mark);
  return {
    network,
    contracts,
    venue: opened.venue,
    addRoutes: async () => {},
    async begin() {
      opened.start();
      showGauges(opened);
    },
    close: () => opened.close(),
  };
}

type Shared = Omit<OpenOptions, 'endpoint' | 'network' | 'contracts' | 'key' | 'lookEveryMs' | 'keepMs'> & {
  readonly onAnswer: TonMetrics['request'];
  /** Registers metrics that query the chain. Called only in a process that serves: others close the venue after opening it. */
  showGauges(opened: OpenTon): void;
};

/** Balances of `local` on a devnet, in whole tokens; other accounts use the faucet. */
const LOCAL_FUNDS: Readonly<Record<string, string>> = { TON: '10000', USDT: '100000', STON: '50000', NOT: '10000000' };
const LOCAL = 'local' as Account;

async function onDevnet(
  { DEVNET_FOLDER: folder, BLOCK_MS: blockMs, AUTH }: Settings,
  store: Store,
  { onAnswer, showGauges, ...shared }: Shared,
  logger: Logger,
): Promise<OnTon> {
  const { serveDevnet } = await import('#devnet/server');
  const { DevnetThread } = await import('../../../ton/devnet/devnet-thread.ts');
  const { publish } = await import('#devnet/info');
  const { addDevnetRoutes } = await import('#devnet/routes');
  const { listDevnet } = await import('../../../ton/devnet/listing.ts');
  const { DEVNET_ID } = await import('#devnet/network');
  const { keyed } = await import('#devnet/genesis/keys');
  // The venue reaches the devnet over a separate listener, to which the server's rate limits and allowed hosts do not apply.
  const onTrouble = (message: string) => logger.error(message);
  const devnet = await DevnetThread.start({ folder, blockMs, onTrouble });
  const server = await serveDevnet(devnet, { host: '127.0.0.1', port: 0 });
  const { published } = server;
  const opened = await openOnIt().catch(async (error) => {
    await server.stop();
    return asSetting(error);
  });
  return {
    network: DEVNET_ID,
    contracts: published,
    venue: opened.venue,
    addRoutes: (app) => addDevnetRoutes(app, devnet, controlsFor(AUTH)),
    async begin(origin) {
      opened.start();
      showGauges(opened);
      publish(devnet, origin);
      if (AUTH === 'local')
        await fundLocal().catch((error) => logger.warn(`local could not be given tokens: ${error.message}`));
    },
    async close() {
      await opened.close();
      await server.stop();
    },
  };

  async function openOnIt() {
    await checkVenue(store, published.router);
    await markVenue(store, published.router);
    await listDevnet(shared.registry, devnet.info);
    return openTon({
      ...shared,
      endpoint: { url: published.endpoint, perSecond: 10_000, onAnswer },
      network: DEVNET_ID,
      contracts: published,
      key: (await keyed(published.faucet.mnemonic)).keys,
      lookEveryMs: 100,
      keepMs: 0,
    });
  }

  async function fundLocal(): Promise<void> {
    const { address } = await opened.wallets.of(LOCAL);
    if ((await opened.dex.chain.account(address)).balance > 0n) return;
    for (const [token, amount] of Object.entries(LOCAL_FUNDS))
      await devnet.give({ address: address.toString(), token, amount });
  }
}

export const networkOf = ({ TON_NETWORK }: Pick<Settings, 'TON_NETWORK'>): NetworkId =>
  TON_NETWORK === 'mainnet' ? MAINNET : TESTNET;

export const keyOf = async ({ TON_MNEMONIC_FILE: words, TON_PASSWORD_FILE: password }: Settings) =>
  words === '' ? null : readKey(words, password || undefined);

/** Listeners that log what the venue reports and count it in the metrics. */
export function listenersOf(logger: Logger, counted: TonMetrics): Pick<OpenOptions, 'onTrouble'> & OutboxListeners {
  // An endpoint that is down fails every second for every account, so failures are summarised.
  const troubles = new TroubleLog(logger, 'TON');
  return {
    onTrouble(error, account) {
      counted.trouble();
      troubles.fails((error as Error).message, { account });
    },
    onSendEnd: counted.send,
    onBalance: counted.balance,
    onEnd(end, { id, account, kind }) {
      counted.end(end);
      troubles.works();
      if (end !== 'stranded') return;
      const message = 'TON: tokens neither arrived nor came back; look at the transaction';
      logger.error({ transactionId: id, account, kind }, message);
    },
  };
}

/** Turns an error that a setting causes (an endpoint that does not answer, wrong contracts, a bad key file) into a `BadSetting`. */
export function asSetting(error: unknown): never {
  if (error instanceof ChainUnavailable) throw new BadSetting(`TON_ENDPOINT: ${error.message}`);
  throw error instanceof BadChain || error instanceof BadKeyFile ? new BadSetting(error.message) : error;
}
