// millpond watch URL: checks, from outside and without a key of the exchange, that its public log is only ever extended.
import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { MalformedLogText } from '../../log/format.ts';
import { parseVkey, type SigningKey, signingKey, type VerifierKey, vkeyOf } from '../../log/keys.ts';
import { hasSignature, openNote } from '../../log/note.ts';
import { LogUnreachable, RemoteLog } from '../../watch/remote-log.ts';
import { type Kept, readKept, StateTaken, StateUnkept, WatchState } from '../../watch/watch-state.ts';
import { compareWith, LogAlarm, type Watched, watchOnce } from '../../watch/watcher.ts';
import { WitnessServer } from '../../watch/witness-server.ts';
import { BadUsage, type Flags } from '../command.ts';

const USAGE =
  'usage: millpond watch URL [--state FILE] [--key VKEY] [--every SECONDS] [--silence SECONDS] [--alarm URL] [--against FILE] [--cosigned-by VKEY,…] [--once] [--listen [ADDRESS:]PORT --cosign-key FILE [--cosign-name NAME]]';
const EXIT = { fine: 0, alarm: 1, silence: 3 } as const;
const ALARM_TRIES = 3;
/** A checkpoint is published before it is cosigned: one without cosignatures is fetched again, this often and after this pause. */
const [COSIGN_TRIES, COSIGN_PAUSE_MS] = [3, 2000];

export async function runWatch([url, ...more]: readonly string[], flags: Flags): Promise<number> {
  if (url === undefined || more.length > 0) throw new BadUsage(USAGE);
  checkUrl(url, 'the address of the exchange');
  if (flags.alarm !== undefined) checkUrl(flags.alarm, '--alarm');
  const watch = new Watch(url, flags);
  const stop = new AbortController();
  const stopped = new Promise<number>((done) => stop.signal.addEventListener('abort', () => done(EXIT.fine)));
  const onSignal = () => stop.abort();
  process.on('SIGTERM', onSignal).on('SIGINT', onSignal);
  try {
    return await Promise.race([watch.run(), stopped]);
  } finally {
    process.off('SIGTERM', onSignal).off('SIGINT', onSignal);
    await watch.close();
  }
}

class Watch {
  readonly #url: string;
  readonly #flags: Flags;
  readonly #file: string;
  readonly #log: RemoteLog;
  readonly #everyMs: number;
  readonly #silenceMs: number;
  readonly #listens: Listening | undefined;
  readonly #cosigners: readonly VerifierKey[];
  #state: WatchState | undefined;
  #witness: WitnessServer | undefined;
  /** A checkpoint that the log has signed, and whose proof did not fit when the witness was asked to cosign it. */
  #doubted: string | undefined;
  #answeredMs = performance.now();
  #isSilent = false;

  constructor(url: string, flags: Flags) {
    this.#url = url;
    this.#flags = flags;
    this.#file = flags.state ?? `watch-${new URL(url).host.replaceAll(/[^\w.-]/g, '-')}.json`;
    this.#log = new RemoteLog(url);
    this.#everyMs = secondsOf(flags.every, 60, '--every');
    this.#silenceMs = secondsOf(flags.silence, 600, '--silence');
    this.#listens = listeningOf(flags);
    this.#cosigners = cosignersIn(flags.cosignedBy);
  }

