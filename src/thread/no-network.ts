// Cuts a thread off from the network: for libraries that do not need it but might fetch URLs in their input.
import dgram from 'node:dgram';
import dns from 'node:dns';
import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';
import { isMainThread } from 'node:worker_threads';

const LOOKUPS = Object.keys(dns).filter((name) => /^(lookup|resolve|reverse)/.test(name));

/** Replaces the functions that all connections go through. Affects this thread only, since each has its own built-in modules. */
export function cutOffNetwork(): void {
  if (isMainThread) throw new Error('the main thread serves the network');
  cut(net.Socket.prototype, ['connect']);
  cut(net.Server.prototype, ['listen']);
  cut(dgram.Socket.prototype, ['connect', 'bind', 'send']);
  for (const holder of [dns, dns.promises, dns.Resolver.prototype, dns.promises.Resolver.prototype])
    cut(holder, LOOKUPS);
  cut(globalThis, ['fetch', 'WebSocket', 'EventSource']);
  syncBuiltinESMExports();
}

function cut(holder: object, names: readonly string[]): void {
  // No arrow function: some of these are constructors.
  const value = function noNetwork(): never {
    throw new Error('this thread has no network');
  };
  for (const name of names) if (name in holder) Object.defineProperty(holder, name, { value, writable: false });
}
