// The README's commands run as printed, and answer what it shows.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, onTestFinished, test } from 'vitest';
import { MAIN, temporaryDirectory } from '../crash/process.ts';
import { QUICK_START } from '../quick-start.ts';

const PROJECT = join(MAIN, '../..');
/** Marks the end of a block's output. */
const END = 'end of the block';

const hasCurl = spawnSync('curl', ['--version']).status === 0;
if (!hasCurl) console.log('the README is not run: there is no curl');

test.skipIf(!hasCurl)('each block of commands in the README prints what it shows', { timeout: 600_000 }, async () => {
  const folder = temporaryDirectory();
  // A separate folder keeps ./data apart from the project's; the rest is linked.
  for (const part of ['package.json', 'node_modules', 'bin', 'bundle', 'src', 'docs', 'public', 'web'])
    symlinkSync(join(PROJECT, part), join(folder, part));
  const shell = new Shell(folder);
  let server: Server | undefined;
  let printed = '';
  let compared = 0;
  for (const { language, text } of blocksOf(readFileSync(join(PROJECT, 'README.md'), 'utf8'))) {
    if (language === 'json') {
      expect(printed).toMatch(shown(text));
      compared += 1;
    } else if (/npm start|-- serve/.test(text)) {
      await server?.stop();
      server = await Server.start(folder, text);
    } else printed = await shell.run(text.replaceAll(/http:\/\/127\.0\.0\.1:\d+/g, server?.url ?? ''));
  }
  expect(compared).toBeGreaterThanOrEqual(7);
  await server?.stop();
});

const blocksOf = (markdown: string) =>
  [...markdown.matchAll(/^```(sh|json)\n(.*?)^```$/gms)].map(([, language, text]) => ({
    language,
    text: text as string,
  }));

const withoutSpace = (text: string): string => text.replaceAll(/\s/g, '');

/** Ignores spaces, and `…` matches anything. */
const shown = (text: string): RegExp => new RegExp(`^${withoutSpace(text).split('…').map(RegExp.escape).join('.*?')}$`);

/** Runs the program as a reader would: not with the settings of tests. */
const { NODE_COMPILE_CACHE } = QUICK_START;
const environment = { PATH: process.env.PATH, HOME: process.env.HOME, NODE_COMPILE_CACHE };

/** One shell for all blocks, so that variables persist as in a terminal. */
class Shell {
  readonly #process;
  readonly #lines;

  constructor(cwd: string) {
    this.#process = spawn('bash', { cwd, env: environment, stdio: ['pipe', 'pipe', 'inherit'] });
    this.#lines = createInterface(this.#process.stdout)[Symbol.asyncIterator]();
    onTestFinished(() => void this.#process.kill('SIGKILL'));
  }

  /** The block's output, without spaces. */
  async run(block: string): Promise<string> {
    this.#process.stdin.write(`${block}\necho; echo ${END}\n`);
    let printed = '';
    for (;;) {
      const { done, value: line } = await this.#lines.next();
      if (done) throw new Error(`the shell ended after ${printed}`);
      if (line === END) return withoutSpace(printed);
      printed += line;
    }
  }
}

/** Started as printed, but on a free port: the usual one may be taken. */
class Server {
  url = '';
  readonly #process: ChildProcess;

  private constructor(process: ChildProcess) {
    this.#process = process;
  }

  static async start(cwd: string, command: string): Promise<Server> {
    const anyPort = `export PORT=0; ${command.replace(/\bPORT=\d+/, 'PORT=0')}`;
    // A process group of its own, so that a signal also reaches what npm started, as Ctrl-C would.
    const child = spawn('bash', ['-c', anyPort], {
      cwd,
      env: environment,
      detached: true,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const server = new Server(child);
    onTestFinished(() => server.stop('SIGKILL'));
    for await (const line of createInterface(child.stdout)) {
      server.url = /listening at (http:[^"\s]+)/.exec(line)?.[1] ?? '';
      if (server.url !== '') break;
    }
    child.stdout.resume();
    return server;
  }

  async stop(signal: NodeJS.Signals = 'SIGINT'): Promise<void> {
    const { pid, exitCode, signalCode } = this.#process;
    if (pid === undefined || exitCode !== null || signalCode !== null) return;
    process.kill(-pid, signal);
    await once(this.#process, 'close');
  }
}
