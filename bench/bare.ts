// The yardstick: Fastify routes that take the same requests and answer the same JSON, and do nothing else.
// node bench/bare.ts '[{ "method": "GET", "url": "/path", "answer": {…} }]'
import Fastify from 'fastify';

type Route = { readonly method: 'GET' | 'POST'; readonly url: string; readonly answer: object };

const app = Fastify();
const routes: readonly Route[] = JSON.parse(process.argv[2] as string);
for (const { method, url, answer } of routes) app.route({ method, url, handler: async () => answer });
console.log(await app.listen({ host: '127.0.0.1', port: 0 }));
