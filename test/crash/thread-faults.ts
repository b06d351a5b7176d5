// Loaded into every thread of a server under test (`node --import`): a writer fails when a file tells it to.
import { existsSync, rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { isMainThread, workerData } from 'node:worker_threads';

const folder = process.env.THREAD_FAULTS ?? '';

/** Only a writer is started with the policy of an exchange; other threads commit transactions of their own. */
const isWriter = workerData?.policy !== undefined;

if (!isMainThread && isWriter) {
  if (existsSync(`${folder}/cannot-start`)) throw new Error('no thread today');
  const { exec } = DatabaseSync.prototype;
  DatabaseSync.prototype.exec = function (sql) {
    if (sql === 'COMMIT' && isTold('die-before-commit')) process.exit();
    exec.call(this, sql);
    if (sql === 'COMMIT' && isTold('die-after-commit')) process.exit();
  };
}

/** True once for each time that the file is created. */
function isTold(fault: string): boolean {
  if (!existsSync(`${folder}/${fault}`)) return false;
  rmSync(`${folder}/${fault}`);
  return true;
}
