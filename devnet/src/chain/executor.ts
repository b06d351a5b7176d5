// The emulator's WebAssembly program, compiled once and without optimization.
import { setFlagsFromString } from 'node:v8';
import { Executor } from '@ton/sandbox/dist/executor/Executor.js';

let shared: Promise<Executor> | undefined;

/** All chains of a thread share one executor, since between two calls it keeps nothing but the configuration. */
export function sharedExecutor(): Promise<Executor> {
  shared ??= create();
  return shared;
}

function create(): Promise<Executor> {
  // Optimizing takes more than a second of CPU, and hardly speeds up a thousand transactions.
  for (const flag of ['--no-wasm-tier-up', '--no-wasm-dynamic-tiering']) setFlagsFromString(flag);
  return Executor.create();
}
