// millpond account import
import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { MAX_CSV_CHARACTERS, printCsv } from '../../access/import/csv.ts';
import {
  AccountImport,
  type Deposit,
  type ImportLink,
  type ImportPlan,
  ImportStopped,
} from '../../access/import/import.ts';
import { showHidden } from '../../access/names.ts';
import type { Account } from '../../core/amount.ts';
import type { Store } from '../../ports/store.ts';
import { BadUsage, type Flags, type OpenStore } from '../command.ts';
import { progressOn } from '../progress.ts';
import { publicUrlOf } from '../public-url.ts';
import type { Settings } from '../settings.ts';

const USAGE = 'use: millpond account import FILE.csv [--check] [--links OUT.csv [--new-links]]';
/** The actor that the journal names for the deposits of an import. */
const ACTOR = 'account-import' as Account;
const FAULTS_SHOWN = 50;
/** In UTF-8, a character takes up to four bytes. */
const MAX_BYTES = 4 * MAX_CSV_CHARACTERS;

export async function runAccount(
  [action, path, ...more]: readonly string[],
  settings: Settings,
  flags: Flags,
  openStore: OpenStore,
): Promise<number> {
  if (action !== 'import' || path === undefined || more.length > 0) throw new BadUsage(USAGE);
  if (flags.newLinks && flags.links === undefined) throw new BadUsage('--new-links needs --links OUT.csv');
  const text = await readText(path);
  const store = await openStore(settings, { mustExist: true });
  try {
    const accounts = new AccountImport(store, depositInto(store));
    const plan = await accounts.plan(text);
    if (plan.faults.length > 0) return tellFaults(path, plan);
    const due = plan.rows.filter(({ isDeposited }) => !isDeposited).length;
    if (flags.check) {
      console.log(`nothing is wrong with it: ${plan.rows.length} accounts, of which ${due} are to be given balances`);
      return 0;
    }
    return await importPlan(accounts, plan, settings, flags);
  } finally {
    await store.close();
  }
}

async function importPlan(
  accounts: AccountImport,
  plan: ImportPlan,
  settings: Settings,
  flags: Flags,
): Promise<number> {
  const startMs = performance.now();
  const progress = progressOn(process.stderr);
  const file = flags.links === undefined ? undefined : new LinksFile(flags.links, flags.url ?? publicUrlOf(settings));
  try {
    const { deposits, links } = await accounts.run(plan, {
      actor: ACTOR,
      links: file ? (flags.newLinks ? 'new' : 'missing') : 'none',
      nowMs: Date.now(),
      ...(file && { onLinks: async (made) => file.add(made) }),
      onProgress: (done, total) => progress.show('import', done, total),
    });
    progress.end();
    const seconds = ((performance.now() - startMs) / 1000).toFixed(1);
    const linked = file ? `, ${links.length} links in ${flags.links}` : '; --links OUT.csv makes invitation links';
    console.log(`imported ${plan.rows.length} accounts in ${seconds} s: ${deposits} deposits${linked}`);
    return 0;
  } catch (error) {
    progress.end();
    if (!(error instanceof ImportStopped)) throw error;
    console.error(`millpond: ${error.message}`);
    return 1;
  } finally {
    file?.close();
  }
}

const depositInto =
  (store: Store): Deposit =>
  async (actor, commands) => {
    const startMs = performance.now();
    const outcomes = await store.commit(commands.map((command) => ({ actor, command })));
    // Pauses as long as the commit took, so that a running server of the same exchange gets the database lock, too.
    await sleep(performance.now() - startMs);
    return outcomes.map((outcome) => ('refusal' in outcome ? outcome.refusal.code : undefined));
  };

/**
 * Writes invitation links to a file. Links grant access, so only the file's owner may read it; each link is on disk before the
 * import records it as made.
 */
class LinksFile {
  readonly #file: number;
  readonly #url: string;

  constructor(path: string, url: string) {
    try {
      this.#file = openSync(path, 'wx', 0o600);
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      throw new BadUsage(
        `--links ${path}: ${code === 'EEXIST' ? 'there is a file already, and none is overwritten' : message}`,
      );
    }
    this.#url = url.replace(/\/+$/, '');
    writeSync(this.#file, printCsv([['account', 'role', 'link', 'expires', 'note']]));
  }

  add(made: readonly ImportLink[]): void {
    const rows = made.map(({ account, role, secret, expiresAtMs, note }) => {
      return [account, role, `${this.#url}/join#${secret}`, new Date(expiresAtMs).toISOString(), note];
    });
    writeSync(this.#file, printCsv(rows));
    fsyncSync(this.#file);
  }

  close(): void {
    closeSync(this.#file);
  }
}

async function readText(path: string): Promise<string> {
  const file = await open(path).catch((error: NodeJS.ErrnoException) => {
    throw new BadUsage(`${path}: ${error.code === 'ENOENT' ? 'there is no such file' : error.message}`);
  });
  try {
    const { size } = await file.stat();
    if (size > MAX_BYTES) throw new BadUsage(`${path}: it is larger than ${MAX_BYTES / 2 ** 20} MiB`);
    // Tries to read one byte more than allowed, to detect a file that has grown since `stat`, or a device that never ends.
    const { buffer, bytesRead } = await file.read(Buffer.alloc(MAX_BYTES + 1), 0, MAX_BYTES + 1, 0);
    if (bytesRead > MAX_BYTES) throw new BadUsage(`${path}: it is larger than ${MAX_BYTES / 2 ** 20} MiB`);
    return buffer.toString('utf8', 0, bytesRead);
  } finally {
    await file.close();
  }
}

function tellFaults(path: string, { faults }: ImportPlan): number {
  for (const { line, message } of faults.slice(0, FAULTS_SHOWN))
    console.error(showHidden(`${path}:${line}: ${message}`));
  if (faults.length > FAULTS_SHOWN) console.error(`and ${faults.length - FAULTS_SHOWN} more like these`);
  console.error('millpond: nothing was imported');
  return 1;
}
