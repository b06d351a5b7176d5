// Who is connected: so many in all, and no address so many that others find no place.
import type { Server } from 'node:http';
import type { Socket } from 'node:net';

export type ConnectionLimits = {
  readonly maxConnections: number;
  /** Whether many may come through this address. */
  readonly isProxy: (address: string) => boolean;
};

/** Cuts off at once what is too much; returns who is connected, by address. */
export function boundConnections(
  server: Server,
  { maxConnections, isProxy }: ConnectionLimits,
): ReadonlyMap<string, ReadonlySet<Socket>> {
  const open = new Map<string, Set<Socket>>();
  server.maxConnections = maxConnections;
  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? '';
    const sockets = open.get(address) ?? new Set();
    if (sockets.size >= maxConnections / 2 && !isProxy(address)) return void socket.destroy();
    open.set(address, sockets.add(socket));
    socket.once('close', () => {
      sockets.delete(socket);
      if (sockets.size === 0) open.delete(address);
    });
  });
  return open;
}
