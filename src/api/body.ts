// Request bodies: JSON in UTF-8 with exact numbers, and nothing else.
import type { FastifyInstance } from 'fastify';
import { ApiError } from './errors.ts';
import { parseExact } from './json.ts';

const BYTE_ORDER_MARK = '\ufeff';
/** What broken UTF-8 decodes to; who sends it on its own sends what was broken before. */
const REPLACEMENT = '\ufffd';

export function readExactJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, text: string, done) => {
    if (text === '') return done(null, undefined);
    try {
      if (text.includes(REPLACEMENT)) throw new SyntaxError('it is not UTF-8, or holds U+FFFD');
      done(null, parseExact(text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text));
    } catch (error) {
      done(new ApiError('invalid_json', `The body is not valid JSON: ${faultOf(error)}.`));
    }
  });
}

const faultOf = (error: unknown): string =>
  error instanceof RangeError ? 'it is nested too deeply' : (error as Error).message;
