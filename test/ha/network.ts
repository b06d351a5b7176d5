// Hosts on one machine: each is a network namespace on a bridge, so that it can be cut off, frozen and killed as a whole.
import { execFileSync, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { onTestFinished } from 'vitest';

const BRIDGE = 'millpond-ha';
const PREFIX = 'mpha-';

const ip = (...args: string[]): string =>
  execFileSync('ip', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });

export class Network {
  constructor() {
    // An interrupted run may have left its bridge.
    this.#remove();
    ip('link', 'add', BRIDGE, 'type', 'bridge');
    onTestFinished(() => this.#remove());
    ip('address', 'add', '10.213.0.1/24', 'dev', BRIDGE);
    ip('link', 'set', BRIDGE, 'up');
  }

  /** Adds a host and returns its address. */
  add(name: string, number: number): string {
    const [namespace, outside, inside] = [PREFIX + name, PREFIX + name, 'eth0'];
    ip('netns', 'add', namespace);
    ip('link', 'add', outside, 'type', 'veth', 'peer', 'name', inside, 'netns', namespace);
    ip('link', 'set', outside, 'master', BRIDGE, 'up');
    ip('-n', namespace, 'address', 'add', `10.213.0.${number}/24`, 'dev', inside);
    for (const device of ['lo', inside]) ip('-n', namespace, 'link', 'set', device, 'up');
    return `10.213.0.${number}`;
  }

  run(host: string, command: readonly string[], env: Readonly<Record<string, string>>, log: number): void {
    spawn('ip', ['netns', 'exec', PREFIX + host, ...command], {
      env: { PATH: process.env.PATH, LANG: 'C.UTF-8', ...env },
      stdio: ['ignore', log, log],
    });
  }

  /** Signals all processes of a host, or those of certain commands. */
  signal(host: string, signal: NodeJS.Signals, which: (command: string) => boolean = () => true): void {
    for (const pid of this.#pids(host)) {
      try {
        if (which(readFileSync(`/proc/${pid}/cmdline`, 'utf8'))) process.kill(pid, signal);
      } catch {
        // The process has ended meanwhile.
      }
    }
  }

  /** Like pulling its cable: neither side is notified. */
  cut(host: string): void {
    ip('link', 'set', PREFIX + host, 'down');
  }

  heal(host: string): void {
    ip('link', 'set', PREFIX + host, 'up');
  }

  #pids(host: string): number[] {
    return ip('netns', 'pids', PREFIX + host)
      .split('\n')
      .filter(Boolean)
      .map(Number);
  }

  #remove(): void {
    for (const name of ip('netns', 'list').match(/^mpha-\w+/gm) ?? []) {
      const host = name.slice(PREFIX.length);
      while (this.#pids(host).length > 0) this.signal(host, 'SIGKILL');
      ip('netns', 'delete', name);
    }
    if (ip('-brief', 'link').includes(BRIDGE)) ip('link', 'delete', BRIDGE);
  }
}
