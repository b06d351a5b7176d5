// Loaded into every thread of a program under test (`node --import`): kills or stops it before or after the n-th write of one of its threads.
// KILL_AT names the thread (main, observer or other), n and the signal; writes count once a statement with the text KILL_FROM was sent.
// Writes are COMMITs, bytes to PostgreSQL, and steps of the log's key files.
import fs from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { Socket } from 'node:net';
import { DatabaseSync } from 'node:sqlite';
import { isMainThread, workerData } from 'node:worker_threads';

const [thread, count, signal] = (process.env.KILL_AT ?? '').split(' ');
const own = isMainThread ? 'main' : workerData?.log ? 'observer' : 'other';
const from = process.env.KILL_FROM ?? '';
let left = Number(count);
let isCounting = from === '';

/** Runs a write between two moments at which the process may get the signal. */
function between<Result>(write: () => Result): Result {
  passMoment();
  const result = write();
  if (!(result instanceof Promise)) passMoment();
  return result instanceof Promise ? (result.finally(passMoment) as Result) : result;
}

function passMoment(): void {
  if (!isCounting) return;
  left -= 1;
  if (left === 0) process.kill(process.pid, signal);
}

if (thread === own) {
  const { exec, prepare } = DatabaseSync.prototype;
  DatabaseSync.prototype.prepare = function (sql) {
    isCounting ||= sql.includes(from);
    return prepare.call(this, sql);
  };
  DatabaseSync.prototype.exec = function (sql) {
    return sql === 'COMMIT' ? between(() => exec.call(this, sql)) : exec.call(this, sql);
  };
  const { write } = Socket.prototype;
  Socket.prototype.write = function (this: Socket, ...args: Parameters<typeof write>) {
    isCounting ||= Buffer.from(args[0]).includes(from);
    return this.remotePort ? between(() => write.apply(this, args)) : write.apply(this, args);
  } as typeof write;
  killInKeyFiles();
}

/** A write is cut into two halves, as a power failure may do. */
function killInKeyFiles(): void {
  const { openSync, writeSync, linkSync, renameSync } = fs;
  const { open, rename } = fs.promises;
  const keys = new Set<number>();
  const isKey = (path: unknown) => String(path).includes('log-key');
  fs.openSync = (path, ...args) => {
    const file = isKey(path) ? between(() => openSync(path, ...args)) : openSync(path, ...args);
    if (isKey(path)) keys.add(file);
    return file;
  };
  fs.writeSync = ((file: number, text: string) => {
    if (!keys.has(file)) return writeSync(file, text);
    const half = text.length >> 1;
    return [text.slice(0, half), text.slice(half)].reduce((sum, part) => sum + between(() => writeSync(file, part)), 0);
  }) as typeof writeSync;
  fs.linkSync = (from, to) => between(() => linkSync(from, to));
  fs.renameSync = (from, to) => between(() => renameSync(from, to));
  fs.promises.open = async (path, ...args) => {
    const file = await (isKey(path) ? between(() => open(path, ...args)) : open(path, ...args));
    if (isKey(path)) cutWrites(file);
    return file;
  };
  fs.promises.rename = (from, to) => between(() => rename(from, to));
  syncBuiltinESMExports();
}

function cutWrites(file: FileHandle): void {
  file.writeFile = async (data) => {
    const text = String(data);
    const half = text.length >> 1;
    for (const part of [text.slice(0, half), text.slice(half)]) await between(() => file.write(part));
  };
}
