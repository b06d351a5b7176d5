// The Model Context Protocol as far as tools need it: answers each message, without any state.
import type { Arguments, ToolResult } from './call-tool.ts';

/** The version without a handshake: every request names its version. */
export const STATELESS = '2026-07-28';
/** Versions with a handshake, newest first. */
const WITH_HANDSHAKE = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'] as const;
/** The only version with batches; also assumed if a client names none. */
export const WITH_BATCHES = '2025-03-26';
export const VERSIONS: readonly string[] = [STATELESS, ...WITH_HANDSHAKE];

const MAX_BATCH = 20;

export const META = {
  version: 'io.modelcontextprotocol/protocolVersion',
  capabilities: 'io.modelcontextprotocol/clientCapabilities',
  server: 'io.modelcontextprotocol/serverInfo',
} as const;

/** The tools that messages can list and call. */
export type Toolbox = {
  readonly version: string;
  readonly instructions: string;
  list(): Promise<readonly object[]>;
  /** Throws an RpcError if there is no such tool. */
  call(name: string, given: Arguments): Promise<ToolResult>;
};

/** A fault of the message itself; if a tool refuses, that is a normal result. */
export class RpcError extends Error {
  override name = 'RpcError';
  readonly code: number;
  /** The HTTP status of the answer. */
  readonly status: number;
  readonly data: object | undefined;
  constructor(code: number, message: string, { status = 200, data }: { status?: number; data?: object } = {}) {
    super(message);
    this.code = code;
    this.status = status;
    this.data = data;
  }
}

const badMessage = (message: string): RpcError => new RpcError(-32600, message, { status: 400 });
export const badJson = (message: string): RpcError => new RpcError(-32700, message, { status: 400 });
export const badParams = (message: string, status = 200): RpcError => new RpcError(-32602, message, { status });
export const unknownVersion = (requested: string): RpcError =>
  new RpcError(-32022, `The protocol version ${requested} is not supported.`, {
    status: 400,
    data: { supported: VERSIONS, requested },
  });

export type RpcResponse = { readonly status: number; readonly body: object };

/** Answers a message or a batch; null if no response is needed. */
export async function answerTo(
  body: unknown,
  box: Toolbox,
  { version }: { version: string },
): Promise<RpcResponse | null> {
  if (!Array.isArray(body)) return answerOne(body, box);
  if (version !== WITH_BATCHES) return failedWith(badMessage(`Protocol version ${version} does not support batches.`));
  if (body.length === 0 || body.length > MAX_BATCH) {
    return failedWith(badMessage(`A batch must have 1 to ${MAX_BATCH} messages.`));
  }
  const bodies: object[] = [];
  for (const message of body) {
    const answer = await answerOne(message, box);
    if (answer) bodies.push(answer.body);
  }
  return bodies.length === 0 ? null : { status: 200, body: bodies };
}

export function failedWith(error: unknown, id: unknown = null): RpcResponse {
  if (!(error instanceof RpcError)) throw error;
  const { code, message, data, status } = error;
  return { status, body: { jsonrpc: '2.0', id, error: { code, message, ...(data && { data }) } } };
}

export type Params = Readonly<Record<string, unknown>>;
type Message = {
  readonly jsonrpc?: unknown;
  readonly id?: unknown;
  readonly method?: unknown;
  readonly params?: unknown;
};

export const isRecord = (value: unknown): value is Params =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

async function answerOne(message: unknown, box: Toolbox): Promise<RpcResponse | null> {
  const { jsonrpc, id, method, params = {} }: Message = isRecord(message) ? message : {};
  const isAnswer = isRecord(message) && method === undefined && ('result' in message || 'error' in message);
  // The message is a response, which is ignored, since this server never sends requests.
  if (isAnswer) return null;
  const isId = id === undefined || typeof id === 'string' || typeof id === 'number';
  if (jsonrpc !== '2.0' || typeof method !== 'string' || !isId || !isRecord(params)) {
    return failedWith(badMessage('This is not a JSON-RPC 2.0 message.'));
  }
  // Notifications are ignored: a cancelled request is still answered, as the protocol allows.
  if (id === undefined) return null;
  try {
    return { status: 200, body: { jsonrpc: '2.0', id, result: await resultOf(method, params, box) } };
  } catch (error) {
    return failedWith(error, id);
  }
}

type Handle = (params: Params, box: Toolbox) => object | Promise<object>;

const COMMON: Readonly<Record<string, Handle>> = {
  async 'tools/list'({ cursor }, box) {
    if (cursor !== undefined) throw badParams('All tools are on the first page; cursor is not supported.');
    return { tools: await box.list() };
  },
  'tools/call'({ name, arguments: given = {} }, box) {
    if (typeof name !== 'string') throw badParams('params.name must be the name of a tool.');
    if (!isRecord(given)) throw badParams('params.arguments must be an object.');
    return box.call(name, given);
  },
};

const CAPABILITIES = { tools: {} };
const serverOf = ({ version }: Toolbox) => ({ name: 'millpond', title: 'Millpond', version });

const HANDSHAKE: Readonly<Record<string, Handle>> = {
  ...COMMON,
  initialize: ({ protocolVersion }, box) => ({
    protocolVersion: WITH_HANDSHAKE.find((version) => version === protocolVersion) ?? WITH_HANDSHAKE[0],
    capabilities: CAPABILITIES,
    serverInfo: serverOf(box),
    instructions: box.instructions,
  }),
  ping: () => ({}),
};

const WITHOUT_STATE: Readonly<Record<string, Handle>> = {
  ...COMMON,
  'server/discover': (_, { instructions }) => ({
    supportedVersions: [STATELESS],
    capabilities: CAPABILITIES,
    instructions,
  }),
};

/** Clients may cache a result, but not share it: the list of tools depends on the exchange's version and on the caller's key. */
const CACHED = { ttlMs: 300_000, cacheScope: 'private' };

async function resultOf(method: string, params: Params, box: Toolbox): Promise<object> {
  const claimed = versionIn(params);
  const methods = claimed === undefined ? HANDSHAKE : WITHOUT_STATE;
  const handle = Object.hasOwn(methods, method) ? methods[method] : undefined;
  if (!handle) {
    const words = `There is no method ${JSON.stringify(method.slice(0, 64))}.`;
    throw new RpcError(-32601, words, { status: claimed === undefined ? 200 : 404 });
  }
  const result = await handle(params, box);
  if (claimed === undefined) return result;
  const isCached = method !== 'tools/call';
  return { resultType: 'complete', ...result, ...(isCached && CACHED), _meta: { [META.server]: serverOf(box) } };
}

/** The version that a request names; undefined in protocols with a handshake. */
function versionIn({ _meta: meta }: Params): string | undefined {
  const version = isRecord(meta) ? meta[META.version] : undefined;
  if (!isRecord(meta) || version === undefined) return undefined;
  if (version !== STATELESS) throw unknownVersion(String(version));
  if (!isRecord(meta[META.capabilities])) throw badParams(`_meta must contain ${META.capabilities}, an object.`, 400);
  return version;
}
