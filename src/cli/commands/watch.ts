// millpond watch URL: checks, from outside and without a key of the exchange, that its public log is only ever extended.
import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { boundConnections } from '../../api/door/connections.ts';
import { Unproven } from '../../transparency/format/evidence.ts';
import { MalformedLogText } from '../../transparency/format/format.ts';
import { type CheckedFile, checkedProofs, proofsIn } from '../../transparency/format/kept-proofs.ts';
import { parseVkey, type SigningKey, signingKey, type VerifierKey } from '../../transparency/format/keys.ts';
import { verifiedFile } from '../../transparency/watch/alarm.ts';
import { EXIT, InvalidSetup, Watch, type WatchOptions } from '../../transparency/watch/watch.ts';
import { BadUsage, type Flags } from '../command.ts';

const USAGE =
  'usage: millpond watch URL [--state FILE] [--key VKEY] [--every SECONDS] [--silence SECONDS] [--alarm URL] [--against FILE] [--cosigned-by VKEY,…] [--once] [--listen [ADDRESS:]PORT --cosign-key FILE [--cosign-name NAME]], or: millpond watch --verify FILE [--key VKEY]';
/** Of a witness: each address may open an eighth of them. */
const MOST_CONNECTIONS = 1000;

export async function runWatch([url, ...more]: readonly string[], flags: Flags): Promise<number> {
  if (flags.verify !== undefined && url === undefined) return verify(flags.verify, flags.key);
  if (url === undefined || more.length > 0 || flags.verify !== undefined) throw new BadUsage(USAGE);
  const watch = new Watch(optionsOf(url, flags));
  const stop = new AbortController();
  const stopped = new Promise<number>((done) => stop.signal.addEventListener('abort', () => done(EXIT.fine)));
  const onSignal = () => stop.abort();
  process.on('SIGTERM', onSignal).on('SIGINT', onSignal);
  try {
    return await Promise.race([watch.run(), stopped]);
  } catch (error) {
    throw error instanceof InvalidSetup ? new BadUsage(error.message) : error;
  } finally {
    process.off('SIGTERM', onSignal).off('SIGINT', onSignal);
    await watch.close();
  }
}

async function verify(file: string, vkey: string | undefined): Promise<number> {
  try {
    const text = await readFile(file, 'utf8');
    const trusted = vkey === undefined ? undefined : keyIn(vkey);
    const proofs = proofsIn(text);
    if (proofs) return tellProofs(file, checkedProofs(proofs, trusted), trusted === undefined);
    const { proven, vkey: signer } = verifiedFile(text, trusted);
    console.log(`PROVEN: ${plain(proven)}. ${signedBy(signer, trusted === undefined)}`);
    return EXIT.fine;
  } catch (error) {
    if (error instanceof Unproven) {
      console.error(`${file} proves nothing: ${plain(error.message)}`);
      return EXIT.alarm;
    }
    if (error instanceof MalformedLogText || (error as NodeJS.ErrnoException).code !== undefined)
      throw new BadUsage(`--verify ${file}: ${plain((error as Error).message)}`);
    throw error;
  }
}

/** Without what would move the cursor or begin a line of its own: the words may be those of whoever wrote the file. */
const plain = (text: string): string =>
  text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (sign) => `\\u{${sign.codePointAt(0)?.toString(16)}}`);

const signedBy = (vkey: string, isNamedByFile: boolean): string =>
  `Whoever has the key ${plain(vkey)} has signed that${isNamedByFile ? '.\nThis key is named by the file itself: compare it with the one that was published' : ''}`;

/** Prints the result for a file of own proofs. The file holds if every proof in it holds and no two contradict each other. */
function tellProofs(file: string, { shown, faults, vkeys, others }: CheckedFile, isNamedByFile: boolean): number {
  for (const line of shown) console.log(plain(line));
  if (others > 0) console.log(`of another log, and not checked: ${others} (name its key)`);
  for (const fault of faults) console.error(`${file}: ${plain(fault)}`);
  if (faults.length > 0 || shown.length === 0) {
    console.error(faults.length > 0 ? `${file} does not hold` : `${file} proves nothing about this log`);
    return EXIT.alarm;
  }
  console.log(`ALL ${shown.length} PROVEN. ${vkeys.map((vkey) => signedBy(vkey, isNamedByFile)).join('. ')}`);
  return EXIT.fine;
}

function optionsOf(url: string, flags: Flags): WatchOptions {
  checkUrl(url, 'the address of the exchange');
  if (flags.alarm !== undefined) checkUrl(flags.alarm, '--alarm');
  return {
    url,
    stateFile: flags.state ?? `watch-${new URL(url).host.replaceAll(/[^\w.-]/g, '-')}.json`,
    key: flags.key === undefined ? undefined : keyIn(flags.key),
    everyMs: secondsOf(flags.every, 60, '--every'),
    silenceMs: secondsOf(flags.silence, 600, '--silence'),
    isOnce: flags.once,
    alarmUrl: flags.alarm,
    againstFile: flags.against,
    cosigners: cosignersIn(flags.cosignedBy),
    witness: witnessOf(flags),
    print: (line) => console.log(line),
    warn: (line) => console.error(line),
  };
}

function checkUrl(url: string, what: string): void {
  if (!/^https?:$/.test(URL.parse(url)?.protocol ?? ''))
    throw new BadUsage(`${what} must start with https:// or http://, not ${url}`);
}

function witnessOf({ listen, cosignKey, cosignName, once }: Flags): WatchOptions['witness'] {
  if (listen === undefined && cosignKey === undefined && cosignName === undefined) return undefined;
  if (listen === undefined || cosignKey === undefined) throw new BadUsage('--listen and --cosign-key belong together');
  if (once) throw new BadUsage('--once and --listen exclude each other');
  const [, host, port] = /^(?:\[?([^\]]+)\]?:)?(\d{1,5})$/.exec(listen) ?? [];
  if (port === undefined || Number(port) > 65_535)
    throw new BadUsage('--listen must be a port, or an address and a port');
  return {
    host: host ?? '127.0.0.1',
    port: Number(port),
    cosigner: cosignerIn(cosignKey, cosignName),
    boundConnections: (server) => boundConnections(server, { maxConnections: MOST_CONNECTIONS, isProxy: () => false }),
  };
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

function secondsOf(text: string | undefined, usual: number, flag: string): number {
  if (text === undefined) return usual * 1000;
  if (/^[1-9]\d{0,5}$/.test(text)) return Number(text) * 1000;
  throw new BadUsage(`${flag} must be a whole number of seconds`);
}
