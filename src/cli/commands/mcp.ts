// millpond mcp: the calls of a running exchange as MCP tools, over the standard streams.
import type { Readable, Writable } from 'node:stream';
import { parseExact, withFloats } from '../../api/json/exact-json.ts';
import { answerTo, badJson, failedWith, RpcError, type RpcResponse, type Toolbox } from '../../mcp/protocol.ts';
import { TokenSymbols } from '../../mcp/token-symbols.ts';
import { toolboxOf } from '../../mcp/toolbox.ts';
import { READ_ONLY, readScopes, SCOPES, type Scope } from '../../mcp/tools.ts';
import { VERSION } from '../../version.ts';
import { BadUsage, type Flags } from '../command.ts';
import { didYouMean } from '../did-you-mean.ts';
import { exchangeAt } from './mcp-exchange.ts';

const DEFAULT_URL = 'http://127.0.0.1:8080';

/** Maximum length of a message in characters; no tool needs a longer one. */
const MAX_LINE = 1_048_576;

/** Returns when stdin has ended and every request is answered. */
export async function runMcp({ url = DEFAULT_URL, key = process.env.MILLPOND_KEY, scopes }: Flags): Promise<number> {
  const { ask, lookAt, venue } = exchangeAt(url, key);
  const box = toolboxOf({
    scopes: scopes === undefined ? READ_ONLY : scopesIn(scopes),
    venue,
    version: VERSION,
    howToSwitchOn: (more) => `start millpond mcp with -s ${more}`,
    ask,
    symbols: new TokenSymbols(),
  });
  const { stdin, stdout } = process;
  // If the client is gone, writing fails; that is ignored, since the end of stdin then ends the command.
  stdout.on('error', () => {});
  const looking = lookAt().then((trouble) => trouble && console.error(`millpond: ${trouble}`));
  await converse(stdin, stdout, box);
  await looking;
  return 0;
}

function scopesIn(text: string): readonly Scope[] {
  const { scopes, unknown } = readScopes(text);
  if (unknown === undefined) return scopes;
  const hint = didYouMean(unknown, SCOPES) || `; choose from ${SCOPES.join(', ')}`;
  throw new BadUsage(`-s ${text}: there is no scope "${unknown}"${hint}`);
}

/** Reads one JSON-RPC message per line. Messages are handled concurrently, and each is answered as soon as it is done. */
async function converse(input: Readable, output: Writable, box: Toolbox): Promise<void> {
  const waiting = new Set<Promise<void>>();
  let version = '';
  const answer = async (line: string | null): Promise<void> => {
    const answered = await answerLine(line, box, version);
    if (!answered) return;
    version = versionIn(answered.body) ?? version;
    await new Promise((done) => output.write(`${JSON.stringify(answered.body)}\n`, done));
  };
  for await (const line of linesOf(input)) {
    const work = answer(line).finally(() => waiting.delete(work));
    waiting.add(work);
  }
  await Promise.all(waiting);
}

async function answerLine(line: string | null, box: Toolbox, version: string): Promise<RpcResponse | null> {
  let message: unknown;
  try {
    message = withFloats(parseExact(line ?? ''));
  } catch {
    return failedWith(badJson(`A line must be one JSON message of at most ${MAX_LINE} characters.`));
  }
  try {
    return await answerTo(message, box, { version });
  } catch (error) {
    // A bug in one tool must not prevent the answers to other messages.
    console.error(error);
    return failedWith(new RpcError(-32603, 'Internal error in millpond mcp; see its stderr.'));
  }
}

/** The protocol version, if this is the answer to `initialize`. */
const versionIn = (body: object): string | undefined =>
  (body as { readonly result?: { readonly protocolVersion?: string } }).result?.protocolVersion;

/** Splits the input at line feeds only, since JSON may contain other line separators; yields null for a line that is too long. */
async function* linesOf(input: Readable): AsyncGenerator<string | null> {
  let rest = '';
  let isTooLong = false;
  for await (const chunk of input.setEncoding('utf8')) {
    const [first = '', ...more] = (chunk as string).split('\n');
    rest += isTooLong ? '' : first;
    for (const next of more) {
      if (isTooLong || rest.length > MAX_LINE) yield null;
      else if (rest.trim() !== '') yield rest;
      rest = next;
      isTooLong = false;
    }
    isTooLong ||= rest.length > MAX_LINE;
    if (isTooLong) rest = '';
  }
  if (rest.trim() !== '') yield rest;
}
