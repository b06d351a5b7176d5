// millpond serve: serves an exchange until it is told to stop.
import type { AddressInfo } from 'node:net';
import type { OpenStore } from '../command.ts';
import { TRADERS } from '../demo/crowd.ts';
import { isHistoryProcess, writeHistoryApart, writeHistoryHere } from '../demo/history-process.ts';
import { makeTemporaryKeys } from '../demo/temporary-keys.ts';
import { letTrade } from '../demo/traders.ts';
import { composeServer } from '../serve/compose.ts';
import type { Demo, ServerOptions } from '../serve/exchange.ts';
import { hereOf, listeningAt, welcome } from '../serve/log/banner.ts';
import { createLogger, isPretty } from '../serve/log/log.ts';
import { finishOpeningBalances } from '../serve/opening-balances.ts';
import { stopSignal } from '../serve/stop-signal.ts';
import type { Settings } from '../settings.ts';

/** Serves until SIGTERM or SIGINT, then finishes running requests and closes the store. */
export async function runServe(
  settings: Settings,
  given: Demo,
  { openStore }: { readonly openStore: OpenStore },
): Promise<number> {
  // On TON there is no demo market: a devnet has tokens and pools of its own.
  const demo = settings.VENUE === 'ton' ? 'none' : given;
  const logger = createLogger(settings);
  if (demo === 'alive') {
    if (isHistoryProcess()) {
      await writeHistoryHere({ settings, logger, openStore });
      return 0;
    }
    await writeHistoryApart({ settings, logger, openStore });
  }
  const traders = TRADERS.slice(0, demo === 'alive' ? settings.DEMO_TRADERS : 0);
  const { keys, secrets } = await makeTemporaryKeys(traders);
  await serve({ settings, logger, openStore, demo, traders: keys }, secrets);
  logger.info('stopped');
  return 0;
}

async function serve(options: ServerOptions, secrets: readonly string[]): Promise<void> {
  const { settings, logger, traders } = options;
  await using parts = new AsyncDisposableStack();
  const { exchange, app } = await composeServer(options, parts);
  const stopped = stopSignal();
  await app.listen({ host: settings.HOST, port: settings.PORT });
  const { port } = app.server.address() as AddressInfo;
  await exchange.onTon?.begin(hereOf(settings.HOST, port));
  logger.info(`Server listening at ${listeningAt(settings.HOST, port)}`);
  // The welcome text is optional: a failure to compose it is ignored.
  if (isPretty(settings)) welcome(exchange, { ...settings, traders: traders.length }, port).then(console.log, () => {});
  letTrade({ url: hereOf(settings.HOST, port), keys: secrets, logger, until: stopped });
  parts.defer(finishOpeningBalances(exchange.people, logger));
  logger.info({ signal: await stopped }, 'shutting down: finishing running requests');
}
