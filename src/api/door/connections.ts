// Bounds the connections in total and by address, so that no address takes every place.
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { placeOf } from './rate-limit.ts';

type ConnectionLimits = {
  readonly maxConnections: number;
  /** True for a proxy, through which many clients may connect. */
  readonly isProxy: (address: string) => boolean;
};

/** Destroys excess connections at once; returns the open ones, grouped by the `placeOf` their address. */
export function boundConnections(
  server: Server,
  { maxConnections, isProxy }: ConnectionLimits,
): ReadonlyMap<string, ReadonlySet<Socket>> {
  const open = new Map<string, Set<Socket>>();
  server.maxConnections = maxConnections;
  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? '';
    const place = placeOf(address);
    const sockets = open.get(place) ?? new Set();
    const most = maxConnections / (isThisMachine(place) ? 2 : 8);
    if (sockets.size >= most && !isProxy(address)) return void socket.destroy();
    open.set(place, sockets.add(socket));
    socket.once('close', () => {
      sockets.delete(socket);
      if (sockets.size === 0) open.delete(place);
    });
  });
  return open;
}

/** The operator's own programs, or a proxy that is not configured as one. */
const isThisMachine = (place: string): boolean => place.startsWith('127.') || place === placeOf('::1');
