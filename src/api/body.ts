// Request bodies: JSON in UTF-8 with exact numbers, and nothing else.
import type { FastifyInstance } from 'fastify';
import { ApiError } from './errors.ts';
import { parseExact } from './json.ts';

export function readExactJson(app: FastifyInstance): void {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, bytes: Buffer, done) => {
    if (bytes.length === 0) return done(null, undefined);
    try {
      done(null, parseExact(decoder.decode(bytes)));
    } catch (error) {
      done(new ApiError('invalid_json', `The body is not valid JSON: ${faultOf(error)}.`));
    }
  });
}

function faultOf(error: unknown): string {
  if (error instanceof TypeError) return 'it is not UTF-8';
  if (error instanceof RangeError) return 'it is nested too deeply';
  return (error as Error).message;
}
