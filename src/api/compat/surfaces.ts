// Serves the surfaces that are switched on. Their calls are the exchange's own, admitted and counted as if the caller had made them.
import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Static, TObject } from 'typebox';
import { basechainAddress, tonAddress } from '../../address.ts';
import {
  type Ask,
  type Exchange,
  type Route,
  type RouterContracts,
  type Surface,
  SurfaceRefusal,
} from '../../compat/surface.ts';
import { SURFACES, type SurfaceName } from '../../compat/surfaces.ts';
import type { Account, TokenAddress } from '../../core/amount.ts';
import type { Venue } from '../../ports/venue.ts';
import { JSON_TYPE } from '../answer.ts';
import { CALLS } from '../calls.ts';
import type { Door, InnerCall } from '../door/call-listener.ts';
import { NOBODY } from '../door/caller.ts';
import { costOf, type Limits } from '../door/rate-limit.ts';
import { ApiError } from '../errors.ts';
import { setFailure } from '../failure.ts';
import { checkOf } from '../fields/validation.ts';
import { SharedAnswers } from './shared-answers.ts';

export type SurfaceOptions = {
  /** The surfaces that are switched on; none if absent. */
  readonly compat?: readonly SurfaceName[];
  /** The contracts on TON, if that is where the exchange settles. */
  readonly chain?: { readonly contracts?: RouterContracts };
  readonly bodyLimitBytes: number;
};

type Served = { readonly limits: Limits; readonly door: Door; readonly venue: Venue };

export async function registerSurfaces(app: FastifyInstance, served: Served, options: SurfaceOptions): Promise<void> {
  for (const name of options.compat ?? []) {
    const surface = await SURFACES[name]();
    const answers = new SharedAnswers();
    for (const route of surface.routes)
      addRoute(app, route, { ...served, surface, answers, contracts: options.chain?.contracts }, options);
  }
}

type Parts = Served & {
  readonly contracts: RouterContracts | undefined;
  readonly surface: Surface;
  readonly answers: SharedAnswers;
};

function addRoute(app: FastifyInstance, route: Route, parts: Parts, { bodyLimitBytes }: SurfaceOptions): void {
  const { method, path } = route;
  const [checkQuery, checkBody] = [checkOf({ querystring: route.input }), checkOf({ body: route.input })];
  app.route({
    method,
    url: path.replaceAll(/\{(\w+)\}/g, ':$1'),
    // The caller is looked up, and pays for the calls that are made, not for the request itself.
    config: { who: 'anyone', weight: route.weight ?? 0, crossOrigin: true },
    bodyLimit: bodyLimitBytes,
    async handler(request, reply) {
      const input = inputOf(request);
      // The words of a fault depend on whether it is JSON.
      (request.body ? checkBody : checkQuery)({ query: input, body: input, headers: null });
      if (route.isSharedList) return sendShared(await sharedList(route, parts, request, reply), request, reply);
      return send(route.shape(await route.ask(exchangeFor(request, reply, parts), input), input), reply);
    },
    errorHandler(error, request, reply) {
      send(parts.surface.failure(setFailure(asApiError(error), request, reply)), reply);
    },
  });
}

const asApiError = (error: unknown): unknown => {
  if (!(error instanceof SurfaceRefusal)) return error;
  const { code, message } = error;
  return code === 'not_found' ? new ApiError(code, message, 'path') : new ApiError(code, message);
};

const inputOf = ({ query, body, params }: FastifyRequest): Static<TObject> => ({
  ...(query as object),
  ...(body as object | null | undefined),
  ...(params as object),
});

function send(content: unknown, reply: FastifyReply): FastifyReply {
  if (typeof content === 'string') return reply.type('text/plain; charset=utf-8').send(content);
  return reply.type(JSON_TYPE).send(JSON.stringify(content));
}

type SharedList = { readonly content: Buffer; readonly etag: string };

const sharedList = (route: Route, parts: Parts, request: FastifyRequest, reply: FastifyReply): Promise<SharedList> =>
  parts.answers.get(route.path, async () => {
    const ask: Ask = () => Promise.reject(new Error('the calls of a shared list are made by shared()'));
    const asked = await route.ask({ ...exchangeFor(request, reply, parts), account: '', ask }, {});
    const content = Buffer.from(JSON.stringify(route.shape(asked, {})));
    return { content, etag: `"${createHash('sha256').update(content).digest('base64url')}"` };
  });

function sendShared({ content, etag }: SharedList, { headers }: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply.header('etag', etag).header('cache-control', 'public, max-age=1');
  if (headers['if-none-match']?.split(/\s*,\s*/).includes(etag)) return reply.code(304).send();
  return reply.type(JSON_TYPE).send(content);
}

