// What was asked for by one account is not sent again when another one is signed in.
import { expect, test } from 'vitest';
import { type CallOptions, connect } from '#client';
import { endSession, inSession } from './session.ts';

test('a change whose answer was lost is not sent under the next session', async () => {
  let sent = 0;
  const server = connect('http://exchange', {
    backOffMs: 0,
    fetch: async () => {
      sent += 1;
      if (sent === 2) endSession();
      throw new TypeError('lost');
    },
  });
  const swap = inSession((input: object, options: CallOptions) => server.createSwap(input as never, options));
  await expect(swap({}, {})).rejects.toThrow('Another account');
  expect(sent).toBe(2);
  await expect(swap({}, {})).rejects.toThrow('No answer');
});
