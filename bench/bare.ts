// The yardstick: Fastify routes that accept the same requests and return the same JSON as the exchange, and do nothing else.
// node bench/bare.ts '[{ "method": "GET", "url": "/path", "answer": {…} }]'
import Fastify from 'fastify';

type Route = { readonly method: 'GET' | 'POST'; readonly url: string; readonly answer: object };

const routes: readonly Route[] = JSON.parse(process.argv[2] as string);
const app = Fastify();
for (const { method, url, answer } of routes) app.route({ method, url, handler: async () => answer });

console.log(await app.listen({ host: '127.0.0.1', port: 0 }));
