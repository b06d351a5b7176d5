// Supervises the worker processes that share one port: starts them, replaces those that end, and stops them.
import cluster, { type Worker } from 'node:cluster';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';

/** Required and not imported, since Node sends the first message before it loads an import. */
const FIRST_PROCESS = new URL(`./first-process${extname(import.meta.url)}`, import.meta.url);

/** Pause before an ended worker is replaced, so that workers which fail at their start do not keep the machine busy. */
const RESTART_PAUSE_MS = 1000;

/**
 * Message that stops a worker. It is not a signal: if the whole process group got one (Ctrl-C), a second signal would end the
 * worker at once.
 */
export const STOP = 'stop';

/** Resolves with the exit code when all workers have ended, after `stopped` or because they cannot start. */
export async function superviseWorkers(count: number, stopped: Promise<string>, logger: Logger): Promise<number> {
  const workers = new Set<Worker>();
  const listening = new Set<Worker>();
  const ended = Promise.withResolvers<number>();
  let [canListen, stopping, exitCode] = [false, false, 0];
  const fork = () => workers.add(cluster.fork());

  cluster.on('listening', (worker) => {
    // Only one worker starts until the port is known to be free, so that a failure is reported once.
    for (let started = 1; !canListen && started < count; started++) fork();
    canListen = true;
    listening.add(worker);
  });
  cluster.on('exit', (worker, code, signal) => {
    workers.delete(worker);
    listening.delete(worker);
    if (canListen && !stopping) {
      logger.error({ worker: worker.process.pid, code, signal }, 'a worker stopped: starting another');
      setTimeout(() => stopping || fork(), RESTART_PAUSE_MS);
      return;
    }
    // A worker that was still starting is ended by SIGTERM, which is no failure: it had no requests to answer.
    if (code !== 0 && signal !== 'SIGTERM') exitCode = code ?? 1;
    if (workers.size === 0) ended.resolve(exitCode);
  });

  cluster.setupPrimary({
    // Commands that workers send to the writer in this process contain bigints, which JSON does not support.
    serialization: 'advanced',
    execArgv: [...process.execArgv, '--require', fileURLToPath(FIRST_PROCESS)],
  });
  fork();
  const signal = await Promise.race([stopped, ended.promise]);
  if (typeof signal === 'number') return signal;
  logger.info({ signal }, 'stopping the workers');
  stopping = true;
  if (workers.size === 0) return 0;
  for (const worker of workers) {
    if (listening.has(worker)) worker.send(STOP);
    else worker.process.kill('SIGTERM');
  }
  return ended.promise;
}
