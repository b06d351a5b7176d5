// Several processes behind one port: forks them, tells them to stop, and replaces those that die.
import cluster, { type Worker } from 'node:cluster';
import type { Logger } from 'pino';

/** Long enough that workers which die at once do not keep the machine busy with starting them. */
const RESTART_PAUSE_MS = 1000;

/** What a worker is told when the whole server stops; a signal would be its second if its group was sent one too. */
export const STOP = 'stop';

/** Resolves with the exit code when all workers have ended, after `stopped` or because they cannot start. */
export async function superviseWorkers(count: number, stopped: Promise<string>, logger: Logger): Promise<number> {
  const workers = new Set<Worker>();
  const listening = new Set<Worker>();
  const ended = Promise.withResolvers<number>();
  let [canListen, stopping, exitCode] = [false, false, 0];
  const fork = () => workers.add(cluster.fork());

  cluster.on('listening', (worker) => {
    // The first one shows that the address can be had, so that N workers do not all complain that it cannot.
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
    // One that was still starting when it was told to stop has nothing to answer and no ear for the signal yet.
    if (code !== 0 && signal !== 'SIGTERM') exitCode = code ?? 1;
    if (workers.size === 0) ended.resolve(exitCode);
  });

  // Questions to the writer have bigints in them, which JSON has not.
  cluster.setupPrimary({ serialization: 'advanced' });
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
