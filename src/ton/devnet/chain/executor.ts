// The emulator's program, compiled once and no better than needed.
import { setFlagsFromString } from 'node:v8';
import { Executor } from '@ton/sandbox/dist/executor/Executor.js';

let shared: Promise<Executor> | undefined;

/** One for all chains of a thread: between two calls it keeps nothing but the configuration. */
export function sharedExecutor(): Promise<Executor> {
  shared ??= create();
  return shared;
}

function create(): Promise<Executor> {
  // Optimizing it takes the machine more than a second, and a thousand transactions are hardly faster for it.
  for (const flag of ['--no-wasm-tier-up', '--no-wasm-dynamic-tiering']) setFlagsFromString(flag);
  return Executor.create();
}
