// The command line: which command, with which settings, and what goes wrong in words.
import { parseArgs } from 'node:util';
import { OutcomeUnknown, StoreUnavailable } from '../exchange/store.ts';
import { runAudit } from './audit.ts';
import { BadUsage, type Flags, type LendWriter, type OpenCopyTarget, type OpenStore } from './command.ts';
import { runCopy } from './copy.ts';
import { HELP } from './help.ts';
import { runKey } from './key.ts';
import { BadSetting, flagOf, readSettings, SETTINGS } from './settings.ts';

export type Stores = {
  readonly openStore: OpenStore;
  readonly openCopyTarget: OpenCopyTarget;
  readonly lendWriter: LendWriter;
};

/** Runs one command and returns the exit code; `serve` returns once it is told to stop. */
export async function run(args: readonly string[], { openStore, openCopyTarget, lendWriter }: Stores): Promise<number> {
  try {
    const { values, positionals } = parse(args);
    const [command, ...rest] = positionals;
    if (values.help === true || command === undefined || command === 'help') {
      console.log(HELP);
      return command === undefined && values.help !== true ? 2 : 0;
    }
    if (command !== 'key' && rest.length > 0) {
      throw new BadUsage(`"${rest[0]}" is too much after "${command}"; millpond --help shows what it takes`);
    }
    const settings = readSettings(values, process.env);
    const flags = flagsOf(values);
    switch (command) {
      case 'serve': {
        // Loaded here, so that the other commands need not wait for a web server that they do not start.
        const { runServe } = await import('./serve.ts');
        return await runServe(settings, flags, { openStore, lendWriter });
      }
      case 'key':
        return await runKey(rest, settings, flags, openStore);
      case 'audit':
        return await runAudit(settings, openStore);
      case 'copy':
        return await runCopy(settings, flags, { openStore, openCopyTarget });
      default:
        throw new BadUsage(`there is no command "${command}"; millpond --help lists them`);
    }
  } catch (error) {
    if (!isExpected(error)) throw error;
    console.error(`millpond: ${(error as Error).message}`);
    return 2;
  }
}

const WORDS = ['account', 'role', 'from', 'to'] as const;

function flagsOf(values: Record<string, unknown>): Flags {
  const word = (name: (typeof WORDS)[number]) => values[name] as string | undefined;
  return {
    demo: values.demo === true,
    account: word('account'),
    role: word('role'),
    from: word('from'),
    to: word('to'),
  };
}

function parse(args: readonly string[]): { values: Record<string, unknown>; positionals: string[] } {
  const strings = [...Object.keys(SETTINGS).map(flagOf), ...WORDS];
  return parseArgs({
    args: [...args],
    allowPositionals: true,
    options: Object.fromEntries([
      ...strings.map((name) => [name, { type: 'string' }] as const),
      ['demo', { type: 'boolean' }],
      ['help', { type: 'boolean', short: 'h' }],
    ]),
  });
}

const isExpected = (error: unknown): boolean =>
  error instanceof BadSetting ||
  error instanceof BadUsage ||
  error instanceof StoreUnavailable ||
  error instanceof OutcomeUnknown ||
  [
    'ERR_PARSE_ARGS_UNKNOWN_OPTION',
    'ERR_PARSE_ARGS_INVALID_OPTION_VALUE',
    'EADDRINUSE',
    'EACCES',
    'EADDRNOTAVAIL',
  ].includes((error as { code?: string }).code ?? '');
