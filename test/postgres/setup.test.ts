// The tests create and drop databases, so they must not run on the server of an exchange.
import { afterEach, expect, it, vi } from 'vitest';
import setup from './setup.ts';

afterEach(() => vi.unstubAllEnvs());

it('the tests run on the server of TEST_DATABASE_URL, even if DATABASE_URL names another', async () => {
  vi.stubEnv('DATABASE_URL', 'postgres://production');
  vi.stubEnv('TEST_DATABASE_URL', 'postgres://for-tests');
  const provide = vi.fn();
  expect(await setup({ provide } as never)).toBeUndefined();
  expect(provide.mock.calls).toEqual([['postgresUrl', 'postgres://for-tests']]);
});
