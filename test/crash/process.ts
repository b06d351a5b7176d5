// Runs the real program in child processes, which end with the test that started them.
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { QUICK_START } from '../quick-start.ts';

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));
export const MAIN = join(PROJECT, 'src/main.ts');

export type Exit = { readonly code: number | null; readonly signal: NodeJS.Signals | null };
export type Settings = Readonly<Record<string, string>>;

/** On a busy machine the database may answer later than the default timeout; a test that waits for a failure sets its own. */
const PATIENT: Settings = { BUSY_TIMEOUT: '60000' };

/** Settings of a server whose threads load `thread-faults.ts`, in addition to the options for a quick start. */
export const WITH_FAULTS: Settings = {
  NODE_OPTIONS: `${QUICK_START.NODE_OPTIONS} --import=${new URL('./thread-faults.ts', import.meta.url)}`,
};

/** Settings of a program that is killed -9, or gets another signal, around the n-th write of one of its threads (`kill-at.ts`). */
export const killedAt = (
  thread: 'main' | 'observer' | 'other',
  moment: number,
  { signal = 'SIGKILL', from = '' } = {},
): Settings => ({
  NODE_OPTIONS: `${QUICK_START.NODE_OPTIONS} --import=${new URL('./kill-at.ts', import.meta.url)}`,
  KILL_AT: `${thread} ${moment} ${signal}`,
  KILL_FROM: from,
});

export class Program {
  stdout = '';
  stderr = '';
  readonly pid: number;
  /** Resolves when the process is gone and all of its output has been read. */
  readonly ended: Promise<Exit>;
  readonly #child: ChildProcessByStdio<null, Readable, Readable>;

  constructor([command, ...args]: readonly [string, ...string[]], settings: Settings = {}) {
    this.#child = spawn(command, args, {
      cwd: PROJECT,
      env: { PATH: process.env.PATH, ...QUICK_START, ...PATIENT, ...settings },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.pid = this.#child.pid as number;
    this.ended = once(this.#child, 'close').then(([code, signal]) => ({ code, signal }));
    this.#child.stdout.setEncoding('utf8').on('data', (text: string) => {
      this.stdout += text;
    });
    this.#child.stderr.setEncoding('utf8').on('data', (text: string) => {
      this.stderr += text;
    });
    onTestFinished(async () => {
      await this.kill();
    });
  }

  /** Waits until the output matches; rejects if the program ends first. */
  async printed(pattern: RegExp): Promise<RegExpExecArray> {
    const { stdout, stderr } = this.#child;
    for (;;) {
      const found = pattern.exec(this.stdout) ?? pattern.exec(this.stderr);
      if (found) return found;
      const more = new AbortController();
      const { signal } = more;
      const next = [once(stdout, 'data', { signal }), once(stderr, 'data', { signal })].map((data) =>
        data.then(() => null),
      );
      const exit = await Promise.race([...next, this.ended]);
      more.abort();
      await Promise.allSettled(next);
      if (exit) throw new Error(`ended with ${exit.signal ?? exit.code} before printing ${pattern}: ${this.stderr}`);
    }
  }

  /** The last lines of the log that report errors. */
  get errors(): string {
    return (
      this.stdout
        .match(/^.*"level":[56]0.*$/gm)
        ?.slice(-10)
        .join('\n') ?? ''
    );
  }

  signal(name: NodeJS.Signals): void {
    this.#child.kill(name);
  }

  kill(): Promise<Exit> {
    this.signal('SIGKILL');
    return this.ended;
  }

  stop(): Promise<Exit> {
    this.signal('SIGTERM');
    return this.ended;
  }
}

export class Server extends Program {
  url = '';

  /** Resolves when the server listens; `wrap` may put another command in front of the server's own. */
  static async start(
    database: string,
    settings: Settings = {},
    { demo = true, wrap = (command: readonly string[]): readonly string[] => command } = {},
  ): Promise<Server> {
    const command = wrap([process.execPath, MAIN, 'serve', ...(demo ? ['--demo'] : [])]);
    const server = new Server(command as [string, ...string[]], { ...at(database), PORT: '0', ...settings });
    const [, url] = await server.printed(/Server listening at (http:[^"]+)/);
    server.url = url as string;
    return server;
  }
}

export async function audit(database: string, ...flags: readonly string[]) {
  const program = new Program([process.execPath, MAIN, 'audit', ...flags], at(database));
  const { code } = await program.ended;
  return { code, stdout: program.stdout, stderr: program.stderr };
}

/** A path is an SQLite file; anything else is the URL of a database. */
const at = (database: string): Settings => ({
  DATABASE_URL: database.includes('://') ? database : `sqlite:${database}`,
});

export function temporaryDirectory(): string {
  const path = mkdtempSync(join(tmpdir(), 'millpond-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}
