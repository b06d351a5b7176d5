// What stays the same while the process runs: compressed once, and kept by whoever asked.
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Quality 11 would keep the first reader of a large file waiting for seconds, to save them a tenth of it. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

/** By preference. Browsers ask for brotli only where nobody between can tamper with it. */
const ENCODERS: Readonly<Record<string, (body: Buffer) => Promise<Buffer>>> = {
  br: (body) => promisify(brotliCompress)(body, BROTLI),
  gzip: (body) => promisify(gzip)(body),
};

export class Asset {
  /** Of the content, so that a new content has another address. */
  readonly version: string;
  readonly #type: string;
  readonly #body: Buffer;
  readonly #encoded = new Map<string, Promise<Buffer>>();

  constructor(type: string, body: Buffer) {
    this.#type = type;
    this.#body = body;
    this.version = createHash('sha256').update(body).digest('base64url').slice(0, 16);
  }

  async send({ headers, query }: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const isOfThisVersion = (query as { v?: string }).v === this.version;
    const etag = `W/"${this.version}"`;
    reply.header('cache-control', isOfThisVersion ? 'public, max-age=31536000, immutable' : 'no-cache');
    reply.header('etag', etag).header('vary', 'accept-encoding');
    if (headers['if-none-match'] === etag) return reply.code(304).send();
    reply.header('content-type', `${this.#type}; charset=utf-8`);
    const encoding = Object.keys(ENCODERS).find((name) => accepts(String(headers['accept-encoding']), name));
    if (encoding === undefined) return reply.send(this.#body);
    return reply.header('content-encoding', encoding).send(await this.#as(encoding));
  }

  #as(encoding: string): Promise<Buffer> {
    const known = this.#encoded.get(encoding);
    if (known) return known;
    const encoded = (ENCODERS[encoding] as (typeof ENCODERS)[string])(this.#body);
    this.#encoded.set(encoding, encoded);
    return encoded;
  }
}

const accepts = (header: string, encoding: string): boolean =>
  header.split(',').some((part) => {
    const [name, weight = '1'] = part.trim().split(/\s*;\s*q=/);
    return name === encoding && Number(weight) > 0;
  });
