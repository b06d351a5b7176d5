// Watches a public log until it must be reported: rounds, silence, alarms, and the witness that may be part of it.
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { openCheckpoint, Unproven } from '../format/evidence.ts';
import { MalformedLogText } from '../format/format.ts';
import { parseVkey, type VerifierKey, vkeyOf } from '../format/keys.ts';
import { hasSignature } from '../format/note.ts';
import { evidenceFile, post, writeEvidence } from './alarm.ts';
import { followLists } from './lists.ts';
import { compareWithBefore } from './log-before.ts';
import { LogUnreachable, RemoteLog } from './remote-log.ts';
import { readKept, StateTaken, StateUnkept, type WatchedLog, WatchState } from './watch-state.ts';
import { AnotherLog, compare, LogAlarm, type Watched, watchOnce } from './watcher.ts';
import { type WitnessOptions, WitnessServer } from './witness-server.ts';

/** `alarm`: the evidence is in a file. `anotherLog`: other name or key, no proof. `silence`: no answer that can be compared. */
export const EXIT = { fine: 0, alarm: 1, silence: 3, anotherLog: 4 } as const;

/** The settings or files contradict each other; only a person can change that. */
export class InvalidSetup extends Error {
  override name = 'InvalidSetup';
}

export type WatchOptions = {
  readonly url: string;
  readonly stateFile: string;
  /** Undefined to trust the key in the state file, or the one that the exchange names at first. */
  readonly key?: VerifierKey | undefined;
  readonly everyMs: number;
  readonly silenceMs: number;
  readonly isOnce: boolean;
  /** Where alarms are posted. */
  readonly alarmUrl?: string | undefined;
  /** The file of a checkpoint or state that somebody else kept, or the state of the log before this one. */
  readonly againstFile?: string | undefined;
  /** Every checkpoint must be cosigned by these. */
  readonly cosigners: readonly VerifierKey[];
  readonly witness?: Pick<WitnessOptions, 'host' | 'port' | 'cosigner' | 'boundConnections'> | undefined;
  readonly print: (line: string) => void;
  readonly warn: (line: string) => void;
};

/** A checkpoint is published before it is cosigned, and a cache may answer an old one: it is fetched again, this often and after this pause. */
const [FETCH_TRIES, FETCH_PAUSE_MS] = [3, 2000];

export class Watch {
  readonly #options: WatchOptions;
  readonly #log: RemoteLog;
  #state: WatchState | undefined;
  #witness: WitnessServer | undefined;
  /** Resolves when evidence was sent to the witness. */
  readonly #convicted = Promise.withResolvers<number>();
  #answeredMs = performance.now();
  #isSilent = false;
  /** What both logs share never changes again: it is compared once. */
  #isBeforeCompared = false;

  constructor(options: WatchOptions) {
    this.#options = options;
    this.#log = new RemoteLog(options.url);
  }

