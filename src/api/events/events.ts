// GET /events: all events of the exchange, as server-sent events (https://html.spec.whatwg.org/multipage/server-sent-events.html).
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../../access/keys.ts';
import type { Declaration } from '../../contract/call.ts';
import { events } from '../../contract/events.ts';
import type { Market } from '../../ports/market.ts';
import type { AccessLogOptions } from '../door/access-log.ts';
import { tellBudget } from '../door/admission.ts';
import { type Authentication, findCaller } from '../door/caller.ts';
import { Charge } from '../door/charge.ts';
import { clientOf, type Limits } from '../door/rate-limit.ts';
import { exemptFromPace } from '../door/slow-readers.ts';
import { checkOf } from '../fields/validation.ts';
import { registerEventMetrics } from '../metrics/events.ts';
import { schemaOf } from '../reference/openapi.ts';
import { readEventQuery } from './query.ts';
import { EventReader } from './reader.ts';
import { type EventOptions, EventReaders } from './readers.ts';

type EventServices = {
  readonly market: Market;
  readonly authentication: Authentication;
  readonly limits: Limits;
};

/** The type of an event stream, and the header that stops nginx from buffering it. */
const HEADERS = { 'content-type': 'text/event-stream; charset=utf-8', 'x-accel-buffering': 'no' };

export function registerEvents(
  app: FastifyInstance,
  { market, authentication, limits }: EventServices,
  options: EventOptions & AccessLogOptions,
): void {
  const { logger } = options;
  const metrics = registerEventMetrics(options.metrics.registry);
  const tally = options.metrics.tally('/events', 'GET');
  const readers = new EventReaders(market, metrics, options);
  app.addHook('preClose', async () => readers.close());

  const checkQuery = checkOf(schemaOf(events as Declaration));
  app.get('/events', { config: { call: events as Declaration } }, async (request, reply) => {
    checkQuery(request);
    const caller = request.caller as Caller;
    const { after, beatMs, filter } = readEventQuery(request, caller);
    if (request.method === 'HEAD') return reply.headers(HEADERS).send('');
    // If the client has already disconnected, 'close' is not emitted again, and its place would never be released.
    if (reply.raw.destroyed) return reply.hijack();
    const charge = new Charge(limits, request);
    // Only reading history is charged, not following new events.
    if (after !== undefined && after < readers.questions.head) charge.check();
    reply.raw.once('close', readers.enter(clientOf(request), caller.account === ''));
    const reads = { filter, name: JSON.stringify(filter) };
    // Without `after`, asks for events beyond any sequence: the answer is empty, but contains the end of the journal.
    const first = await readers.questions.ask(after ?? Number.MAX_SAFE_INTEGER, reads);
    if (after !== undefined) charge.rows(first.last - after);
    tellBudget(request, reply, limits);
    const response = begin(request, reply);
    if (response.destroyed) return reply;
    tally.count(200, (performance.now() - request.sinceMs) / 1000);
    const check = filter.own && (async () => findCaller(request, reply, authentication, 'trader'));
    const reader = new EventReader(
      { response, questions: readers.questions, reads, metrics, charge, beatMs, ...(check && { check }) },
      first,
      after,
    );
    response.once('close', () => {
      readers.remove(reader);
      const { sent, cursor, dropped } = reader;
      const ms = Math.round(performance.now() - request.sinceMs);
      const line = { reqId: request.id, route: '/events', account: caller.account, ms, events: sent, last: cursor };
      logger[dropped === undefined ? 'debug' : 'info'](line, dropped ?? 'a reader of events left');
    });
    readers.add(reader);
    return reply;
  });
}

/** Takes the response over from Fastify, which would wait until it ends. */
function begin({ raw: { socket } }: FastifyRequest, reply: FastifyReply) {
  reply.hijack();
  const { raw: response } = reply;
  // Disables the timeout, since an idle stream is normal; a client that closes its sending side has left.
  socket.setTimeout(0);
  exemptFromPace(socket);
  if (socket.readableEnded) response.destroy();
  else socket.once('end', () => response.destroy());
  response.writeHead(200, { ...reply.getHeaders(), ...HEADERS, connection: 'close' } as Record<string, string>);
  return response;
}
