// A program that is started for a test: found by its name, known to be ready by what it says, ended with the test.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Whether a folder of PATH has it. */
export const has = (program: string): boolean =>
  (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, program)));

export type Program = {
  /** What it said that looks like this, as soon as it has. */
  saying(pattern: RegExp): Promise<string>;
  end(): Promise<void>;
};

export function start(command: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Program {
  const child = spawn(command, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  // A test that fails on the way leaves nothing behind.
  const stop = () => child.kill();
  process.once('exit', stop);
  child.once('exit', () => process.off('exit', stop));
  let text = '';
  const waiting = new Set<() => void>();
  for (const channel of [child.stdout, child.stderr]) {
    channel.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
      for (const look of waiting) look();
    });
  }
  return {
    saying: (pattern) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const [found] = pattern.exec(text) ?? [];
          if (found === undefined) return;
          waiting.delete(look);
          resolve(found);
        };
        child.once('error', reject);
        child.once('exit', () => reject(new Error(`${command} ended: ${text}`)));
        waiting.add(look);
        look();
      }),
    end: () => ended(child),
  };
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill();
  await exit;
}
