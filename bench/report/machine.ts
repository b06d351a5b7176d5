// Describes the machine that was measured.
import { execFileSync } from 'node:child_process';
import { closeSync, fdatasyncSync, openSync, rmSync, writeSync } from 'node:fs';
import { cpus, release, totalmem, type } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { median } from '../rounds.ts';

export type Machine = ReturnType<typeof describeMachine>;

/** `folder` is where the databases will be. */
export function describeMachine(folder: string) {
  return {
    cpu: cpus()[0]?.model ?? 'unknown',
    cores: cpus().length,
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    arch: process.arch,
    os: `${type()} ${release()}`,
    node: process.version,
    fileSystem: output('stat', ['-f', '-c', '%T', folder]) ?? 'unknown',
    fdatasyncMs: Number(fdatasyncMs(join(folder, 'sync-probe')).toFixed(3)),
    commit: output('git', ['describe', '--always', '--dirty', '--abbrev=12', '--exclude=*']) ?? 'unknown',
  };
}

export const machineLine = (machine: Machine): string =>
  `${machine.cpu}, ${machine.cores} cores, ${machine.memoryGiB} GiB, ${machine.arch}, ${machine.os}, Node ${machine.node}; ` +
  `${machine.fileSystem}, fdatasync ${machine.fdatasyncMs} ms; commit ${machine.commit}`;

/** The shortest possible time of a commit: the median time of writing a page and syncing it. */
function fdatasyncMs(path: string): number {
  const file = openSync(path, 'w');
  const page = Buffer.alloc(4096, 1);
  try {
    const times = Array.from({ length: 101 }, () => {
      const startMs = performance.now();
      writeSync(file, page);
      fdatasyncSync(file);
      return performance.now() - startMs;
    });
    return median(times);
  } finally {
    closeSync(file);
    rmSync(path);
  }
}

const SAMPLE_MS = 500;

/** CPU use of other programs, as a part of all cores. */
export async function othersPercent(): Promise<number> {
  const before = coreTimes();
  await sleep(SAMPLE_MS);
  const after = coreTimes();
  return Math.round((100 * (after.busy - before.busy)) / (after.all - before.all));
}

function coreTimes(): { readonly busy: number; readonly all: number } {
  const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
  const times = cpus().map((cpu) => cpu.times);
  const all = sum(times.flatMap((time) => Object.values(time)));
  return { busy: all - sum(times.map(({ idle }) => idle)), all };
}

function output(program: string, args: readonly string[]): string | undefined {
  try {
    return execFileSync(program, args, { encoding: 'utf8', stdio: 'pipe' }).trim();
  } catch {
    return undefined;
  }
}
