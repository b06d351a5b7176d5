// millpond season
import { rmSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';
import { MAX_CSV_CHARACTERS } from '../../access/import/csv.ts';
import { readRows } from '../../access/import/rows.ts';
import { seasonOf } from '../../access/season.ts';
import { audit } from '../../audit/audit.ts';
import { copyExchange } from '../../ledger/copy.ts';
import { openProjection } from '../../ports/projection.ts';
import type { Journal, Store } from '../../ports/store.ts';
import { BadUsage, type Flags, type OpenCopyTarget, type OpenStore, type ReplaceFile } from '../command.ts';
import { makeSeason, type Opening, openingsOf } from '../season/next-season.ts';
import { databaseUrl, type Settings } from '../settings.ts';
import { runBackup } from './backup.ts';

const USAGE = 'use: millpond season --archive FILE [--open FILE.csv|none] [--pools] [--to URL]';

type Stores = {
  readonly openStore: OpenStore;
  readonly openCopyTarget: OpenCopyTarget;
  readonly replaceFile: ReplaceFile;
};

/**
 * Archives an exchange, then starts the next season: an exchange with the same tokens, people and keys and an empty market. It
 * replaces the old one or, on PostgreSQL, is written to an empty database.
 */
export async function runSeason(settings: Settings, flags: Flags, stores: Stores): Promise<number> {
  const { archive } = flags;
  const { DATABASE_URL: place } = settings;
  if (archive === undefined) throw new BadUsage(USAGE);
  const target = targetOf(settings, flags);
  if (place.kind === 'postgres' && !target)
    throw new BadUsage(
      'on PostgreSQL the next season needs an empty database of its own: --to postgres://…, or COPY_TO',
    );
  if (place.kind === 'sqlite') stores.replaceFile.refuseOpen(place.path);
  const unfinished = `${place.kind === 'sqlite' && !target ? place.path : archive}.season-unfinished`;
  forget(unfinished);
  const begun = await prepare(settings, flags, stores, { archive, unfinished, target });
  if (begun === undefined) return 1;
  const { number, openings } = begun;
  say('4 of 4: putting it in place');
  if (!target && place.kind === 'sqlite') stores.replaceFile.replace(place.path, unfinished);
  forget(unfinished);
  const where = target || place.kind === 'postgres' ? 'the database of --to; serve that one from now on' : place.path;
  console.log(`season ${number} has begun with ${openings} opening balances, in ${where}`);
  console.log(`season ${number - 1} is archived in ${archive}`);
  return 0;
}

type Places = { readonly archive: string; readonly unfinished: string; readonly target: Settings | undefined };

/** Does all steps that leave the old exchange unchanged: archives it and creates the next season. Undefined if it could not be archived. */
async function prepare(settings: Settings, flags: Flags, stores: Stores, { archive, unfinished, target }: Places) {
  const store = await stores.openStore(settings, { mustExist: true });
  const journal = await store.openJournal();
  try {
    await refuseServed(store);
    const number = (await seasonOf(store.sideRecords)) + 1;
    const openings = await openingsIn(flags.open, journal);
    say(`1 of 4: archiving season ${number - 1}`);
    if ((await runBackup([archive], settings, stores)) !== 0) return undefined;
    say(`2 of 4: making season ${number}`);
    const made = { ...settings, DATABASE_URL: { kind: 'sqlite', path: unfinished } as const };
    const next = await stores.openStore(made, {});
    try {
      await makeSeason(next, journal, { number, openings, hasPools: flags.pools, nowMs: Date.now() });
      await audit(next, () => {});
      say('3 of 4: made and audited');
      await refuseMoved(store, journal);
      if (target) await copyTo(next, await stores.openCopyTarget(target));
    } finally {
      await next.close();
    }
    return { number, openings: openings.length };
  } finally {
    await journal.close();
    await store.close();
  }
}

/**
 * Settings of the database for the next season, from --to. Its URL may contain a password, so on PostgreSQL it can also be
 * given in COPY_TO.
 */
function targetOf(settings: Settings, { to }: Flags): Settings | undefined {
  const text = to ?? (settings.DATABASE_URL.kind === 'postgres' ? process.env.COPY_TO : undefined);
  if (text === undefined) return undefined;
  return { ...settings, DATABASE_URL: databaseUrl(to === undefined ? 'COPY_TO' : '--to', text) };
}

/** Prints each step on a line of its own. */
const say = (step: string): void => console.error(`season ${step}`);

/** Removes the files of an interrupted attempt. */
function forget(path: string): void {
  for (const end of ['', '-wal', '-shm', '-journal']) rmSync(`${path}${end}`, { force: true });
}

async function openingsIn(file: string | undefined, journal: Journal): Promise<readonly Opening[]> {
  if (file === 'none') return [];
  if (file === undefined) return openingsOf(journal);
  const found = await stat(file).catch(() => undefined);
  if (!found || found.size > 4 * MAX_CSV_CHARACTERS)
    throw new BadUsage(`--open ${file}: ${found ? 'it is too large' : 'there is no such file'}`);
  const { rows, faults } = readRows(await readFile(file, 'utf8'), journal.tokens);
  const [fault] = faults;
  if (fault)
    throw new BadUsage(`--open ${file}:${fault.line}: ${fault.message}; ${faults.length} faults, nothing was done`);
  return rows.flatMap(({ account, balances }) =>
    balances.map(({ token, amount }) => ({ account, token: token.address, amount })),
  );
}

/**
 * Throws if a server runs on the exchange: it holds the lease `market`. A server without market data holds none, but
 * `refuseMoved` detects what it changes.
 */
async function refuseServed(store: Store): Promise<void> {
  const projection = await openProjection(store.projection);
  const lease = { name: 'market', holder: `season ${process.pid}`, forMs: 1000 } as const;
  try {
    if ((await projection.takeLease(lease)) === undefined)
      throw new BadUsage('a server runs on this exchange, or ended less than ten seconds ago; stop it first');
    await projection.releaseLease(lease);
  } finally {
    await projection.close();
  }
}

async function refuseMoved(store: Store, before: Journal): Promise<void> {
  const now = await store.openJournal();
  await now.close();
  const marks = ({ head, lastId, replyMark, sideMark, keys }: Journal) => [head, lastId, replyMark, sideMark, keys];
  if (!isDeepStrictEqual(marks(now), marks(before)))
    throw new BadUsage(
      'the exchange was changed meanwhile, and is left as it is; stop what serves it, and use another archive',
    );
}

async function copyTo(from: Store, target: Awaited<ReturnType<OpenCopyTarget>>): Promise<void> {
  await copyExchange(from, target, () => {}).finally(() => target.close());
}
