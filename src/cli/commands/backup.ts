// millpond backup
import { closeSync, existsSync, fsyncSync, openSync, renameSync } from 'node:fs';
import { dirname } from 'node:path';
import { AuditOffence } from '../../audit/audit.ts';
import { copyExchange } from '../../ledger/copy.ts';
import { CopyRefused } from '../../ports/store.ts';
import { BadUsage, type OpenCopyTarget, type OpenStore } from '../command.ts';
import { progressOn } from '../progress.ts';
import type { Settings } from '../settings.ts';

/**
 * Copies a snapshot of an exchange, whose server may be running, to an SQLite file. The file gets its name only after the copy
 * was audited.
 */
export async function runBackup(
  [path, ...more]: readonly string[],
  settings: Settings,
  { openStore, openCopyTarget }: { openStore: OpenStore; openCopyTarget: OpenCopyTarget },
): Promise<number> {
  if (path === undefined || more.length > 0) throw new BadUsage('usage: millpond backup FILE');
  refuseToOverwrite(path);
  const unfinished = `${path}.unfinished`;
  const source = await openStore(settings, { mustExist: true });
  const progress = progressOn(process.stderr);
  try {
    const target = await openCopyTarget({ ...settings, DATABASE_URL: { kind: 'sqlite', path: unfinished } });
    const options = { sourceMayMove: true };
    const report = await copyExchange(source, target, progress.show, options).finally(() => target.close());
    progress.end();
    refuseToOverwrite(path);
    renameSync(unfinished, path);
    syncFolderOf(path);
    console.log(`backed up and audited: ${report.transactions} transactions, ${report.balances} balances in ${path}`);
    return 0;
  } catch (error) {
    progress.end();
    if (!(error instanceof CopyRefused || error instanceof AuditOffence)) throw error;
    console.error(`backup FAILED: ${error.message}; the unfinished copy is in ${unfinished}`);
    return 1;
  } finally {
    await source.close();
  }
}

function refuseToOverwrite(path: string): void {
  if (existsSync(path)) throw new BadUsage(`${path}: the file already exists; a backup does not overwrite files`);
}

/** A new file name is durable only once its folder is synced. */
function syncFolderOf(path: string): void {
  if (process.platform === 'win32') return;
  const folder = openSync(dirname(path), 'r');
  fsyncSync(folder);
  closeSync(folder);
}
