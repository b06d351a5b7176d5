// POST /mcp: the calls as tools for agents. Each tool call is an internal request with the same authentication as any other.
import type { Caller } from '../../access/keys.ts';
import { headerFault } from '../../mcp/headers.ts';
import { answerTo, failedWith, RpcError, type RpcResponse, type Toolbox, WITH_BATCHES } from '../../mcp/protocol.ts';
import { TokenSymbols } from '../../mcp/token-symbols.ts';
import { toolboxOf } from '../../mcp/toolbox.ts';
import { READ_ONLY, readScopes, SCOPES, type Scope } from '../../mcp/tools.ts';
import type { Venue } from '../../ports/venue.ts';
import { VERSION } from '../../version.ts';
import { JSON_TYPE } from '../answer.ts';
import type { CallListener, Door } from '../door/call-listener.ts';
import type { Limits } from '../door/rate-limit.ts';
import type { HttpReply, HttpRequest } from '../door/request.ts';
import { ApiError, type Failure } from '../errors.ts';
import { withFloats } from '../json/exact-json.ts';

const pathWith = (scopes: string): string => `POST /mcp?scopes=${scopes}`;

export function addMcp(venue: Venue, limits: Limits, { guardsOf, reporterOf, listener }: Door): void {
  const symbols = new TokenSymbols();
  // `changes` refuses every request from pages of other sites, even one that only reads.
  const { admit } = guardsOf({ who: 'trader', expects: true, changes: true });
  listener.add('POST', '/mcp', {
    enter: admit,
    async answer(request, reply) {
      countMessages(request, limits);
      const box = toolboxFor(request, reply, { venue, symbols, listener });
      const answer = await answerOf(withFloats(request.body), request, box);
      reply.code(answer?.status ?? 202);
      if (!answer) return '';
      reply.header('content-type', JSON_TYPE);
      return JSON.stringify(answer.body);
    },
    showsFault: true,
    printFailure,
    leave: reporterOf('/mcp', 'POST'),
  });
}

/** Counts each further message of a JSON-RPC batch; the first was counted with the request. */
function countMessages(request: HttpRequest, limits: Limits): void {
  const { body } = request;
  if (!Array.isArray(body) || body.length < 2) return;
  const refusal = limits.countCall(request, request.caller as Caller, body.length - 1);
  if (refusal) throw refusal;
}

async function answerOf(body: unknown, { headers }: HttpRequest, box: Toolbox): Promise<RpcResponse | null> {
  const fault = headerFault(body, headers);
  if (fault) return failedWith(fault, idIn(body));
  return answerTo(body, box, { version: String(headers['mcp-protocol-version'] ?? WITH_BATCHES) });
}

type Shared = { readonly venue: Venue; readonly symbols: TokenSymbols; readonly listener: CallListener };

/** The tools for one request: MCP has no state here, so scopes and role come from this request alone. */
const toolboxFor = (request: HttpRequest, reply: HttpReply, { venue, symbols, listener }: Shared): Toolbox =>
  toolboxOf({
    scopes: scopesIn(request.query as Readonly<Record<string, unknown>>),
    isOperator: request.caller?.role === 'operator',
    venue: async () => (venue.wallets ? 'ton' : 'ledger'),
    version: VERSION,
    howToSwitchOn: pathWith,
    ask: (context) => listener.ask(request, reply, context),
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

/** Formats a failure that occurred before any message was read as a JSON-RPC error. */
function printFailure({ code, message }: Failure): string {
  const fault = new RpcError(code === 'invalid_json' ? -32700 : -32000, message, { data: { code } });
  return JSON.stringify(failedWith(fault).body);
}

const idIn = (body: unknown): unknown => (body as { readonly id?: unknown } | null)?.id ?? null;
