// The limit of large bulks per account: a bulk stops counting when its request ends, and never counts if its client has disconnected.
import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { MAX_BULK_BYTES } from '../../contract/bulk.ts';
import type { Limits } from '../door/rate-limit.ts';
import type { HttpReply, HttpRequest } from '../door/request.ts';
import { BulkBounds } from './bounds.ts';

const LIMITS = { countCall: () => undefined } as unknown as Limits;
const request = {
  headers: { 'content-length': String(MAX_BULK_BYTES) },
  caller: { account: 'ann' },
} as unknown as HttpRequest;
const replyTo = (destroyed: boolean) =>
  ({ raw: Object.assign(new EventEmitter(), { destroyed }) }) as unknown as HttpReply;
/** One account may run at most eight bulks of the largest size at once. */
const MOST = 8;

test('one account may run eight bulks of the largest size at once; a ninth is refused until one of them ends', () => {
  const bounds = new BulkBounds(LIMITS, { bodyLimitBytes: 1000 });
  const replies = Array.from({ length: MOST }, () => replyTo(false));
  for (const reply of replies) bounds.enter(request, reply);
  expect(() => bounds.enter(request, replyTo(false))).toThrow('too many large bulks');
  replies[0]?.raw.emit('close');
  bounds.enter(request, replyTo(false));
});

test('a bulk whose client disconnected while its key was looked up does not count towards the limit', () => {
  const bounds = new BulkBounds(LIMITS, { bodyLimitBytes: 1000 });
  for (let times = 0; times < 2 * MOST; times++) bounds.enter(request, replyTo(true));
  for (let times = 0; times < MOST; times++) bounds.enter(request, replyTo(false));
});
