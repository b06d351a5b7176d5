// millpond watch URL: checks, from outside and without a key of the exchange, that its public log is only ever extended.
import { readFile, rename, writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { MalformedLogText } from '../../log/format.ts';
import { parseVkey, type VerifierKey, vkeyOf } from '../../log/keys.ts';
import { LogUnreachable, RemoteLog } from '../../watch/remote-log.ts';
import { compareWith, LogAlarm, type Watched, watchOnce } from '../../watch/watcher.ts';
import { BadUsage, type Flags } from '../command.ts';

const USAGE =
  'usage: millpond watch URL [--state FILE] [--key VKEY] [--every SECONDS] [--silence SECONDS] [--alarm URL] [--against FILE] [--once]';
const EXIT = { fine: 0, alarm: 1, silence: 3 } as const;
const ALARM_TRIES = 3;

/** The state file: the key of the log, and the last checkpoint that was checked. */
type State = { readonly vkey: string; readonly checkpoint?: string };

export async function runWatch([url, ...more]: readonly string[], flags: Flags): Promise<number> {
  if (url === undefined || more.length > 0 || !URL.canParse(url)) throw new BadUsage(USAGE);
  const file = flags.state ?? `watch-${new URL(url).host.replaceAll(/[^\w.-]/g, '-')}.json`;
  const [everyMs, silenceMs] = [secondsOf(flags.every, 60, '--every'), secondsOf(flags.silence, 600, '--silence')];
  const log = new RemoteLog(url);
  let state = await readState(file);
  let answeredMs = performance.now();
  for (;;) {
    try {
      state = await firstState(log, state, flags.key);
      const key = keyIn(state.vkey);
      const watched = await watchOnce(log, key, state.checkpoint);
      if (flags.against !== undefined) await compareWith(log, key, await noteIn(flags.against), watched.note);
      if (watched.note !== state.checkpoint) await keep(file, { vkey: state.vkey, checkpoint: watched.note });
      tell(state, watched, key);
      state = { ...state, checkpoint: watched.note };
      answeredMs = performance.now();
    } catch (error) {
      if (error instanceof LogAlarm) return alarm(error, { url, file, ...(flags.alarm && { to: flags.alarm }) });
      if (!(error instanceof LogUnreachable)) throw error;
      console.error(`${new Date().toISOString()} not reachable: ${error.message}`);
      if (flags.once || performance.now() - answeredMs >= silenceMs) {
        await post(flags.alarm, { alarm: 'silence', url, message: error.message, checkpoints: [] });
        return EXIT.silence;
      }
    }
    if (flags.once) return EXIT.fine;
    await sleep(everyMs);
  }
}

/** Without --key and a state file, the key that the exchange names is believed this once, and kept. */
async function firstState(log: RemoteLog, state: State | undefined, vkey: string | undefined): Promise<State> {
  if (state === undefined) {
    if (vkey !== undefined) return { vkey: vkeyOf(keyIn(vkey)) };
    const told = await log.vkey();
    console.error(`${new Date().toISOString()} trusting the key that the exchange names: ${told}`);
    return { vkey: vkeyOf(keyIn(told)) };
  }
  if (vkey !== undefined && vkey !== state.vkey)
    throw new BadUsage(`--key differs from the key in the state file, ${state.vkey}`);
  return state;
}

function keyIn(vkey: string): VerifierKey {
  try {
    return parseVkey(vkey);
  } catch (error) {
    if (error instanceof MalformedLogText) throw new BadUsage(`the key of the log: ${error.message}`);
    throw error;
  }
}

function tell({ checkpoint }: State, { note, size, root }: Watched, { name }: VerifierKey): void {
  if (checkpoint === note) return;
  const how = checkpoint === undefined ? 'first checkpoint' : 'continues the last checkpoint';
  console.log(`${new Date().toISOString()} ${name}: ${size} entries, root ${root}: ${how}`);
}

async function readState(file: string): Promise<State | undefined> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw new BadUsage(`${file}: it cannot be read (${error.code})`);
  });
  if (text === undefined) return undefined;
  try {
    const { vkey, checkpoint }: State = JSON.parse(text);
    return { vkey: vkeyOf(parseVkey(vkey)), ...(checkpoint !== undefined && { checkpoint }) };
  } catch (error) {
    throw new BadUsage(`${file}: it is not a state file of millpond watch (${(error as Error).message})`);
  }
}

/** A state file of another watcher, or a checkpoint. */
async function noteIn(file: string): Promise<string> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new BadUsage(`${file}: it cannot be read (${error.code})`);
  });
  if (!text.startsWith('{')) return text;
  const { checkpoint } = JSON.parse(text) as State;
  if (checkpoint === undefined) throw new BadUsage(`${file}: it holds no checkpoint`);
  return checkpoint;
}

/** Written to another file first, so that a crash leaves the old or the new state. */
async function keep(file: string, state: State): Promise<void> {
  await writeFile(`${file}.next`, `${JSON.stringify(state, null, 2)}\n`, { flush: true });
  await rename(`${file}.next`, file);
}

async function alarm(
  { message, evidence }: LogAlarm,
  { url, file, to }: { readonly url: string; readonly file: string; readonly to?: string },
): Promise<number> {
  const kept = `${file}.alarm`;
  await writeFile(
    kept,
    `${JSON.stringify({ at: new Date().toISOString(), url, message, checkpoints: evidence }, null, 2)}\n`,
  );
  console.error(`${new Date().toISOString()} ALARM: ${message}; the signed checkpoints that prove it are in ${kept}`);
  await post(to, { alarm: 'history', url, message, checkpoints: evidence });
  return EXIT.alarm;
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
