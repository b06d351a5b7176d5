// Signatures, verified by the specification's own package.
import { Webhook } from 'standardwebhooks';
import { describe, expect, test } from 'vitest';
import { newSecret, signedHeaders } from './signature.ts';

const nowMs = Date.now();
const message = { id: 'hook_1-1-2', body: '{"type":"events","data":"größer"}' };
const [secret, previousSecret] = [newSecret(), newSecret()];
const alone = { secret, previousSecret: null, previousUntilMs: null };
const verifies = (by: string, headers: Record<string, string>, body = message.body): boolean => {
  try {
    new Webhook(by).verify(body, headers);
    return true;
  } catch {
    return false;
  }
};

describe('a signature', () => {
  test('verifies only with its secret of 32 bytes, the same id and body, and a recent timestamp', () => {
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const headers = signedHeaders(message, alone, nowMs);
    expect(verifies(secret, headers)).toBe(true);
    expect(verifies(previousSecret, headers)).toBe(false);
    expect(verifies(secret, headers, `${message.body} `)).toBe(false);
    expect(verifies(secret, { ...headers, 'webhook-id': 'hook_1-1-3' })).toBe(false);
    expect(verifies(secret, signedHeaders(message, alone, nowMs - 600_000))).toBe(false);
    expect(headers['webhook-signature']).toBe(
      new Webhook(secret).sign(message.id, new Date(Number(headers['webhook-timestamp']) * 1000), message.body),
    );
  });

  test('is made with both secrets until the previous one expires', () => {
    const rotating = { secret, previousSecret, previousUntilMs: nowMs };
    const before = signedHeaders(message, rotating, nowMs - 1);
    expect([verifies(secret, before), verifies(previousSecret, before)]).toEqual([true, true]);
    const after = signedHeaders(message, rotating, nowMs);
    expect([verifies(secret, after), verifies(previousSecret, after)]).toEqual([true, false]);
  });
});
