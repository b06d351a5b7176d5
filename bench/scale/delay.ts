// Simulates a slow network: a TCP proxy that delays all data by half a round trip each way.
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export type Delayed = { readonly url: string; close(): void };

export async function delayed(databaseUrl: string, roundTripMs: number): Promise<Delayed> {
  const target = new URL(databaseUrl);
  const open = new Set<Socket>();
  const server = createServer((client) => {
    const there = connect(Number(target.port || 5432), target.hostname);
    for (const socket of [client, there]) {
      open.add(socket);
      socket.setNoDelay(true).on('error', () => {});
    }
    passOn(client, there, roundTripMs / 2);
    passOn(there, client, roundTripMs / 2);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const own = new URL(databaseUrl);
  own.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: own.href,
    close() {
      server.close();
      for (const socket of open) socket.destroy();
    },
  };
}

function passOn(from: Socket, to: Socket, afterMs: number): void {
  from.on('data', (bytes) => setTimeout(() => to.write(bytes), afterMs));
  from.on('close', () => setTimeout(() => to.destroy(), afterMs));
}
