// POST /mcp: the calls as tools for agents. Each tool call is an internal request with the same authentication as any other.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../../access/keys.ts';
import type { Ask } from '../../mcp/call-tool.ts';
import { headerFault } from '../../mcp/headers.ts';
import { type Answer, answerTo, failedWith, RpcError, type Toolbox, WITH_BATCHES } from '../../mcp/protocol.ts';
import { TokenSymbols } from '../../mcp/token-symbols.ts';
import { toolboxOf } from '../../mcp/toolbox.ts';
import { READ_ONLY, readScopes, SCOPES, type Scope } from '../../mcp/tools.ts';
import type { Venue } from '../../ports/venue.ts';
import { VERSION } from '../../version.ts';
import { checkOrigin } from '../door/origin.ts';
import type { Limits } from '../door/rate-limit.ts';
import { ApiError } from '../errors.ts';
import { setFailure } from '../failure.ts';
import { withFloats } from '../json/exact-json.ts';

const pathWith = (scopes: string): string => `POST /mcp?scopes=${scopes}`;

export function registerMcp(app: FastifyInstance, venue: Venue, limits: Limits): void {
  const symbols = new TokenSymbols();
  const boxFor = (request: FastifyRequest) => toolboxFor(app, request, { venue, symbols });
  app.post('/mcp', {
    config: { who: 'trader', expects: true },
    // Even reading is refused to pages of other sites.
    onRequest: (request, _reply, done) => {
      checkOrigin(request);
      done();
    },
    errorHandler: failInWords,
    async handler(request, reply) {
      countMessages(request, limits);
      const answer = await answerOf(withFloats(request.body), request, boxFor(request));
      return answer ? reply.code(answer.status).send(answer.body) : reply.code(202).send();
    },
  });
}

/** Counts each further message of a JSON-RPC batch; the first was counted with the request. */
function countMessages(request: FastifyRequest, limits: Limits): void {
  const { body } = request;
  if (!Array.isArray(body) || body.length < 2) return;
  const refusal = limits.countCall(request, request.caller as Caller, body.length - 1);
  if (refusal) throw refusal;
}

async function answerOf(body: unknown, { headers }: FastifyRequest, box: Toolbox): Promise<Answer | null> {
  const fault = headerFault(body, headers);
  if (fault) return failedWith(fault, idIn(body));
  return answerTo(body, box, { version: String(headers['mcp-protocol-version'] ?? WITH_BATCHES) });
}

type Shared = { readonly venue: Venue; readonly symbols: TokenSymbols };

/** Stateless: scopes and role come from this request alone. */
const toolboxFor = (app: FastifyInstance, request: FastifyRequest, { venue, symbols }: Shared): Toolbox =>
  toolboxOf({
    scopes: scopesIn(request.query as Readonly<Record<string, unknown>>),
    isOperator: request.caller?.role === 'operator',
    venue: async () => (venue.wallets ? 'ton' : 'ledger'),
    version: VERSION,
    howToSwitchOn: pathWith,
    ask: askAs(app, request),
    symbols,
  });

function scopesIn({ scopes: given, ...others }: Readonly<Record<string, unknown>>): readonly Scope[] {
  const [other] = Object.keys(others);
  if (other !== undefined) {
    const message = `This path takes only the parameter scopes: ${pathWith(READ_ONLY.join(','))}.`;
    throw new ApiError('invalid_request', message);
  }
  if (given === undefined) return READ_ONLY;
  const { scopes, unknown } = readScopes(String(given));
  if (unknown === undefined) return scopes;
  throw new ApiError('invalid_request', `scopes must be one or more of ${SCOPES.join(', ')}, separated by commas.`);
}

/** Makes requests as the caller, from the caller's address: admitted, counted, checked and logged like any other. */
const askAs =
  (app: FastifyInstance, { headers: { host, authorization, cookie }, ip, id }: FastifyRequest): Ask =>
  async ({ method, path, headers, body }) => {
    const {
      statusCode,
      payload,
      headers: told,
    } = await app.inject({
      method,
      url: path,
      remoteAddress: ip,
      headers: {
        ...headers,
        'x-request-id': id,
        ...(host !== undefined && { host }),
        ...(authorization !== undefined && { authorization }),
        ...(cookie !== undefined && { cookie }),
      },
      ...(body !== undefined && { payload: body }),
    });
    return { status: statusCode, text: payload, header: (name) => told[name]?.toString() };
  };

/** Answers a failure before any message was read: with the usual status, in the form of JSON-RPC. */
function failInWords(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { code, message } = setFailure(error, request, reply);
  const fault = new RpcError(code === 'invalid_json' ? -32700 : -32000, message, { data: { code } });
  return reply.send(failedWith(fault).body);
}

const idIn = (body: unknown): unknown => (body as { readonly id?: unknown } | null)?.id ?? null;