  /** Returns the exit code. */
  async run(): Promise<number> {
    for (;;) {
      try {
        this.#state ??= await this.#firstState();
        await this.#listen(this.#state);
        await this.#round(this.#state);
        this.#answeredMs = performance.now();
        this.#isSilent = false;
      } catch (error) {
        const { alarm: to } = this.#flags;
        if (error instanceof LogAlarm) return alarm(error, { url: this.#url, file: this.#file, ...(to && { to }) });
        if (error instanceof StateTaken) throw new BadUsage(error.message);
        if (error instanceof StateUnkept) this.#sayUnkept(error);
        else if (!(error instanceof LogUnreachable)) throw error;
        else if (await this.#isTooSilent(error)) return EXIT.silence;
      }
      if (this.#flags.once) return EXIT.fine;
      await sleep(this.#everyMs);
    }
  }

  async close(): Promise<void> {
    await this.#witness?.close();
    await this.#state?.settled();
  }

  async #round(state: WatchState): Promise<void> {
    const { kept, key } = state;
    const watched = await this.#cosigned(state);
    if (this.#flags.against !== undefined)
      await compareWith(this.#log, key, await noteIn(this.#flags.against, key), watched.note);
    // If the witness has cosigned a newer one in the meantime, that one is compared in the next round.
    const keep = { ...kept, checkpoint: watched.note };
    const isNew = watched.note !== kept.checkpoint;
    await state.change((now) => ({ keep: isNew && now === kept ? keep : undefined, result: undefined }));
    const { against, once = false } = this.#flags;
    tell(kept, watched, key, once);
    if (against !== undefined && once) console.log(`${now()} ${against}: part of the same history`);
    await this.#settleDoubt(key, watched);
  }

  /** The next checkpoint. One that is not cosigned in time counts as silence: the exchange may show it to nobody else. */
  async #cosigned({ key, kept }: WatchState): Promise<Watched> {
    for (let tried = 1; ; tried++) {
      const watched = await watchOnce(this.#log, key, kept.checkpoint);
      const missing = this.#cosigners.filter((witness) => !hasSignature(watched.note, witness));
      if (missing.length === 0) return watched;
      if (tried === COSIGN_TRIES)
        throw new LogUnreachable(
          `the checkpoint of ${watched.size} entries is not cosigned by ${missing.map(({ name }) => name).join(' and ')}`,
        );
      await sleep(COSIGN_PAUSE_MS);
    }
  }

  /** A proof that does not fit may be a mistake of the sender: the hashes that the exchange shows decide. */
  async #settleDoubt(key: VerifierKey, { note }: Watched): Promise<void> {
    const doubted = this.#doubted;
    if (doubted === undefined) return;
    try {
      await compareWith(this.#log, key, doubted, note);
      if (this.#doubted === doubted) this.#doubted = undefined;
    } catch (error) {
      if (!(error instanceof LogUnreachable)) throw error;
      say(`a checkpoint that the log has signed cannot be compared: ${error.message}`);
    }
  }

  /** Without --key and a state file, the key that the exchange names is believed this once, and kept. */
  async #firstState(): Promise<WatchState> {
    const kept = await readKept(this.#file).catch((error) => {
      throw new BadUsage(`${this.#file}: ${error.message}`);
    });
    const { key: given } = this.#flags;
    if (kept) {
      if (given !== undefined && given !== kept.vkey)
        throw new BadUsage(
          `--key differs from the key in ${this.#file}, ${kept.vkey}: for a new log use another --state, and keep this one, which proves what was signed before`,
        );
      return new WatchState(this.#file, kept);
    }
    if (given !== undefined) return new WatchState(this.#file, { vkey: vkeyOf(keyIn(given)) });
    const told = await this.#log.vkey();
    say(`trusting the key that the exchange names: ${told}`);
    return new WatchState(this.#file, { vkey: vkeyOf(keyIn(told)) });
  }

  async #listen(state: WatchState): Promise<void> {
    if (!this.#listens || this.#witness) return;
    const { host, port, cosigner } = this.#listens;
    if (cosigner.publicKey.equals(state.key.publicKey))
      throw new BadUsage('--cosign-key is the key of the log: a witness needs one of its own');
    this.#witness = await WitnessServer.start({
      ...{ host, port, cosigner, state },
      onDoubt: (note) => {
        this.#doubted = note;
        say('a checkpoint that the log has signed does not continue the last one, by the proof that came with it');
      },
      onError: (error) => say(`a checkpoint could not be cosigned: ${error.message}`),
    }).catch((error: NodeJS.ErrnoException) => {
      throw new BadUsage(`--listen: ${host}:${port} cannot be used (${error.code})`);
    });
    console.log(
      `${now()} cosigning ${state.key.name}; for the exchange: WITNESSES="${vkeyOf(cosigner)} ${this.#witness.url}"`,
    );
  }

  /** The log is still compared with the last checkpoint that could be kept. */
  #sayUnkept({ message }: StateUnkept): void {
    if (this.#flags.once) throw new BadUsage(message);
    say(`the checkpoint is not kept, will retry: ${message}`);
  }

  /** A witness reports silence once and stays, so that it can cosign when the exchange is back. */
  async #isTooSilent({ message }: LogUnreachable): Promise<boolean> {
    say(`not reachable: ${message}`);
    if (!this.#flags.once && performance.now() - this.#answeredMs < this.#silenceMs) return false;
    if (!this.#isSilent) await post(this.#flags.alarm, { alarm: 'silence', url: this.#url, message, checkpoints: [] });
    this.#isSilent = true;
    return !this.#witness;
  }
}

function checkUrl(url: string, what: string): void {
  if (!/^https?:$/.test(URL.parse(url)?.protocol ?? ''))
    throw new BadUsage(`${what} must start with https:// or http://, not ${url}`);
}

type Listening = { readonly host: string; readonly port: number; readonly cosigner: SigningKey };

function listeningOf({ listen, cosignKey, cosignName, once }: Flags): Listening | undefined {
  if (listen === undefined && cosignKey === undefined && cosignName === undefined) return undefined;
  if (listen === undefined || cosignKey === undefined) throw new BadUsage('--listen and --cosign-key belong together');
  if (once) throw new BadUsage('--once and --listen exclude each other');
  const [, host, port] = /^(?:\[?([^\]]+)\]?:)?(\d{1,5})$/.exec(listen) ?? [];
  if (port === undefined || Number(port) > 65_535)
    throw new BadUsage('--listen must be a port, or an address and a port');
  return { host: host ?? '127.0.0.1', port: Number(port), cosigner: cosignerIn(cosignKey, cosignName) };
}

/** By default, the name of a witness follows from its key. */
function cosignerIn(file: string, name: string | undefined): SigningKey {
  try {
    const text = readFileSync(file, 'utf8');
    const { publicKey } = signingKey(text, 'any', 'cosignature');
    return signingKey(text, name ?? `witness-${hash('sha256', publicKey, 'hex').slice(0, 8)}`, 'cosignature');
  } catch (error) {
    throw new BadUsage(`--cosign-key ${file}: ${(error as Error).message}`);
  }
}

function cosignersIn(text: string | undefined): readonly VerifierKey[] {
  return (text?.split(',') ?? []).map((vkey) => {
    const key = keyIn(vkey.trim(), '--cosigned-by');
    if (key.type === 'cosignature') return key;
    throw new BadUsage(`--cosigned-by: ${key.name} is the name of a log's key, not of a witness's`);
  });
}

function keyIn(vkey: string, what = 'the key of the log'): VerifierKey {
  try {
    return parseVkey(vkey);
  } catch (error) {
    if (error instanceof MalformedLogText) throw new BadUsage(`${what}: ${error.message}`);
    throw error;
  }
}

const now = (): string => new Date().toISOString();
const say = (message: string): void => console.error(`${now()} ${message}`);

/** More cosignatures of the same checkpoint are no news; only `--once` prints a line without news. */
function tell({ checkpoint }: Kept, { note, size, root }: Watched, { name }: VerifierKey, isOnce: boolean): void {
  const textOf = (signed: string) => signed.slice(0, signed.lastIndexOf('\n\n'));
  const isNews = checkpoint === undefined || textOf(checkpoint) !== textOf(note);
  if (!isNews && !isOnce) return;
  const how = checkpoint === undefined ? 'first checkpoint' : isNews ? 'continues the last checkpoint' : 'nothing new';
  console.log(`${now()} ${name}: ${size} entries, root ${root}: ${how}`);
}

/** A state file of another watcher, or a checkpoint. */
async function noteIn(file: string, key: VerifierKey): Promise<string> {
  try {
    const text = await readFile(file, 'utf8');
    const note = text.startsWith('{') ? (JSON.parse(text) as Kept).checkpoint : text;
    if (note === undefined) throw new Error('it holds no checkpoint');
    openNote(note, [key]);
    return note;
  } catch (error) {
    throw new BadUsage(`${file}: ${(error as Error).message}`);
  }
}

async function alarm(
  { message, evidence }: LogAlarm,
  { url, file, to }: { readonly url: string; readonly file: string; readonly to?: string },
): Promise<number> {
  const found = { at: now(), url, message, checkpoints: evidence };
  try {
    const kept = await keepEvidence(file, found);
    say(`ALARM: ${message}; the signed checkpoints that prove it are in ${kept}`);
  } catch (error) {
    say(
      `ALARM: ${message}; no file can be written beside ${file} (${(error as NodeJS.ErrnoException).code}), so keep this:`,
    );
    console.error(JSON.stringify(found));
  }
  await post(to, { alarm: 'history', url, message, checkpoints: evidence });
  return EXIT.alarm;
}

/** The first evidence is never overwritten, nor do restarts fill the disk: all later evidence shares a second file. Returns its name. */
async function keepEvidence(file: string, evidence: object): Promise<string> {
  const text = `${JSON.stringify(evidence, null, 2)}\n`;
  const [first, later] = [`${file}.alarm`, `${file}.alarm-again`];
  try {
    await writeFile(first, text, { flag: 'wx' });
    return first;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    await writeFile(later, text);
    return later;
  }
}

async function post(to: string | undefined, body: object): Promise<void> {
  if (to === undefined) return;
  for (let tried = 1; tried <= ALARM_TRIES; tried++) {
    try {
      const answer = await fetch(to, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(10_000),
      });
      await answer.body?.cancel();
      if (answer.ok) return;
      console.error(`the alarm could not be sent to ${to}: it answered ${answer.status}`);
    } catch (error) {
      console.error(`the alarm could not be sent to ${to}: ${(error as Error).message}`);
    }
    if (tried < ALARM_TRIES) await sleep(tried * 2000);
  }
}

function secondsOf(text: string | undefined, usual: number, flag: string): number {
  if (text === undefined) return usual * 1000;
  if (/^[1-9]\d{0,5}$/.test(text)) return Number(text) * 1000;
  throw new BadUsage(`${flag} must be a whole number of seconds`);
}
