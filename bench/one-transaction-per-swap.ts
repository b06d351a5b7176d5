// Serves the straightforward exchange of straightforward.ts over HTTP.
import Fastify from 'fastify';
import { type Order, openStraightforward, Refused } from './straightforward.ts';

const { swap } = await openStraightforward(process.env.DATABASE_URL as string);
const app = Fastify();
app.post<{ Body: Order }>('/createSwap', async ({ body }, reply) => {
  try {
    const transactionId = await swap(body);
    return { success: true, data: { transactionId, status: 'completed' } };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return reply.status(422).send({ error: error.message });
  }
});
console.log(await app.listen({ host: '127.0.0.1', port: 0 }));