const QUESTIONS = new Map(
  CALLS.filter(({ method, changes }) => method === 'GET' && !changes).map((call) => [call.name, call]),
);

/** Questions about an account that everybody can answer by looking at the chain. */
const SEEN_ON_CHAIN: ReadonlySet<string> = new Set(['getBalances', 'getLPAccountData', 'quoteLiquidity']);

/** Whose rights a question has: the caller's, nobody's, or those of the owner of a wallet on the chain. */
type Rights = 'caller' | 'nobody' | { readonly owner: Account };

function exchangeFor(request: FastifyRequest, reply: FastifyReply, parts: Parts): Exchange {
  const { contracts, limits, door, answers } = parts;
  const ask =
    (rights: Rights, onAsked: (cost: number) => void = () => {}): Ask =>
    async (name, input) => {
      const call = QUESTIONS.get(name);
      if (!call || (rights === 'nobody' ? call.who !== 'anyone' : rights !== 'caller' && !SEEN_ON_CHAIN.has(name)))
        throw new Error(`a surface cannot ask ${name} with the rights of ${rights}`);
      const path = `/${name}?${queryOf(input)}`;
      const inner = door.listener.inner(request, reply, { method: 'GET', path, headers: { amounts: 'string' } });
      const cost = costOf(call)(inner.request);
      onAsked(cost);
      if (typeof rights === 'object') takeUnits(request, limits, cost);
      const text = rights === 'caller' ? await admitted(inner, door.reads) : await answerFor(rights, inner, door.reads);
      const answer = JSON.parse(text);
      return answer.success === true ? answer.data : answer;
    };
  return {
    chain: contracts && {
      contracts,
      asOwner(address) {
        const owner = basechainAddress(address);
        return owner === null ? undefined : ask({ owner: owner as Account });
      },
      jettonWallet: (jetton, owner) => jettonWallet(request, parts, [jetton, owner]),
    },
    account: request.caller?.account ?? '',
    ask: ask('caller'),
    shared: (name, read) =>
      // The space keeps these apart from paths.
      answers.get(`shared ${name}`, async () => {
        let total = 0;
        try {
          return await read(ask('nobody', (cost) => (total += cost)));
        } finally {
          // Whoever needs the list first pays for it, once it is there: its length was not known before.
          limits.oweCalls(request, total);
        }
      }),
  };
}

function takeUnits(request: FastifyRequest, limits: Limits, cost: number): void {
  const refusal = limits.countCall(request, request.caller ?? NOBODY, cost);
  if (refusal) throw refusal;
}

/** The chain is asked for it like for a quote of the caller, and as often. */
async function jettonWallet(
  request: FastifyRequest,
  { limits, door, venue }: Parts,
  [jetton, owner]: readonly [string, string],
): Promise<string | null> {
  const [token, account] = [tonAddress(jetton), basechainAddress(owner)];
  if (token === null || account === null || !venue.wallets) return null;
  takeUnits(request, limits, 1);
  const { account: name = '' } = request.caller ?? {};
  const read = () => venue.wallets?.jettonWallet(token as TokenAddress, account as Account) ?? Promise.resolve(null);
  return door.reads.run(request.ip, () =>
    venue.asCaller ? venue.asCaller({ isStranger: name === '', name: name || request.ip }, read) : read(),
  );
}

/** The question is admitted and counted like any other of the caller. The access log has the request of the surface instead. */
async function admitted({ steps, request, reply }: InnerCall, reads: Door['reads']): Promise<string> {
  try {
    await steps.enter(request, reply);
    return (await steps.answer(request, reply)) as string;
  } finally {
    reads.leave(request);
  }
}

/** Only for calls that anyone may make, or whose answer everybody can see. Lists that all callers share wait for no free place. */
async function answerFor(rights: Exclude<Rights, 'caller'>, inner: InnerCall, reads: Door['reads']): Promise<string> {
  const { steps, request, reply } = inner;
  request.caller = rights === 'nobody' ? NOBODY : { ...NOBODY, account: rights.owner };
  if (rights !== 'nobody') reads.enter(request);
  try {
    return (await steps.answer(request, reply)) as string;
  } finally {
    reads.leave(request);
  }
}

function queryOf(input: object): URLSearchParams {
  const values = Object.entries(input).flatMap(([name, value]) =>
    value === undefined ? [] : [value].flat().map((one) => [name, String(one)]),
  );
  return new URLSearchParams(values);
}
