// The yardsticks: Fastify routes that accept the same requests and return the same JSON as the exchange, and do nothing else.
// node bench/bare.ts '[{ "method": "GET", "url": "/path", "answer": {…} }]' [waits]
import Fastify from 'fastify';
import { endOfTurn } from '../src/thread/shared-turn.ts';

type Route = { readonly method: 'GET' | 'POST'; readonly url: string; readonly answer: object };

const [json, waits] = process.argv.slice(2);
const routes: readonly Route[] = JSON.parse(json as string);
const app = Fastify();
for (const { method, url, answer } of routes) {
  const answerAtOnce = async () => answer;
  const answerLater = async () => {
    await endOfTurn();
    return answer;
  };
  app.route({ method, url, handler: waits === 'waits' ? answerLater : answerAtOnce });
}

console.log(await app.listen({ host: '127.0.0.1', port: 0 }));
