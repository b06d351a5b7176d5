// millpond token import, millpond token logos
import { setTimeout as sleep } from 'node:timers/promises';
import { Addresses } from '../../address.ts';
import type { Account, TokenAddress } from '../../core/amount.ts';
import type { RegisterTokenCommand } from '../../core/commands/register-token.ts';
import type { UpdateTokenCommand } from '../../core/commands/update-token.ts';
import type { TokenEntry } from '../../core/pool.ts';
import { imageFetcher } from '../../images/fetch.ts';
import { reservedAddresses } from '../../ledger/reserved-addresses.ts';
import type { Store } from '../../ports/store.ts';
import { BadUsage, type Flags, type OpenStore } from '../command.ts';
import { progressOn } from '../progress.ts';
import type { Settings } from '../settings.ts';
import { type ListEntry, readTokenList } from '../token-list/file.ts';
import { allTokens, fetchLogos, isRemote, logoSources, type RemoteLogo, remoteLogos } from '../token-list/logos.ts';
import { ImportPlan, type Market, type Part } from '../token-list/plan.ts';

const USAGE = `usage: millpond token import FILE [--dry-run] [--skip-invalid] [--no-logos]
       millpond token logos`;
/** The actor of its transactions in the journal. */
const ACTOR = 'token-import' as Account;
const BATCH = 1000;
const FAULTS_SHOWN = 20;
const MANY: Readonly<Record<Part, string>> = { entry: 'entries', name: 'names', logo: 'logos' };

type Change = RegisterTokenCommand | UpdateTokenCommand;

export async function runToken(
  [action, path, ...more]: readonly string[],
  settings: Settings,
  flags: Flags,
  openStore: OpenStore,
): Promise<number> {
  const open = () => openStore(settings, { mustExist: true });
  if (action === 'logos' && path === undefined) {
    if (flags.dryRun || flags.skipInvalid || flags.noLogos) throw new BadUsage(USAGE);
    return using(await open(), (store) => runLogos(store, settings));
  }
  if (action !== 'import' || path === undefined || more.length > 0) throw new BadUsage(USAGE);
  const entries = await readTokenList(path);
  return using(await open(), (store) => runImport(store, entries, settings, flags));
}

async function using(store: Store, work: (store: Store) => Promise<number>): Promise<number> {
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

async function runLogos(store: Store, settings: Settings): Promise<number> {
  const { stored, failed, isStopped } = await fetchLogos(store, logoOptions(settings), remoteLogos(store));
  if (stored + failed === 0 && !isStopped) console.log('nothing to do: no token has a logo on another server');
  return failed > 0 || isStopped ? 1 : 0;
}

async function runImport(
  store: Store,
  entries: readonly ListEntry[],
  settings: Settings,
  { dryRun, skipInvalid, noLogos }: Flags,
): Promise<number> {
  const plan = new ImportPlan(await marketOf(store, settings), entries);
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
  // A logo that cannot be fetched does not fail the import: the token is registered, and its URL is kept.
  if (!dryRun && !noLogos) await fetchLogos(store, logoOptions(settings), changes.flatMap(logoIn));
  return refused > 0 ? 1 : 0;
}

const logoOptions = ({ WEBHOOK_ALLOW: allow }: Settings) => ({
  actor: ACTOR,
  fetchImage: imageFetcher({ allow }),
  tell: (line: string) => console.log(line),
});

function logoIn(change: Change): readonly RemoteLogo[] {
  const { address, logo = '' } =
    change.kind === 'registerToken' ? change.token : { address: change.token, logo: change.logo };
  return isRemote(logo) ? [{ address, url: logo }] : [];
}

async function marketOf(store: Store, { PUBLIC_URL }: Settings): Promise<Market> {
  const tokens = new Map<TokenAddress, TokenEntry>();
  for await (const token of allTokens(store)) tokens.set(token.address, token);
  const reserved = new Set<string>();
  for await (const some of reservedAddresses(new Addresses(store.factory), store)) {
    for (const address of some) reserved.add(address);
  }
  return { tokens, reserved, isLogoOf: await logoSources(store, PUBLIC_URL) };
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
      // A server of the same exchange needs the lock, too, and may have to poll for it.
      if (done < changes.length) await sleep(performance.now() - startMs);
    }
    return refused;
  } finally {
    progress.end();
    if (done < changes.length) console.error(`millpond: ${done} were written; run it again to continue`);
  }
}

/** Waits until everything is written, or the reader has closed the pipe. */
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
