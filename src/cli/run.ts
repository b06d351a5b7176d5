// The command line: parses the command and its settings, and reports failures in words.
import { parseArgs } from 'node:util';
import { VERSION } from '../version.ts';
import { BadUsage, type Flags, type OpenCopyTarget, type OpenStore, SWITCHES, WORD_FLAGS } from './command.ts';
import { runAudit } from './commands/audit.ts';
import { runBackup } from './commands/backup.ts';
import { runCopy } from './commands/copy.ts';
import { runKey } from './commands/key.ts';
import { didYouMean } from './did-you-mean.ts';
import { failureWords } from './failure-words.ts';
import { HELP } from './help.ts';
import { flagOf, readSettings, SETTINGS, type Settings } from './settings.ts';

type Stores = {
  readonly openStore: OpenStore;
  readonly openCopyTarget: OpenCopyTarget;
};

type Run = (rest: readonly string[], settings: Settings, flags: Flags, stores: Stores) => Promise<number>;

const COMMANDS: Readonly<Record<string, Run>> = {
  async serve(_rest, settings, flags, stores) {
    // Imported here, so that other commands need not load a web server.
    const { runServe } = await import('./commands/serve.ts');
    return runServe(settings, flags.demo ? 'market' : 'none', stores);
  },
  async demo(_rest, settings, _flags, stores) {
    const { runServe } = await import('./commands/serve.ts');
    return runServe(settings, 'alive', stores);
  },
  key: (rest, settings, flags, { openStore }) => runKey(rest, settings, flags, openStore),
  async invite(_rest, settings, flags, { openStore }) {
    const { runInvite } = await import('./commands/invite.ts');
    return runInvite(settings, flags, openStore);
  },
  async account(rest, settings, flags, { openStore }) {
    const { runAccount } = await import('./commands/account.ts');
    return runAccount(rest, settings, flags, openStore);
  },
  async market(rest, settings, _flags, { openStore }) {
    const { runMarket } = await import('./commands/market.ts');
    return runMarket(rest, settings, openStore);
  },
  async log(rest, settings, flags, { openStore }) {
    const { runLog } = await import('./commands/log.ts');
    return runLog(rest, { settings, flags }, openStore);
  },
  async liabilities(_rest, settings, _flags, { openStore }) {
    const { runLiabilities } = await import('./commands/liabilities.ts');
    return runLiabilities(settings, openStore);
  },
  async watch(rest, _settings, flags) {
    const { runWatch } = await import('./commands/watch.ts');
    return runWatch(rest, flags);
  },
  audit: (_rest, settings, flags, { openStore }) => runAudit(settings, flags, openStore),
  backup: (rest, settings, _flags, stores) => runBackup(rest, settings, stores),
  copy: (_rest, settings, flags, stores) => runCopy(settings, flags, stores),
  async devnet(rest, settings, flags) {
    const { runDevnet } = await import('./commands/devnet.ts');
    return runDevnet(rest, settings, flags);
  },
  async ton(rest, settings, flags, { openStore }) {
    const { runTon } = await import('./commands/ton.ts');
    return runTon(rest, settings, flags, openStore);
  },
  async mcp(_rest, _settings, flags) {
    const { runMcp } = await import('./commands/mcp.ts');
    return runMcp(flags);
  },
};
/** Commands that take further positional arguments. */
const TAKES_WORDS = ['key', 'account', 'market', 'log', 'watch', 'backup', 'devnet', 'ton'];

/** Runs one command and returns the exit code; `serve` returns once it is stopped. */
export async function run(args: readonly string[], stores: Stores): Promise<number> {
  try {
    const { values, positionals } = parse(args);
    const [command, ...rest] = positionals;
    if (values.version === true) {
      console.log(`millpond ${VERSION}`);
      return 0;
    }
    if (values.help === true || command === undefined || command === 'help') {
      console.log(HELP);
      return command === undefined && values.help !== true ? 2 : 0;
    }
    const work = Object.hasOwn(COMMANDS, command) ? COMMANDS[command] : undefined;
    if (!work) throw unknownCommand(command);
    if (!TAKES_WORDS.includes(command) && rest.length > 0) {
      throw new BadUsage(`"${rest[0]}" is not expected after "${command}"; see millpond --help`);
    }
    const flags = flagsOf(values);
    // Any other command would ignore the flag and make the changes that the user only wanted to check.
    if (flags.check && command !== 'account') throw new BadUsage('--check is only for millpond account import');
    return await work(rest, readSettings(values, process.env), flags, stores);
  } catch (error) {
    const words = failureWords(error, Object.keys(OPTIONS));
    if (words === undefined) throw error;
    console.error(`millpond: ${words}`);
    return 2;
  }
}

function unknownCommand(command: string): BadUsage {
  const hint = didYouMean(command, Object.keys(COMMANDS)) || '; see millpond --help';
  return new BadUsage(`there is no command "${command}"${hint}`);
}

/** The name of a flag on the command line: `new-links` for `newLinks`. */
const typed = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

const flagsOf = (values: Record<string, unknown>): Flags =>
  Object.fromEntries([
    ...WORD_FLAGS.map((name) => [name, values[typed(name)]]),
    ...SWITCHES.map((name) => [name, values[typed(name)] === true]),
  ]);

const ofType = (type: 'string' | 'boolean', names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, { type }]));

const OPTIONS: Record<string, { type: 'string' | 'boolean'; short?: string }> = {
  ...ofType('string', [...Object.keys(SETTINGS).map(flagOf), ...WORD_FLAGS.map(typed)]),
  ...ofType('boolean', SWITCHES.map(typed)),
  scopes: { type: 'string', short: 's' },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean', short: 'v' },
};

const parse = (args: readonly string[]): { values: Record<string, unknown>; positionals: string[] } =>
  parseArgs({ args: [...args], allowPositionals: true, options: OPTIONS });
