// millpond log recover: decides how the public log goes on if no node knows what was signed last.
import { readFile, rename } from 'node:fs/promises';
import { createInterface } from 'node:readline/promises';
import { LedgerVenue } from '../../ledger/ledger-venue.ts';
import { openProjection, type Projection } from '../../ports/projection.ts';
import type { LogIdentity } from '../../ports/public-log.ts';
import type { Store } from '../../ports/store.ts';
import { MAX_BATCH } from '../../ports/store.ts';
import { parseCheckpoint } from '../../transparency/format/checkpoint.ts';
import { signingKey, vkeyOf } from '../../transparency/format/keys.ts';
import { openNote } from '../../transparency/format/note.ts';
import { sharedSize } from '../../transparency/log/continuity.ts';
import { LastFile } from '../../transparency/log/last-file.ts';
import { newestOf, planOf, type RecoveryPlan, type Source, stateOf } from '../../transparency/log/recovery.ts';
import { logNumber, nameIn, originIn, originOf, type Signed } from '../../transparency/log/signer.ts';
import { Witnesses } from '../../transparency/log/witnesses.ts';
import { RemoteLog } from '../../transparency/watch/remote-log.ts';
import { BadUsage, type Flags, type OpenStore } from '../command.ts';
import { beginNextLog, existingLogKey, type LogKey } from '../serve/public-log.ts';
import { policyOf, type Settings } from '../settings.ts';

export async function recoverLog(
  files: readonly string[],
  { settings, flags }: { readonly settings: Settings; readonly flags: Flags },
  openStore: OpenStore,
): Promise<number> {
  const key = existingLogKey(settings);
  if (!key) throw new BadUsage('set LOG_KEY_FILE to the key of the public log');
  const store = await openStore(settings, { mustExist: true });
  const { MAX_QUEUE: maxQueue, REQUEST_TIMEOUT: maxWaitMs } = settings;
  const venue = new LedgerVenue(store, { policy: policyOf(settings), maxBatch: MAX_BATCH, maxQueue, maxWaitMs });
  const projection = await openProjection(store.projection);
  try {
    const log = (await projection.logs()).at(-1);
    if (!log) throw new BadUsage('this exchange has no public log yet: there is nothing to recover');
    const recovery = { store, venue, projection, key, log };
    const sources = await sourcesOf(recovery, files, flags.node?.split(',') ?? []);
    for (const source of sources)
      console.log(`${source.name}: ${'signed' in source ? said(source.signed) : source.nothing}`);
    const newest = newestOf(sources);
    const witnesses = new Witnesses(projection, settings.WITNESSES);
    const vouching = newest
      ? await witnesses.vouch(newest)
      : { vouched: false, disagrees: false, reasons: 'there is none' };
    if (settings.WITNESSES.length > 0)
      console.log(`witnesses: ${vouching.vouched ? 'nothing newer was signed' : vouching.reasons}`);
    const { size } = await projection.logStanding();
    const plan = await planOf(projection, { log: log.number, size, sources, vouching });
    if (!plan) {
      console.log('nothing was signed yet: the log begins by itself, nothing needs to be done');
      return 0;
    }
    return await carryOut(plan, recovery, flags.yes);
  } finally {
    await projection.close();
    await venue.close();
  }
}

type Recovery = {
  readonly store: Store;
  readonly venue: LedgerVenue;
  readonly projection: Projection;
  readonly key: LogKey;
  readonly log: LogIdentity;
};

async function carryOut({ newest, does, why }: RecoveryPlan, recovery: Recovery, isAgreed: boolean): Promise<number> {
  const { store, venue, projection, key, log } = recovery;
  const next = originOf(nameIn(originIn(newest.note), newest.log), newest.log + 1);
  console.log(`\n${why}.`);
  console.log(
    does === 'continue'
      ? `The log ${log.origin} goes on after ${said(newest)}, which is written to ${key.lastFile}. If a node that you have not named has signed more, do not agree, but name it (--node, or its .last file).`
      : `The next log begins: ${next}. Everybody who watches sees that, and what was lost; the old log is signed no more.`,
  );
  if (!isAgreed && !(await agrees())) return 1;
  const { size } = await projection.logStanding();
  if (does === 'begin the next log') {
    const vkey = vkeyOf(signingKey(key.text, originIn(newest.note), 'note'));
    const shared = await sharedSize(projection, newest, { treeSize: size, vkey });
    const origin = await beginNextLog(store, venue, { signed: newest, shared });
    console.log(`${origin} begins; tell those who watch`);
  }
  await rename(key.lastFile, `${key.lastFile}.before`).catch(() => {});
  await new LastFile(key.lastFile).write({ checkpoint: newest.note, database: await stateOf(projection) });
  console.log(`wrote ${key.lastFile}: a running node signs within half a minute, nothing has to be restarted`);
  return 0;
}

const said = ({ log, size, root }: Signed): string => `${size} transactions of log ${log}, root ${root}`;

async function agrees(): Promise<boolean> {
  if (!process.stdin.isTTY) throw new BadUsage('there is no terminal to ask at: read the above, and add --yes');
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await terminal.question('Do that? [yes/no] ');
  terminal.close();
  return answer.trim() === 'yes';
}

/** What the database, the file beside the key, other files and other nodes have. What a node shows comes from its database too. */
async function sourcesOf(
  { projection, key, log }: Recovery,
  files: readonly string[],
  nodes: readonly string[],
): Promise<readonly Source[]> {
  const read = async (name: string, isOutside: boolean, note: () => Promise<string | undefined>): Promise<Source> => {
    try {
      const text = await note();
      return { name, isOutside, ...(text === undefined ? { nothing: 'no checkpoint' } : { signed: opened(text) }) };
    } catch (error) {
      return { name, isOutside, nothing: (error as Error).message };
    }
  };
  const opened = (note: string): Signed => {
    const origin = originIn(note);
    const { size, root } = parseCheckpoint(openNote(note, [signingKey(key.text, origin, 'note')]).text);
    const number = logNumber(origin, nameIn(log.origin, log.number));
    if (number === undefined) throw new Error(`its checkpoint is of another exchange, ${origin}`);
    return { log: number, size, root: Buffer.from(root).toString('base64'), note };
  };
  const sources = [
    read('the database', false, async () => (await projection.lastCheckpoint())?.note),
    read(key.lastFile, true, async () => (await new LastFile(key.lastFile).read())?.checkpoint),
    ...files.map((file) => read(file, true, () => noteIn(file))),
    ...nodes.map((url) => read(url, false, () => new RemoteLog(url).checkpoint())),
  ];
  // One after another: the projection answers one call at a time.
  const found: Source[] = [];
  for (const source of sources) found.push(await source);
  return found;
}

/** The `.last` file of another node, the state of a watcher, or a checkpoint. */
async function noteIn(file: string): Promise<string> {
  const text = await readFile(file, 'utf8');
  const note = text.startsWith('{') ? JSON.parse(text).checkpoint : text;
  if (typeof note !== 'string') throw new Error('it contains no checkpoint');
  return note;
}
