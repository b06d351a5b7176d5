// The yardstick: a Fastify route that takes the same request and answers the same JSON, and does nothing else.
import Fastify from 'fastify';

const app = Fastify();
const data = { transactionId: '01a1dd02-6903-7000-8000-0000c41076ab', status: 'completed' };
app.post('/createSwap', async () => ({ success: true, data }));
console.log(await app.listen({ host: '127.0.0.1', port: 0 }));
