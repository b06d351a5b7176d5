// Durable createSwap over HTTP on PostgreSQL against one transaction a swap on the same server.
import { type PostgresServer, startPostgres } from '../test/postgres/server.ts';
import type { Row } from './row.ts';

export function postgresRow(connections: number): Row {
  let server: PostgresServer | undefined;
  return {
    name: 'createSwap over HTTP, durable on PostgreSQL ÷ one transaction a swap',
    bar: 20,
    connections,
    async start(processes) {
      server = await startPostgres();
      const settings = { DATABASE_URL: server.url };
      return {
        measured: await processes.start(['src/main.ts', 'serve', '--demo'], settings),
        yardstick: await processes.start(['bench/one-transaction-per-swap.ts'], settings),
      };
    },
    end: async () => server?.stop(),
  };
}
