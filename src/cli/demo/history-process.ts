// Writes the demo's history in a process that ends, so that the server does not keep the memory that it took.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Logger } from 'pino';
import type { OpenStore } from '../command.ts';
import { policyOf, type Settings } from '../settings.ts';
import { writeHistory } from './history.ts';

/** Set in the environment of the process that only writes the history. */
const VARIABLE = 'MILLPOND_DEMO_HISTORY';

export const isHistoryProcess = (): boolean => process.env[VARIABLE] !== undefined;

type Options = { readonly settings: Settings; readonly logger: Logger; readonly openStore: OpenStore };

/** Writes the history in this process, if the journal is empty. */
export async function writeHistoryHere({ settings, logger, openStore }: Options): Promise<void> {
  const startMs = performance.now();
  // The server holds the other end: this process must not go on without it.
  process.stdin.once('end', () => process.exit(1)).resume();
  const store = await openStore(settings, { mustWrite: true });
  try {
    const transactions = await writeHistory(store, policyOf(settings), Date.now());
    if (transactions === 0) return;
    logger.info({ transactions, tookMs: Math.round(performance.now() - startMs) }, 'demo: history written');
  } finally {
    await store.close();
  }
}

/** Starts this program once more to write the history, if the journal is empty. If that fails, `readyDemo` writes it, and reports why it cannot. */
export async function writeHistoryApart({ settings, openStore }: Options): Promise<void> {
  const store = await openStore(settings, { mustWrite: true, isServer: true });
  const head = await store.head().finally(() => store.close());
  if (head > 0) return;
  const writer = spawn(process.execPath, [...process.execArgv, ...process.argv.slice(1)], {
    env: { ...process.env, [VARIABLE]: '1' },
    // The server reports errors itself.
    stdio: ['pipe', 'inherit', 'ignore'],
  });
  await once(writer, 'close').catch(() => {});
}
