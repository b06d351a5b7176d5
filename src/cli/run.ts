// The command line: which command, with which settings, and what goes wrong in words.
import { parseArgs } from 'node:util';
import { StoreUnavailable } from '../exchange/store.ts';
import { runAudit } from './audit.ts';
import { BadUsage, type Flags, type OpenStore } from './command.ts';
import { HELP } from './help.ts';
import { runKey } from './key.ts';
import { runServe } from './serve.ts';
import { BadSetting, flagOf, readSettings, SETTINGS } from './settings.ts';

/** Runs one command and returns the exit code; `serve` returns once it is told to stop. */
export async function run(args: readonly string[], openStore: OpenStore): Promise<number> {
  try {
    const { values, positionals } = parse(args);
    const [command, ...rest] = positionals;
    if (values.help === true || command === undefined || command === 'help') {
      console.log(HELP);
      return command === undefined && values.help !== true ? 2 : 0;
    }
    const settings = readSettings(values, process.env);
    const flags: Flags = {
      demo: values.demo === true,
      account: values.account as string | undefined,
      role: values.role as string | undefined,
    };
    switch (command) {
      case 'serve':
        return await runServe(settings, flags, openStore);
      case 'key':
        return await runKey(rest, settings, flags, openStore);
      case 'audit':
        return await runAudit(settings, openStore);
      default:
        throw new BadUsage(`there is no command "${command}"; millpond --help lists them`);
    }
  } catch (error) {
    if (!isExpected(error)) throw error;
    console.error(`millpond: ${(error as Error).message}`);
    return 2;
  }
}

function parse(args: readonly string[]): { values: Record<string, unknown>; positionals: string[] } {
  const strings = [...Object.keys(SETTINGS).map(flagOf), 'account', 'role'];
  const booleans = ['demo', 'help'];
  return parseArgs({
    args: [...args],
    allowPositionals: true,
    options: Object.fromEntries([
      ...strings.map((name) => [name, { type: 'string' }] as const),
      ...booleans.map((name) => [name, { type: 'boolean' }] as const),
    ]),
  });
}

const isExpected = (error: unknown): boolean =>
  error instanceof BadSetting ||
  error instanceof BadUsage ||
  error instanceof StoreUnavailable ||
  [
    'ERR_PARSE_ARGS_UNKNOWN_OPTION',
    'ERR_PARSE_ARGS_INVALID_OPTION_VALUE',
    'EADDRINUSE',
    'EACCES',
    'EADDRNOTAVAIL',
  ].includes((error as { code?: string }).code ?? '');
