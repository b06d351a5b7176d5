// Serves STON.fi's REST API on a devnet, by the same tables as an exchange does.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Exchange, type Route, type Surface, SurfaceRefusal } from '../../../src/compat/surface.ts';

/** Any web page may read a devnet, as it may read its chain. */
const OPEN = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': '*',
  'access-control-allow-methods': 'GET, POST, OPTIONS',
};

export async function addStonfi(app: FastifyInstance, surface: Surface, exchange: Exchange): Promise<void> {
  await app.register(async (scope) => {
    scope.setErrorHandler((error: Error & { readonly statusCode?: number }, _request, reply) => {
      const code = error instanceof SurfaceRefusal ? error.code : 'internal_error';
      const status = code === 'not_found' ? 404 : code === 'invalid_request' ? 400 : (error.statusCode ?? 500);
      return reply
        .headers(OPEN)
        .status(status)
        .send(surface.failure({ code, message: error.message }));
    });
    scope.setNotFoundHandler((request, reply) => {
      const [path] = request.url.split('?');
      const message = `A devnet does not serve ${request.method} ${path}.`;
      return reply
        .headers(OPEN)
        .status(404)
        .send(surface.failure({ code: 'not_found', message }));
    });
    scope.options('/v1/*', (_request, reply) => reply.headers(OPEN).status(204).send());
    for (const route of surface.routes)
      scope.route({
        method: route.method,
        url: route.path.replaceAll(/\{(\w+)\}/g, ':$1'),
        handler: (request, reply) => answer(route, exchange, request, reply),
      });
  });
}

async function answer(route: Route, exchange: Exchange, request: FastifyRequest, reply: FastifyReply) {
  const { query, body, params } = request;
  const input = { ...(query as object), ...(body as object | null | undefined), ...(params as object) };
  const isValid = request.compileValidationSchema(route.input);
  if (!isValid(input)) {
    const [fault] = isValid.errors ?? [];
    const where = fault?.instancePath.slice(1) || 'The request';
    throw new SurfaceRefusal('invalid_request', `${where} ${fault?.message ?? 'is not valid'}.`);
  }
  return reply.headers(OPEN).send(route.shape(await route.ask(exchange, input), input));
}
