// A separate process that reads events: opens as many connections to the event stream as requested, and discards what they receive.
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { answerLines } from './lines.ts';

export type Readers = { readonly url: string; readonly readers: number };

const open: Socket[] = [];

await answerLines(async ({ url, readers }: Readers) => {
  const { hostname: host, port } = new URL(url);
  for (const socket of open.splice(0)) socket.destroy();
  const sockets = Array.from({ length: readers }, () => connect(Number(port), host));
  await Promise.all(
    sockets.map(async (socket) => {
      open.push(socket);
      socket.write(`GET /events HTTP/1.1\r\nHost: ${host}\r\n\r\n`);
      const [first] = await once(socket, 'data');
      if (!String(first).startsWith('HTTP/1.1 200')) throw new Error(String(first));
      socket.resume();
    }),
  );
  return {};
});

// Otherwise the connections would keep this process running.
for (const socket of open) socket.destroy();
