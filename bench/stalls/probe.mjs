// Runs in every thread of a measured server (`node --import`): names the thread, and after SIGUSR2 prints each stall of its event loop.
// Plain JavaScript, so that the server need not load the compiler of types for it.
import { existsSync, openSync, readlinkSync, readSync, writeSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { PerformanceObserver, performance } from 'node:perf_hooks';
import { DatabaseSync, StatementSync } from 'node:sqlite';
import { BroadcastChannel, isMainThread } from 'node:worker_threads';

const TICK_MS = 2;
/** The shortest stall that is printed. */
const STALL_MS = 3;
/** Statements and collections of less are not named. */
const NAMED_MS = 0.5;

/** Threads are called by the folder of their module, unless it is named here. */
const NAMES = { sqlite: 'writer', postgres: 'writer', market: 'observer' };
const folder = isMainThread ? 'http' : basename(dirname(process.argv[1]));
const thread = NAMES[folder] ?? folder;
const print = (kind, what) => writeSync(1, `${kind} ${JSON.stringify(what)}\n`);
if (existsSync('/proc/thread-self')) print('thread', { thread, id: basename(readlinkSync('/proc/thread-self')) });

const begin = new BroadcastChannel('stalls');
begin.onmessage = watch;
begin.unref();
if (isMainThread) {
  process.on('SIGUSR2', () => {
    begin.postMessage('');
    watch();
  });
}

/** Milliseconds of long statements and collections since the last tick, by name. */
let named = {};

function watch() {
  timeCalls(DatabaseSync.prototype, ['exec'], (_, sql) => sql);
  timeCalls(StatementSync.prototype, ['run', 'get', 'all'], ({ sourceSQL }) => sourceSQL);
  const collections = new PerformanceObserver(() => {});
  collections.observe({ type: 'gc' });
  let beforeMs = performance.now();
  const file = openSync('/proc/thread-self/schedstat');
  let before = scheduled(file);
  setInterval(() => {
    const nowMs = performance.now();
    const now = scheduled(file);
    const ms = nowMs - beforeMs;
    if (ms > STALL_MS + TICK_MS) {
      for (const { duration } of collections.takeRecords()) add('garbage collection', duration);
      const [ran, queued] = [now.ranMs - before.ranMs, now.queuedMs - before.queuedMs];
      print('stall', { thread, fromMs: performance.timeOrigin + beforeMs, ms, ran, queued, named });
    } else collections.takeRecords();
    named = {};
    [beforeMs, before] = [nowMs, now];
  }, TICK_MS).unref();
}

function timeCalls(prototype, methods, nameOf) {
  for (const method of methods) {
    const call = prototype[method];
    prototype[method] = function (...args) {
      const startMs = performance.now();
      try {
        return call.apply(this, args);
      } finally {
        const ms = performance.now() - startMs;
        if (ms > NAMED_MS) add(nameOf(this, args[0]).replaceAll(/\s+/g, ' ').slice(0, 60), ms);
      }
    };
  }
}

function add(name, ms) {
  if (ms > NAMED_MS) named[name] = (named[name] ?? 0) + ms;
}

const text = Buffer.alloc(100);

/** Time on a core, and time in which the thread could have run but had no core. */
function scheduled(file) {
  const [ran, queued] = text.latin1Slice(0, readSync(file, text, 0, text.length, 0)).split(' ');
  return { ranMs: Number(ran) / 1e6, queuedMs: Number(queued) / 1e6 };
}
