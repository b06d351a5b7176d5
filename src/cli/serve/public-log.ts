// Opens the public log of an exchange: creates its identity, reads or creates the key, and begins a new log after a fork.
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import type { Logger } from 'pino';
import { SideKind } from '../../access/side-kind.ts';
import { update } from '../../access/update.ts';
import { Addresses } from '../../address.ts';
import { KEEPER } from '../../core/accounts.ts';
import { sequenceOf } from '../../core/settle/transaction-id.ts';
import type { LogIdentity } from '../../ports/public-log.ts';
import type { Store } from '../../ports/store.ts';
import type { Venue } from '../../ports/venue.ts';
import type { Fork } from '../../transparency/log/continuity.ts';
import { createKeyFile, looseKeyMode, readKeyFile } from '../../transparency/log/key-file.ts';
import { nameIn, originIn, originOf } from '../../transparency/log/signer.ts';
import { BadSetting, type Settings } from '../settings.ts';

export type LogKey = { readonly text: string; readonly lastFile: string };

export type OpenedLog = {
  /** Undefined if there is no key: this process then keeps no log. */
  readonly key: LogKey | undefined;
  readonly checkpointEveryMs: number;
  readonly witnesses: Settings['WITNESSES'];
  /** Creates the identity of the first log, unless there is one. Not at the start: a server that only reads writes nothing. */
  begin(): Promise<void>;
  beginAnother(fork: Fork, venue: Pick<Venue, 'execute'>): Promise<void>;
};

type Body = Omit<LogIdentity, 'number'>;

export async function openPublicLog(
  settings: Settings,
  store: Pick<Store, 'sideRecords' | 'factory'>,
  logger: Logger,
): Promise<OpenedLog> {
  const kind = new SideKind<Body>(store.sideRecords, 'log');
  const [first] = await kind.list({ limit: 1 });
  const key = keyOf(settings, { hasLog: first !== undefined, logger });
  const wanted = settings.LOG_ORIGIN ?? `millpond/${new Addresses(store.factory).factory}`;
  if (first && settings.LOG_ORIGIN !== null && nameIn(first.body.origin, Number(first.id)) !== wanted)
    logger.warn(`public log: LOG_ORIGIN is ignored, since the log already has the origin ${first.body.origin}`);
  return {
    key,
    checkpointEveryMs: settings.CHECKPOINT_SECONDS * 1000,
    witnesses: settings.WITNESSES,
    async begin() {
      await created(kind, store, 1, { origin: wanted, secret: secret(), firstSequence: 1 });
    },
    async beginAnother(fork, venue) {
      const origin = await beginNextLog(store, venue, fork);
      const { signed, head, shared } = fork;
      logger.error(
        { size: signed.size, head, shared, origin },
        `public log: ${FORK_REASONS[fork.why]}: it goes on as a new log, ${origin}`,
      );
    },
  };
}

/** Begins the log after the one of `signed`; returns its origin. */
export async function beginNextLog(
  store: Pick<Store, 'sideRecords'>,
  venue: Pick<Venue, 'execute'>,
  { signed, shared }: Pick<Fork, 'signed' | 'shared'>,
): Promise<string> {
  const next = signed.log + 1;
  const name = nameIn(originIn(signed.note), signed.log);
  const command = { kind: 'forked', log: next, checkpoint: signed.note, shared } as const;
  // Repeated if the record of the log could not be written: the key makes it one transaction.
  const { transactionId } = await venue.execute(KEEPER, command, `forked-${next}-${signed.size}`);
  const firstSequence = sequenceOf(transactionId) as number;
  const body = { origin: originOf(name, next), secret: secret(), firstSequence };
  return (await created(new SideKind<Body>(store.sideRecords, 'log'), store, next, body)).origin;
}

const FORK_REASONS: Record<Fork['why'], string> = {
  'rolled back': 'the journal does not continue the last signed checkpoint (was a backup restored?)',
  moved:
    'another server of the database has taken over, which may lack transactions that were signed, and no witness knows that it does not',
  rekeyed:
    'it was signed with another key until now (publish the new vkey of /getLog; if you did not replace the key, set LOG_KEY_FILE to the old one at once)',
};

/** The record of a log, which another node may have created first. */
const created = (
  kind: SideKind<Body>,
  { sideRecords }: Pick<Store, 'sideRecords'>,
  number: number,
  body: Body,
): Promise<Body> =>
  update(sideRecords, Date.now(), async () => {
    const found = await kind.find(String(number));
    if (found) return { changes: [], result: found.body };
    return { changes: [kind.put({ id: String(number), version: 0, body })], result: body };
  });

const secret = (): string => randomBytes(32).toString('hex');

/** The key file, for an audit; undefined if there is none here. */
export function existingLogKey({
  LOG_KEY_FILE,
  DATABASE_URL,
}: Pick<Settings, 'LOG_KEY_FILE' | 'DATABASE_URL'>): LogKey | undefined {
  const beside = DATABASE_URL.kind === 'sqlite' ? keyBeside(DATABASE_URL) : '';
  if (LOG_KEY_FILE === '' && !existsSync(beside)) return undefined;
  const path = LOG_KEY_FILE || beside;
  return { text: keyText(path), lastFile: lastFileOf(path) };
}

const lastFileOf = (path: string): string => `${path}.last`;

const keyBeside = ({ path }: { readonly path: string }): string => `${path}.log-key`;

/**
 * On SQLite a key is created beside the database on the first start; on PostgreSQL each node must be given the same one. A log that
 * exists never gets a new key unasked: to everybody who watches it, another key is an alarm.
 */
function keyOf(
  { LOG_KEY_FILE, DATABASE_URL }: Settings,
  { hasLog, logger }: { readonly hasLog: boolean; readonly logger: Logger },
): LogKey | undefined {
  if (LOG_KEY_FILE !== '') return readKey(LOG_KEY_FILE, logger);
  if (DATABASE_URL.kind === 'postgres') {
    logger.info('public log: there is none, since LOG_KEY_FILE is not set (millpond log key create FILE)');
    return undefined;
  }
  const path = keyBeside(DATABASE_URL);
  if (hasLog && !existsSync(path)) {
    logger.error(
      `public log: nothing is signed, since the key of this log is not at ${path}: set LOG_KEY_FILE to where it is now, or put it back; if it is lost, see docs/proof.md`,
    );
    return undefined;
  }
  try {
    if (createKeyFile(path))
      logger.info(
        `public log: created the signing key ${path}; for real use, move it to another disk and set LOG_KEY_FILE (docs/proof.md)`,
      );
  } catch (error) {
    throw new BadSetting(`LOG_KEY_FILE: no key can be created at ${path}: ${(error as Error).message}`);
  }
  return readKey(path, logger);
}

function readKey(path: string, logger: Logger): LogKey {
  const text = keyText(path);
  const loose = looseKeyMode(path);
  if (loose !== undefined) logger.warn(loose);
  return { text, lastFile: lastFileOf(path) };
}

function keyText(path: string): string {
  try {
    return readKeyFile(path);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const why = code === 'ENOENT' ? `there is no such file; millpond log key create ${path} makes a new key` : message;
    throw new BadSetting(`LOG_KEY_FILE=${path}: ${why}`);
  }
}
