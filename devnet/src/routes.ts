// A devnet over HTTP: toncenter's API v2 under /ton/api/v2, by JSON-RPC and by paths, its API v3 under /ton/api/v3, and the devnet's own controls.
import type { FastifyContextConfig, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { DevnetCalls } from './devnet.ts';
import { type Answer, errorOf, Refusal, resultOf } from './toncenter/answer.ts';
import { address, wholeNumber } from './toncenter/params.ts';

/** The network's largest message is 64 KB, and a third more in base64. */
const BODY_LIMIT = 131_072;
/** The most seconds that one request may skip: a year. */
const MOST_SECONDS = 31_622_400;

/** Access to the faucet, skipping time and holding messages: `check` throws if the caller is not allowed. */
export type Controls = { readonly config: FastifyContextConfig; check(request: FastifyRequest): void };

/** Without `controls`, the routes of the faucet, for skipping time and for holding messages do not exist. */
export async function addDevnetRoutes(app: FastifyInstance, devnet: DevnetCalls, controls?: Controls): Promise<void> {
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
      if (controls) addControls(scope, devnet, controls);
    },
    { prefix: '/ton' },
  );
}

function addApi(scope: FastifyInstance, devnet: DevnetCalls): void {
  scope.options('/api/*', (_request, reply) => open(reply).status(204).send());
  scope.post('/api/v2/jsonRPC', async (request, reply) => {
    const { method, params = {}, id = null } = objectIn(request.body);
    if (typeof method !== 'string') throw new Refusal(422, 'method: is missing');
    if (!isObject(params)) throw new Refusal(422, 'params: must be an object');
    const { status, body } = await devnet.call(method, params);
    return answer(open(reply), { status, body: { ...body, jsonrpc: '2.0', id } });
  });
  const byPath = async (request: FastifyRequest, reply: FastifyReply) => {
    const { method } = request.params as { method: string };
    return answer(open(reply), await devnet.call(method, paramsOf(request)));
  };
  scope.get('/api/v2/:method', byPath);
  scope.post('/api/v2/:method', byPath);
  const v3 = async (request: FastifyRequest, reply: FastifyReply) => {
    const { '*': path } = request.params as { '*': string };
    return answer(open(reply), await devnet.callV3(path, paramsOf(request)));
  };
  scope.get('/api/v3/*', v3);
  scope.post('/api/v3/*', v3);
}

function addControls(scope: FastifyInstance, devnet: DevnetCalls, { config, check }: Controls): void {
  const control = (name: string, use: (input: Record<string, unknown>) => Promise<Answer>) =>
    scope.post(`/${name}`, { config }, async (request, reply) => {
      check(request);
      return answer(reply, await use(objectIn(request.body)));
    });
  control('faucet', (input) => devnet.give(input));
  control('skipTime', async (input) => {
    const seconds = wholeNumber(input, 'seconds', MOST_SECONDS);
    if (seconds === undefined) throw new Refusal(422, 'seconds: is missing');
    await devnet.skipTime(seconds);
    return resultOf({ seconds });
  });
  for (const verb of ['hold', 'release'] as const)
    control(verb, async (input) => {
      const account = address(input).toString();
      await devnet[verb](account);
      return resultOf({ address: account });
    });
}

/** Any web page may call a devnet, as it may call toncenter: nothing there is secret, and messages are signed. */
const open = (reply: FastifyReply): FastifyReply =>
  reply.headers({
    'access-control-allow-origin': '*',
    'access-control-allow-headers': '*',
    'access-control-allow-methods': 'GET, POST, OPTIONS',
  });

const answer = (reply: FastifyReply, { status, body }: Answer): FastifyReply => reply.status(status).send(body);

const paramsOf = ({ method, query, body }: FastifyRequest): Record<string, unknown> =>
  method === 'GET' ? { ...(query as object) } : objectIn(body);

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
