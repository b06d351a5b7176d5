// A devnet over HTTP: toncenter's API v2 under /ton/api/v2, by JSON-RPC and by paths, and what only this machine may ask for.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Devnet } from './devnet.ts';
import { type Answer, errorOf, Refusal, resultOf } from './toncenter/answer.ts';
import { address, wholeNumber } from './toncenter/params.ts';

/** A message that fills a block's limit is 64 KB, and a third more in base64. */
const BODY_LIMIT = 131_072;
/** A year at once. */
const MOST_SECONDS = 31_622_400;

export async function addDevnetRoutes(app: FastifyInstance, devnet: Devnet): Promise<void> {
  await app.register(
    async (scope) => {
      scope.removeAllContentTypeParsers();
      scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: BODY_LIMIT }, (_request, body, done) => {
        done(null, body);
      });
      scope.setErrorHandler((error: { statusCode?: number; message: string }, _request, reply) => {
        const refusal =
          error instanceof Refusal ? error : new Refusal(error.statusCode ?? 503, error.message.split('\n')[0] ?? '');
        return answer(reply, errorOf(refusal));
      });
      addApi(scope, devnet);
      addOwn(scope, devnet);
    },
    { prefix: '/ton' },
  );
}

function addApi(scope: FastifyInstance, devnet: Devnet): void {
  scope.options('/api/v2/*', (_request, reply) => open(reply).status(204).send());
  scope.post('/api/v2/jsonRPC', async (request, reply) => {
    const { method, params = {}, id = null } = objectIn(request.body);
    if (typeof method !== 'string') throw new Refusal(422, 'method: is missing');
    if (!isObject(params)) throw new Refusal(422, 'params: must be an object');
    const { status, body } = await devnet.call(method, params);
    return answer(open(reply), { status, body: { ...body, jsonrpc: '2.0', id } });
  });
  const byPath = async (request: FastifyRequest, reply: FastifyReply) => {
    const { method } = request.params as { method: string };
    const params = request.method === 'GET' ? (request.query as object) : objectIn(request.body);
    return answer(open(reply), await devnet.call(method, { ...params }));
  };
  scope.get('/api/v2/:method', byPath);
  scope.post('/api/v2/:method', byPath);
}

function addOwn(scope: FastifyInstance, devnet: Devnet): void {
  scope.post('/faucet', async (request, reply) => {
    refuseOthers(request);
    return answer(reply, await devnet.give(objectIn(request.body)));
  });
  scope.post('/skipTime', async (request, reply) => {
    refuseOthers(request);
    const seconds = wholeNumber(objectIn(request.body), 'seconds', MOST_SECONDS);
    if (seconds === undefined) throw new Refusal(422, 'seconds: is missing');
    await devnet.skipTime(seconds);
    return answer(reply, resultOf({ seconds }));
  });
  for (const verb of ['hold', 'release'] as const)
    scope.post(`/${verb}`, async (request, reply) => {
      refuseOthers(request);
      const account = address(objectIn(request.body)).toString();
      await devnet[verb](account);
      return answer(reply, resultOf({ address: account }));
    });
}

/** Any page may ask a devnet, as it may ask toncenter: nothing there is secret, and what is sent is signed. */
const open = (reply: FastifyReply): FastifyReply =>
  reply.headers({
    'access-control-allow-origin': '*',
    'access-control-allow-headers': '*',
    'access-control-allow-methods': 'GET, POST, OPTIONS',
  });

const answer = (reply: FastifyReply, { status, body }: Answer): FastifyReply => reply.status(status).send(body);

function refuseOthers({ socket }: FastifyRequest): void {
  const isHere = /^(::ffff:)?127\.|^::1$/.test(socket.remoteAddress ?? '');
  if (!isHere) throw new Refusal(403, 'only this machine may ask for that');
}

function objectIn(text: unknown): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(String(text ?? ''));
    if (isObject(value)) return value;
  } catch {
    throw new Refusal(422, 'the body must be JSON');
  }
  throw new Refusal(422, 'the body must be a JSON object');
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
