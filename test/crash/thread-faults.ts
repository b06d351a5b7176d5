// Loaded into every thread of a server under test (`node --import`): faults of its writer's thread, at a file's word.
import { existsSync, rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { isMainThread } from 'node:worker_threads';

const folder = process.env.THREAD_FAULTS ?? '';

if (!isMainThread) {
  if (existsSync(`${folder}/cannot-start`)) throw new Error('no thread today');
  const { exec } = DatabaseSync.prototype;
  DatabaseSync.prototype.exec = function (sql) {
    if (sql === 'COMMIT' && isTold('die-before-commit')) process.exit();
    exec.call(this, sql);
    if (sql === 'COMMIT' && isTold('die-after-commit')) process.exit();
  };
}

/** Once for each time that the file is made. */
function isTold(fault: string): boolean {
  if (!existsSync(`${folder}/${fault}`)) return false;
  rmSync(`${folder}/${fault}`);
  return true;
}
