// A reverse proxy as in production: it appends the client's address, and streams both ways.
import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

export type ReverseProxy = { readonly port: number; close(): void };

export async function startProxy(to: number): Promise<ReverseProxy> {
  const proxy = createServer((asked, answer) => {
    const before = asked.headers['x-forwarded-for'];
    const from = asked.socket.remoteAddress ?? '';
    const headers = {
      ...asked.headers,
      'x-forwarded-for': before === undefined ? from : `${String(before)}, ${from}`,
      'x-forwarded-proto': 'https',
    };
    const passed = request({ host: '127.0.0.1', port: to, method: asked.method, path: asked.url, headers }, (got) => {
      answer.writeHead(got.statusCode ?? 502, got.headers);
      got.pipe(answer);
    });
    passed.on('error', () => answer.destroy());
    asked.pipe(passed);
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  return {
    port: (proxy.address() as AddressInfo).port,
    close() {
      proxy.close();
      proxy.closeAllConnections();
    },
  };
}
