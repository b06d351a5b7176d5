// A thread that takes the script of the reference page out of Scalar's plugin, which gives it out by a route alone.
import { parentPort } from 'node:worker_threads';
import reference from '@scalar/fastify-api-reference';
import Fastify from 'fastify';

const shelf = Fastify();
await shelf.register(reference, { routePrefix: '/', configuration: { url: '/openapi.json' } });
const { rawPayload } = await shelf.inject('/js/scalar.js');
parentPort?.postMessage(rawPayload);
