// Starts what is measured in processes of its own, and loads it from another.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';

export type Load = { readonly perSecond: number; readonly refused: number; readonly p50: number; readonly p99: number };
export type Settings = Readonly<Record<string, string>>;

export class Processes {
  readonly #children: ChildProcess[] = [];

  /** Starts a server and resolves with the address that it says it listens on. */
  async start(args: readonly string[], settings: Settings = {}): Promise<string> {
    const env = { ...process.env, PORT: '0', AUTH: 'local', ...settings };
    const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] });
    this.#children.push(child);
    for await (const chunk of child.stdout) {
      const url = /http:\/\/127\.0\.0\.1:\d+/.exec(String(chunk))?.[0];
      if (url === undefined) continue;
      child.stdout.resume();
      return url;
    }
    throw new Error(`${args.join(' ')} did not start`);
  }

  async stop(): Promise<void> {
    const running = this.#children.filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null);
    await Promise.all(running.map((child) => [once(child, 'exit'), child.kill()][0]));
  }
}

export async function load(url: string, { seconds, connections }: { seconds: number; connections: number }) {
  const args = ['bench/load.ts', url, String(seconds), String(connections)];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const result: Load = JSON.parse(await text(child.stdout));
  if (result.refused > 0) throw new Error(`${result.refused} requests were not answered with 200`);
  return result;
}