  /** Returns the exit code. */
  run(): Promise<number> {
    return Promise.race([this.#rounds(), this.#convicted.promise]);
  }

  async close(): Promise<void> {
    await this.#witness?.close();
    await this.#state?.settled();
  }

  async #rounds(): Promise<number> {
    for (;;) {
      try {
        this.#state ??= await this.#firstState();
        await this.#listen(this.#state);
        await this.#round(this.#state);
        this.#answeredMs = performance.now();
        this.#isSilent = false;
      } catch (error) {
        if (error instanceof LogAlarm) return this.#raise(error);
        if (error instanceof AnotherLog) return this.#reportAnotherLog(error);
        if (error instanceof StateTaken) throw new InvalidSetup(error.message);
        if (error instanceof StateUnkept) this.#warnUnkept(error);
        else if (!(error instanceof LogUnreachable)) throw error;
        else if (await this.#isTooSilent(error)) return EXIT.silence;
      }
      if (this.#options.isOnce) return EXIT.fine;
      await sleep(this.#options.everyMs);
    }
  }

  async #round(state: WatchState): Promise<void> {
    const { kept, key } = state;
    const { againstFile, isOnce } = this.#options;
    const watched = await this.#newCheckpoint(state);
    const before = againstFile === undefined ? undefined : await stateOfAnotherLog(againstFile, key);
    const isOfSameLog = againstFile !== undefined && !before;
    if (isOfSameLog) await compare(this.#log, key, await noteIn(againstFile, key), watched.note);
    // If the witness has cosigned a newer one in the meantime, that one is compared in the next round.
    const isNew = watched.note !== kept.checkpoint;
    await state.change((now) => ({
      keep: isNew && now.checkpoint === kept.checkpoint ? { ...now, checkpoint: watched.note } : undefined,
      result: undefined,
    }));
    this.#tell(kept, watched, key);
    if (isOfSameLog && isOnce) this.#print(`${againstFile}: part of the same history`);
    if (before && !this.#isBeforeCompared) {
      this.#print(`${againstFile}: ${await compareWithBefore(this.#log, key, watched.note, before)}`);
      this.#isBeforeCompared = true;
    }
    await this.#settleDoubts(state, watched);
    const list = await followLists(this.#log, key, state.kept.list, Date.now());
    if (list && list.sequence !== state.kept.list?.sequence)
      await state.change((now) => ({ keep: { ...now, list }, result: undefined }));
  }

  /** The next checkpoint. One that is old or not cosigned counts as silence: the exchange may show newer ones to others, or this one to nobody else. */
  async #newCheckpoint(state: WatchState): Promise<Watched> {
    for (let tried = 1; ; tried++) {
      const last = state.kept.checkpoint;
      const watched = await watchOnce(this.#log, state.key, last);
      const missing = this.#options.cosigners.filter((witness) => !hasSignature(watched.note, witness));
      if (missing.length === 0 && watched.relation !== 'old') return watched;
      if (tried === FETCH_TRIES)
        throw new LogUnreachable(
          watched.relation === 'old'
            ? `the exchange shows an old checkpoint of ${watched.size} entries, and ${sizeOf(last as string)} were signed before. If that stays so, entries were lost`
            : `the checkpoint of ${watched.size} entries is not cosigned by ${missing.map(({ name }) => name).join(' and ')}`,
        );
      await sleep(FETCH_PAUSE_MS);
    }
  }

  /** A missing proof may be a mistake of whoever sent the checkpoint: the hashes that the exchange shows decide. */
  async #settleDoubts(state: WatchState, { note }: Watched): Promise<void> {
    for (const doubt of state.kept.doubts ?? []) {
      try {
        await compare(this.#log, state.key, doubt, note);
        await state.change(({ doubts = [], ...kept }) => {
          const others = doubts.filter((other) => other !== doubt);
          return { keep: { ...kept, ...(others.length > 0 && { doubts: others }) }, result: undefined };
        });
      } catch (error) {
        if (!(error instanceof LogUnreachable)) throw error;
        this.#warn(
          `a checkpoint of ${sizeOf(doubt)} entries that the log has signed cannot be compared: ${error.message}`,
        );
      }
    }
  }

  /** Without a known key and a state file, the key that the exchange names is believed this once, and kept. */
  async #firstState(): Promise<WatchState> {
    const { stateFile, key } = this.#options;
    const kept = await readKept(stateFile).catch((error) => {
      throw new InvalidSetup(`${stateFile}: ${error.message}`);
    });
    if (kept) {
      if (key !== undefined && vkeyOf(key) !== kept.vkey)
        throw new InvalidSetup(
          `--key differs from the key in ${stateFile}, ${kept.vkey}: for a new log use another --state, and keep this one, which proves what was signed before`,
        );
      return new WatchState(stateFile, kept);
    }
    if (key !== undefined) return new WatchState(stateFile, { vkey: vkeyOf(key) });
    const named = await this.#log.vkey();
    this.#warn(`trusting the key that the exchange names: ${named}`);
    return new WatchState(stateFile, { vkey: vkeyOf(namedKey(named)) });
  }

  async #listen(state: WatchState): Promise<void> {
    const { witness } = this.#options;
    if (!witness || this.#witness) return;
    const { host, port, cosigner } = witness;
    if (cosigner.publicKey.equals(state.key.publicKey))
      throw new InvalidSetup('--cosign-key is the key of the log: a witness needs one of its own');
    this.#witness = await WitnessServer.start({
      ...{ ...witness, state },
      onFork: async (alarm) => {
        const { posted } = await this.#writeAlarm(alarm);
        // The answer of the witness does not wait for the post.
        posted.then(() => this.#convicted.resolve(EXIT.alarm));
      },
      onDoubt: () =>
        this.#warn(
          'a checkpoint that the log has signed does not continue the last one, by the proof that came with it',
        ),
      onError: (error) => this.#warn(`a checkpoint could not be cosigned: ${error.message}`),
    }).catch((error: NodeJS.ErrnoException) => {
      throw new InvalidSetup(`--listen: ${host}:${port} cannot be used (${error.code})`);
    });
    this.#print(`cosigning ${state.key.name}; for the exchange: WITNESSES="${vkeyOf(cosigner)} ${this.#witness.url}"`);
  }

  /** More cosignatures of the same checkpoint are no news; only `--once` prints a line without news. */
  #tell({ checkpoint }: WatchedLog, { note, size, root }: Watched, { name }: VerifierKey): void {
    const isNews = checkpoint === undefined || textOf(checkpoint) !== textOf(note);
    if (!isNews && !this.#options.isOnce) return;
    const how =
      checkpoint === undefined ? 'first checkpoint' : isNews ? 'continues the last checkpoint' : 'nothing new';
    this.#print(`${name}: ${size} entries, root ${root}: ${how}`);
  }

  /** The log is still compared with the last checkpoint that could be kept. */
  #warnUnkept({ message }: StateUnkept): void {
    if (this.#options.isOnce) throw new InvalidSetup(message);
    this.#warn(`the checkpoint is not kept, will retry: ${message}`);
  }

  /** A witness reports silence once and stays, so that it can cosign when the exchange is back. */
  async #isTooSilent({ message }: LogUnreachable): Promise<boolean> {
    const { isOnce, silenceMs } = this.#options;
    this.#warn(`no checkpoint that can be compared: ${message}`);
    if (!isOnce && performance.now() - this.#answeredMs < silenceMs) return false;
    if (!this.#isSilent) await this.#post({ alarm: 'silence', message });
    this.#isSilent = true;
    return !this.#witness;
  }

  async #raise(alarm: LogAlarm): Promise<number> {
    await (await this.#writeAlarm(alarm)).posted;
    return EXIT.alarm;
  }

  /** Resolves once the evidence is on disk; the post may take longer. */
  async #writeAlarm({ message, evidence }: LogAlarm): Promise<{ readonly posted: Promise<void> }> {
    const { url, stateFile } = this.#options;
    const vkey = (this.#state as WatchState).kept.vkey;
    const file = evidenceFile({ url, vkey, message, evidence });
    try {
      const name = await writeEvidence(stateFile, file);
      this.#warn(
        `ALARM: ${message}; the evidence is in ${name}: millpond watch --verify ${name} checks it without the exchange`,
      );
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      this.#warn(`ALARM: ${message}; no file can be written beside ${stateFile} (${code}), so keep this:`);
      this.#options.warn(JSON.stringify(file));
    }
    return { posted: this.#post({ alarm: 'history', ...file }) };
  }

  async #reportAnotherLog({ message }: AnotherLog): Promise<number> {
    this.#warn(
      `ANOTHER LOG: ${message}. That proves nothing by itself; its operator should say why. Keep ${this.#options.stateFile}, which proves what was signed before, and watch the new log with another --state`,
    );
    await this.#post({ alarm: 'another log', message });
    return EXIT.anotherLog;
  }

