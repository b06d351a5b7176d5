// A request and its reply as guards and calls see them, whether they came through Fastify or straight from Node.
import type { ServerResponse } from 'node:http';
import type { FastifyRequest } from 'fastify';

type Sent = 'raw' | 'method' | 'url' | 'headers' | 'ip' | 'protocol' | 'query' | 'body';
type Noted = 'id' | 'sinceMs' | 'caller' | 'isKnownEarly' | 'isReading' | 'failure' | 'items';

export type HttpRequest = Pick<FastifyRequest, Sent | Noted>;

export type HttpReply = {
  readonly raw: ServerResponse;
  readonly statusCode: number;
  code(status: number): HttpReply;
  header(name: string, value: string): HttpReply;
  removeHeader(name: string): HttpReply;
};
