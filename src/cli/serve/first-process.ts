// Loaded before everything else in a worker process: ends it, with one line, once the first process is gone.
// Nobody would stop or replace the worker any more, and on SQLite nobody would write for it.
import cluster from 'node:cluster';

if (cluster.worker) {
  // Node would throw the error of a message that it could not send while the worker starts, as an exception of nobody in particular.
  cluster.worker.on('error', endWithFirstProcess);
  process.prependListener('disconnect', endWithFirstProcess);
}

function endWithFirstProcess(): never {
  console.error('millpond: the first process has ended, so this worker ends too');
  process.exit(1);
}
