// Starts a program for a test: found on PATH, ready when it prints a line, stopped with the test.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** True if a folder of PATH contains the program. */
export const has = (program: string): boolean =>
  (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, program)));

export type Program = {
  /** Resolves to the program's output that matches, as soon as it appears. */
  saying(pattern: RegExp): Promise<string>;
  end(): Promise<void>;
};

export function start(command: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Program {
  const child = spawn(command, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  // Stops the program even if the test process exits early.
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
