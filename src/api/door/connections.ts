// Who is connected: so many in all, and no address so many that others find no place.
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { placeOf } from './rate-limit.ts';

type ConnectionLimits = {
  readonly maxConnections: number;
  /** Whether many may come through this address. */
  readonly isProxy: (address: string) => boolean;
};

/** Cuts off at once what is too much; returns who is connected, by `placeOf` its address. */
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

/** Programs of one's own, or a proxy that is not named as one. */
const isThisMachine = (place: string): boolean => place.startsWith('127.') || place === placeOf('::1');
