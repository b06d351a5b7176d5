// The tables of failures, how thrown errors are mapped to them, and the page that documents them.
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { AccessRefused } from '../access/people/refusal.ts';
import { FAILURES, REASONS, REFUSALS } from '../contract/errors.ts';
import { AssertionFailure } from '../core/assert.ts';
import { OutcomeUnknown, StoreUnavailable, UnreadableTransaction } from '../ports/store.ts';
import {
  NotOnThisVenue,
  Overloaded,
  RefusedError,
  SettlementFailed,
  SettlementUnavailable,
  TonFundsTooLow,
} from '../ports/venue.ts';
import { ApiError, failureOf } from './errors.ts';
import { setFailure } from './failure.ts';

const page = readFileSync(new URL('../../docs/errors.md', import.meta.url), 'utf8');
const rows = [...page.matchAll(/^\| `(\w+)`(?: `(\w+)`)? \| (\d+) \| (.+) \| (.+) \|$/gm)].map(
  ([, code, reason, status, when, remedy]) => ({
    code: code as string,
    reason,
    status: Number(status),
    when,
    remedy,
  }),
);
const statuses: Readonly<Record<string, number>> = { ...FAILURES, ...REFUSALS };

describe('docs/errors.md', () => {
  test('has one row for each code, or each of its reasons, with its status, and no row for anything else', () => {
    const names = Object.keys(statuses).flatMap((code) =>
      (REASONS[code as keyof typeof REASONS] ?? [undefined]).map((reason) => `${code} ${reason}`),
    );
    expect(rows.map(({ code, reason }) => `${code} ${reason}`).sort()).toEqual(names.sort());
    for (const { code, status } of rows) expect(`${code} ${status}`).toBe(`${code} ${statuses[code]}`);
  });

  test('has no table line in a form that this test does not parse', () => {
    const [, ...lines] = page.split('\n').filter((line) => line.startsWith('|'));
    expect(lines).toHaveLength(rows.length + 1);
  });

  test('says for each code when it happens and what to do, and is sorted by status', () => {
    for (const { when, remedy } of rows)
      expect([when, remedy]).toEqual(Array(2).fill(expect.stringMatching(/^\S.*\.$/)));
    expect(rows.map(({ status }) => status)).toEqual(rows.map(({ status }) => status).sort((a, b) => a - b));
  });
});

test('no code is both a failure and a refusal', () => {
  expect(Object.keys(FAILURES).filter((code) => code in REFUSALS)).toEqual([]);
});

describe('thrown errors become failures', () => {
  test.each(Object.entries(FAILURES))('an ApiError of code %s keeps its message and has status %i', (code, status) => {
    const error = new ApiError(code as 'forbidden', 'Do this.');
    expect(failureOf(error)).toEqual({ status, code, message: 'Do this.' });
  });

  test.each([
    [new RefusedError({ code: 'bad_cursor' }), 400, 'bad_cursor'],
    [new RefusedError({ code: 'liquidity_too_small' }), 422, 'liquidity_too_small'],
    [new Overloaded('5 commands are already waiting'), 503, 'overloaded'],
    [new OutcomeUnknown('lost'), 503, 'outcome_unknown'],
    [new NotOnThisVenue('There are no deposits.'), 422, 'not_on_this_venue', 'venue'],
    [new RefusedError({ code: 'not_found', what: 'order', order: 7 }), 404, 'not_found', 'order'],
    [new ApiError('too_many', 'Revoke one.', 'keys'), 422, 'too_many', 'keys'],
    [new AccessRefused('used_up_today', 'Come back.', 'sign_ups'), 429, 'used_up_today', 'sign_ups'],
    [new TonFundsTooLow('Send 0.3 TON.'), 422, 'ton_funds_too_low'],
    [new SettlementFailed('id', 'the price moved'), 422, 'settlement_failed'],
    [new SettlementUnavailable('refused'), 503, 'ton_unavailable'],
    [new StoreUnavailable('busy', '/var/db: locked'), 503, 'storage_unavailable', 'busy'],
    [new StoreUnavailable('full', '/var/db: full'), 503, 'storage_broken', 'full'],
    [new UnreadableTransaction(7, 'why', new Error('secret')), 500, 'transaction_unreadable'],
    [new StoreUnavailable('clock', 'it says 2027'), 503, 'storage_unavailable', 'clock'],
    [new StoreUnavailable('lost', '/var/db: gone'), 503, 'storage_broken', 'lost'],
    [new StoreUnavailable('read_only', '/var/db: read-only'), 503, 'storage_unavailable', 'unreachable'],
    [new StoreUnavailable('corrupt', '/var/db: damaged'), 503, 'storage_unavailable', 'unreachable'],
    [new StoreUnavailable('failed', '/var/db: failed'), 503, 'storage_unavailable', 'unreachable'],
    [Object.assign(new Error(), { code: 'FST_ERR_BAD_URL', statusCode: 400 }), 400, 'invalid_request'],
    [Object.assign(new Error(), { statusCode: 400 }), 400, 'invalid_request'],
    [Object.assign(new Error(), { statusCode: 499 }), 400, 'invalid_request'],
    // The client of a download disconnected while the download waited.
    [Object.assign(new Error('gone'), { name: 'AbortError', code: 'ABORT_ERR' }), 400, 'invalid_request'],
    // A client that disconnected while sending its body is not an error; a lost connection to the database or chain is.
    [Object.assign(new Error('aborted'), { code: 'ECONNRESET' }), 400, 'invalid_request'],
    [Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' }), 500, 'internal_error'],
    [Object.assign(new Error(), { statusCode: 500 }), 500, 'internal_error'],
    [Object.assign(new Error(), { statusCode: 200 }), 500, 'internal_error'],
    [new AssertionFailure('k never falls'), 500, 'internal_error'],
    [new TypeError('x is undefined'), 500, 'internal_error'],
  ])('%s becomes %i %s', (error, status, code, reasonCode?: string) => {
    const failure = failureOf(error);
    expect(failure).toMatchObject({ status, code, message: expect.stringMatching(/^\w.*\.$/) });
    expect(failure.reasonCode).toBe(reasonCode);
  });

  test('the reason of a failed settlement is also sent as a code, in the header Reason-Code', () => {
    const told = new Map<string, string>();
    const reply = { code: () => reply, header: (name: string, text: string) => told.set(name, text) && reply };
    setFailure(new SettlementFailed('id', 'the price moved', 'below_minimum'), {} as never, reply as never);
    expect([...told]).toEqual([
      ['Reason-Code', 'below_minimum'],
      ['Error-Code', 'settlement_failed'],
    ]);
  });

  test('internal errors and file names of the server are not shown to the caller', () => {
    expect(failureOf(new Error('the secret is 42')).message).not.toContain('42');
    expect(failureOf(new StoreUnavailable('corrupt', '/var/db: damaged')).message).not.toContain('/var');
    expect(failureOf(new UnreadableTransaction(7, 'why', new Error('42'))).message).not.toContain('42');
  });
});