  async #post(body: object): Promise<void> {
    const { alarmUrl, url } = this.#options;
    if (alarmUrl !== undefined) await post(alarmUrl, { url, ...body }, (message) => this.#warn(message));
  }

  #print(message: string): void {
    this.#options.print(`${new Date().toISOString()} ${message}`);
  }

  #warn(message: string): void {
    this.#options.warn(`${new Date().toISOString()} ${message}`);
  }
}

const sizeOf = (note: string): string => note.split('\n', 2)[1] ?? '';
const textOf = (note: string): string => note.slice(0, note.lastIndexOf('\n\n'));

function namedKey(vkey: string): VerifierKey {
  try {
    return parseVkey(vkey);
  } catch (error) {
    if (error instanceof MalformedLogText) throw new InvalidSetup(`the key of the log: ${error.message}`);
    throw error;
  }
}

/** Undefined if the file is something else. */
async function stateOfAnotherLog(file: string, key: VerifierKey): Promise<WatchedLog | undefined> {
  const kept = await readKept(file).catch(() => undefined);
  if (!kept || kept.vkey === vkeyOf(key)) return undefined;
  try {
    for (const { checkpoint } of kept.days ?? []) openCheckpoint(checkpoint, parseVkey(kept.vkey));
    return kept;
  } catch (error) {
    throw new InvalidSetup(`${file}: ${(error as Error).message}`);
  }
}

/** A state file of another watcher, or a checkpoint. */
async function noteIn(file: string, key: VerifierKey): Promise<string> {
  try {
    const text = await readFile(file, 'utf8');
    const note = text.startsWith('{') ? (JSON.parse(text) as WatchedLog).checkpoint : text;
    if (note === undefined) throw new Unproven('it holds no checkpoint');
    openCheckpoint(note, key);
    return note;
  } catch (error) {
    throw new InvalidSetup(`${file}: ${(error as Error).message}`);
  }
}
