// Limits the open connections, in total and by client, so that no client or network uses up all of them.
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { clientNetworks, placeOf } from './client-networks.ts';
import { HeldByClient } from './held-by-client.ts';

type ConnectionLimits = {
  readonly maxConnections: number;
  /** True for a trusted proxy, through which many clients may connect: its connections count only in the total. */
  readonly isProxy: (address: string) => boolean;
};

/** Destroys each connection beyond the limits at once; returns the open ones by client (`placeOf`: its address, for IPv6 its /64). */
export function boundConnections(
  server: Server,
  { maxConnections, isProxy }: ConnectionLimits,
): ReadonlyMap<string, ReadonlySet<Socket>> {
  const open = new Map<string, Set<Socket>>();
  const held = new HeldByClient({ each: maxConnections / 8, total: maxConnections, thisMachine: maxConnections / 2 });
  server.maxConnections = maxConnections;
  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? '';
    const networks = isProxy(address) ? [] : clientNetworks(address);
    if (held.full(networks) !== undefined) return void socket.destroy();
    held.enter(networks);
    const place = placeOf(address);
    const sockets = open.get(place) ?? new Set();
    open.set(place, sockets.add(socket));
    socket.once('close', () => {
      held.leave(networks);
      sockets.delete(socket);
      if (sockets.size === 0) open.delete(place);
    });
  });
  return open;
}
