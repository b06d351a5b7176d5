// millpond serve: one process that serves, or a first process that supervises several workers.
import cluster from 'node:cluster';
import type { AddressInfo } from 'node:net';
import { createMetrics, type Metrics } from '../../api/metrics/metrics.ts';
import type { LendWriter, OpenStore } from '../command.ts';
import { TRADERS } from '../demo/crowd.ts';
import { isHistoryProcess, writeHistoryApart, writeHistoryHere } from '../demo/history-process.ts';
import { makeTemporaryKeys } from '../demo/temporary-keys.ts';
import { letTrade } from '../demo/traders.ts';
import { composeServer } from '../serve/compose.ts';
import { type Demo, isServing, openExchange, type ServerOptions } from '../serve/exchange.ts';
import { hereOf, listeningAt, welcome } from '../serve/log/banner.ts';
import { createLogger, isPretty } from '../serve/log/log.ts';
import { listenForMetrics } from '../serve/metrics-listener.ts';
import { finishOpeningBalances } from '../serve/opening-balances.ts';
import { stopSignal } from '../serve/stop-signal.ts';
import { WorkerMetrics } from '../serve/worker-metrics.ts';
import { superviseWorkers } from '../serve/workers.ts';
import type { Settings } from '../settings.ts';

/** Starts the demo's traders; called when the port of the server is known. */
type Trade = (port: number, until: Promise<unknown>) => void;

/** Serves until SIGTERM or SIGINT, then finishes running requests and closes the store. */
export async function runServe(
  settings: Settings,
  given: Demo,
  { openStore, lendWriter }: { readonly openStore: OpenStore; readonly lendWriter: LendWriter },
): Promise<number> {
  // On TON there is no demo market: a devnet has tokens and pools of its own.
  const demo = settings.VENUE === 'ton' ? 'none' : given;
  const logger = createLogger(settings);
  if (demo === 'alive' && cluster.isPrimary) {
    if (isHistoryProcess()) {
      await writeHistoryHere({ settings, logger, openStore });
      return 0;
    }
    await writeHistoryApart({ settings, logger, openStore });
  }
  const traders = demo === 'alive' ? settings.DEMO_TRADERS : 0;
  const keys = cluster.isPrimary ? await makeTemporaryKeys(TRADERS.slice(0, traders)) : [];
  const trade: Trade = (port, until) => letTrade({ url: hereOf(settings.HOST, port), keys, logger, until });
  const options = { settings, logger, openStore, demo, traders };
  if (!isServing(settings)) return supervise(options, trade, lendWriter);
  await serve(options, trade);
  logger.info('stopped');
  return 0;
}

async function serve(options: ServerOptions, trade: Trade): Promise<void> {
  const { settings, logger, traders } = options;
  await using parts = new AsyncDisposableStack();
  const { exchange, app } = await composeServer(options, parts);
  const stopped = stopSignal();
  await app.listen({ host: settings.HOST, port: settings.PORT });
  const { port } = app.server.address() as AddressInfo;
  await exchange.onTon?.begin(hereOf(settings.HOST, port));
  logger.info(`Server listening at ${listeningAt(settings.HOST, port)}`);
  const isFirst = cluster.isPrimary || cluster.worker?.id === 1;
  // The welcome text is optional: a failure to compose it is ignored.
  if (isFirst && isPretty(settings)) welcome(exchange, { ...settings, traders }, port).then(console.log, () => {});
  trade(port, stopped);
  parts.defer(finishOpeningBalances(exchange.people, logger));
  logger.info({ signal: await stopped }, 'shutting down: finishing running requests');
}

async function supervise(options: ServerOptions, trade: Trade, lendWriter: LendWriter): Promise<number> {
  const { settings, logger } = options;
  const metrics = createMetrics();
  await makeReady(options, metrics);
  await using parts = new AsyncDisposableStack();
  parts.defer(lendWriter(settings));
  parts.defer(await listenForMetrics(settings, new WorkerMetrics(metrics.registry), logger));
  const stopped = stopSignal();
  cluster.once('listening', (_worker, { port }) => trade(port, stopped));
  return await superviseWorkers(settings.WORKERS, stopped, logger);
}

/** Opens the exchange once and creates the demo market before the workers start, so that an unusable database is reported only once. */
async function makeReady(options: ServerOptions, metrics: Metrics): Promise<void> {
  await using parts = new AsyncDisposableStack();
  await (await openExchange(options, metrics, parts)).makeReady();
}
