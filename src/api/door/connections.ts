// Limits the open connections, in total and by client address, so that no single address uses up all of them.
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { placeOf } from './rate-limit.ts';

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

/** True for loopback, which may open more: the connections come from the operator's own programs, or from a proxy not listed as trusted. */
const isThisMachine = (place: string): boolean => place.startsWith('127.') || place === placeOf('::1');
