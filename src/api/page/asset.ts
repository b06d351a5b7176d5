// A file that does not change while the process runs: compressed once, cached by clients.
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** The highest quality, 11, would make the first reader of a large file wait for seconds, to save a tenth of its size. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

/** Encodings in order of preference. Browsers accept brotli only over secure connections. */
const ENCODERS: Readonly<Record<string, (body: Buffer) => Promise<Buffer>>> = {
  br: (body) => promisify(brotliCompress)(body, BROTLI),
  gzip: (body) => promisify(gzip)(body),
};

/** Content types of text; other formats, such as images, are compressed already. */
const COMPRESSIBLE = /^text\/|json$|\+xml$/;

const KEPT = {
  true: 'public, max-age=31536000, immutable',
  'a day': 'public, max-age=86400',
  false: 'no-cache',
} as const;

export class Asset {
  /** A hash of the content, so that new content gets a new URL. */
  readonly version: string;
  readonly #type: string;
  readonly #isCompressible: boolean;
  readonly body: Buffer;
  readonly #encoded: Map<string, Promise<Buffer>>;

  /** `encoded` holds versions that were compressed in advance, by the name of their encoding. */
  constructor(type: string, body: Buffer, encoded: readonly (readonly [string, Buffer])[] = []) {
    this.#isCompressible = COMPRESSIBLE.test(type);
    this.#type = this.#isCompressible ? `${type}; charset=utf-8` : type;
    this.body = body;
    this.#encoded = new Map(encoded.map(([name, bytes]) => [name, Promise.resolve(bytes)]));
    this.version = createHash('sha256').update(body).digest('base64url').slice(0, 16);
  }

  /** By default, clients may cache the file for a year if the URL contains its version, which changes with the content. */
  send(
    request: FastifyRequest,
    reply: FastifyReply,
    isLasting: boolean | 'a day' = (request.query as { v?: string }).v === this.version,
  ): Promise<FastifyReply> | FastifyReply {
    const etag = `W/"${this.version}"`;
    reply.header('cache-control', KEPT[`${isLasting}`]);
    reply.header('etag', etag).header('vary', 'accept-encoding');
    return request.headers['if-none-match'] === etag ? reply.code(304).send() : this.sendBody(request, reply);
  }

  async sendBody({ headers }: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    reply.header('content-type', this.#type);
    const encoding = this.#isCompressible ? encodingFor(headers['accept-encoding'] as string | undefined) : undefined;
    if (!encoding) return reply.send(this.body);
    return reply.header('content-encoding', encoding).send(await this.#as(encoding));
  }

  #as(encoding: string): Promise<Buffer> {
    const known = this.#encoded.get(encoding);
    if (known) return known;
    const encoded = (ENCODERS[encoding] as (typeof ENCODERS)[string])(this.body);
    this.#encoded.set(encoding, encoded);
    return encoded;
  }
}

/** The best encoding that a client accepts; undefined to send the file as it is. */
export function encodingFor(header: string | undefined): string | undefined {
  // Without the header any coding is acceptable (RFC 9110, 12.5.3), but clients that do not send it, such as curl, do not decompress.
  if (header === undefined) return undefined;
  const weights = new Map(header.split(',').map(weightIn));
  // A client that does not want the file as it is accepts any coding that it does not exclude.
  const ofOthers = weights.get('*') ?? (weights.get('identity') === 0 ? 1 : 0);
  return Object.keys(ENCODERS).find((name) => (weights.get(name) ?? ofOthers) > 0);
}

function weightIn(part: string): readonly [name: string, weight: number] {
  const [name = '', weight = '1'] = part
    .trim()
    .toLowerCase()
    .split(/\s*;\s*q=/);
  return [name === 'x-gzip' ? 'gzip' : name, Number(weight)];
}
