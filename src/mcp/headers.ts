// Checks headers: over HTTP, the stateless version of MCP repeats parts of the body in headers, so that proxies can route by them.
import { badParams, isRecord, META, type Params, RpcError, STATELESS, unknownVersion, VERSIONS } from './protocol.ts';

type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** The fault if the version is unknown, or if a header contradicts the body. */
export function headerFault(body: unknown, headers: Headers): RpcError | undefined {
  const said = headers['mcp-protocol-version'];
  if (said !== undefined && !VERSIONS.includes(String(said))) return unknownVersion(String(said));
  if (!isRecord(body) || body.id === undefined) return undefined;
  const { method, params } = body;
  const { _meta: meta, name }: Params = isRecord(params) ? params : {};
  const claimed = isRecord(meta) ? meta[META.version] : undefined;
  if (claimed === undefined) {
    return said === STATELESS ? badParams(`_meta must contain ${META.version}: ${STATELESS}.`, 400) : undefined;
  }
  const expected: Params = {
    'mcp-protocol-version': claimed,
    'mcp-method': method,
    ...(method === 'tools/call' && { 'mcp-name': name }),
  };
  const differs = Object.keys(expected).find((header) => decoded(headers[header]) !== expected[header]);
  if (differs === undefined) return undefined;
  return new RpcError(-32020, `The header ${differs} does not match the body.`, { status: 400 });
}

/** Decodes values that were sent in Base64, because a header cannot contain them. */
function decoded(value: string | string[] | undefined): string | undefined {
  const encoded = /^=\?base64\?(.*)\?=$/i.exec(String(value))?.[1];
  return encoded === undefined ? value?.toString() : Buffer.from(encoded, 'base64').toString();
}
