// millpond token import
import { setTimeout as sleep } from 'node:timers/promises';
import { Addresses } from '../../address.ts';
import type { Account, TokenAddress } from '../../core/amount.ts';
import type { RegisterTokenCommand } from '../../core/commands/register-token.ts';
import type { UpdateTokenCommand } from '../../core/commands/update-token.ts';
import type { TokenEntry } from '../../core/pool.ts';
import { reservedAddresses } from '../../ledger/reserved-addresses.ts';
import type { Store } from '../../ports/store.ts';
import { BadUsage, type Flags, type OpenStore } from '../command.ts';
import { progressOn } from '../progress.ts';
import type { Settings } from '../settings.ts';
import { type ListEntry, readTokenList } from '../token-list/file.ts';
import { ImportPlan, type Market, type Part } from '../token-list/plan.ts';

const USAGE = 'usage: millpond token import FILE [--dry-run] [--skip-invalid]';
/** The actor that the journal names for the transactions of an import. */
const ACTOR = 'token-import' as Account;
const [BATCH, PAGE] = [1000, 1000];
const FAULTS_SHOWN = 20;
const MANY: Readonly<Record<Part, string>> = { entry: 'entries', name: 'names', logo: 'logos' };

type Change = RegisterTokenCommand | UpdateTokenCommand;

export async function runToken(
  [action, path, ...more]: readonly string[],
  settings: Settings,
  flags: Flags,
  openStore: OpenStore,
): Promise<number> {
  if (action !== 'import' || path === undefined || more.length > 0) throw new BadUsage(USAGE);
  const entries = await readTokenList(path);
  const store = await openStore(settings, { mustExist: true });
  try {
    return await runImport(store, entries, flags);
  } finally {
    await store.close();
  }
}

async function runImport(store: Store, entries: readonly ListEntry[], { dryRun, skipInvalid }: Flags): Promise<number> {
  const plan = new ImportPlan(await marketOf(store), entries);
  tellFaults(plan, skipInvalid);
  if (plan.faults.length > 0 && !skipInvalid) {
    console.error('millpond: nothing was written; --skip-invalid skips invalid entries and imports the rest');
    return 1;
  }
  const changes = [...plan.registrations, ...plan.updates];
  if (dryRun) await print(changes.map((change) => `${inWords(change)}\n`).join(''));
  const refused = dryRun ? 0 : await commitChanges(store, changes);
  console.log(summary(plan, dryRun));
  if (refused > 0)
    console.error(`millpond: ${refused} entries were refused because something changed in the meantime; run it again`);
  return refused > 0 ? 1 : 0;
}

async function marketOf(store: Store): Promise<Market> {
  const tokens = new Map<TokenAddress, TokenEntry>();
  for (const shown of [{}, { status: 'hidden' }] as const) {
    for (let after: string | undefined = ''; after !== undefined; ) {
      const page: readonly TokenEntry[] = await store.tokenEntries({ after, limit: PAGE, ...shown });
      for (const token of page) tokens.set(token.address, token);
      after = page.at(-1)?.address;
    }
  }
  const reserved = new Set<string>();
  for await (const some of reservedAddresses(new Addresses(store.factory), store)) {
    for (const address of some) reserved.add(address);
  }
  return { tokens, reserved };
}

/** Commits in batches, each whole or not at all, so that an interrupted import can be repeated; returns the number of refusals. */
async function commitChanges(store: Store, changes: readonly Change[]): Promise<number> {
  const progress = progressOn(process.stderr);
  let [done, refused] = [0, 0];
  try {
    while (done < changes.length) {
      const batch = changes.slice(done, done + BATCH);
      const startMs = performance.now();
      const outcomes = await store.commit(batch.map((command) => ({ actor: ACTOR, command })));
      refused += outcomes.filter((outcome) => 'refusal' in outcome).length;
      done += batch.length;
      progress.show('import', done, changes.length);
      // Pauses as long as the commit took: a running server of the same exchange needs the database lock, too, and may poll for it.
      if (done < changes.length) await sleep(performance.now() - startMs);
    }
    return refused;
  } finally {
    progress.end();
    if (done < changes.length) console.error(`millpond: ${done} were written; run it again to continue`);
  }
}

/** Writes to stdout; resolves when everything is written, or when the reader has closed the pipe. */
async function print(text: string): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  process.stdout.once('error', () => resolve());
  process.stdout.write(text, () => resolve());
  await promise;
}

function tellFaults({ faults, leftOut }: ImportPlan, isLeftOut: boolean): void {
  for (const [at, fault] of faults.slice(0, FAULTS_SHOWN).entries()) {
    const part = leftOut[at] === 'entry' ? 'it' : `the ${leftOut[at]}`;
    console.error(isLeftOut ? `${fault}; ${part} was skipped` : fault);
  }
  if (faults.length > FAULTS_SHOWN) console.error(`and ${faults.length - FAULTS_SHOWN} more like these`);
}

function inWords(change: Change): string {
  if (change.kind === 'updateToken') return `update ${change.token}${looksInWords(change)}`;
  const { address, symbol, decimals, ...looks } = change.token;
  return `register ${address} as ${symbol} with ${decimals} decimals${looksInWords(looks)}`;
}

function looksInWords({ name, logo }: { readonly name?: string; readonly logo?: string }): string {
  const picture = logo?.startsWith('data:') ? `an image of ${logo.length} characters` : logo;
  return `${name === undefined ? '' : `, name ${JSON.stringify(name)}`}${logo === undefined ? '' : `, logo ${picture}`}`;
}

function summary({ registrations, updates, unchanged, ofOtherChains, leftOut }: ImportPlan, isDryRun: boolean): string {
  const done =
    registrations.length + updates.length === 0
      ? 'nothing to do'
      : `${isDryRun ? 'would be ' : ''}registered: ${registrations.length}, updated: ${updates.length}`;
  return `${done}; unchanged: ${unchanged}, of other chains: ${ofOtherChains}${inNumbers(leftOut)}`;
}

function inNumbers(leftOut: readonly Part[]): string {
  const counts = Object.entries(MANY).flatMap(([part, many]) => {
    const count = leftOut.filter((one) => one === part).length;
    return count === 0 ? [] : [`${count} ${count === 1 ? part : many}`];
  });
  return counts.length === 0 ? '' : `; skipped: ${counts.join(', ')}`;
}
