// The channel between a worker and its writer: a message that cannot be sent fails at once, and nothing waits for ever.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';

it('a batch that cannot be sent is a bug, one whose reply is lost is unknown, and one after the disconnect is unavailable', async () => {
  const child = fork(new URL('./ask-by-channel.ts', import.meta.url), { serialization: 'advanced', silent: true });
  const [asked] = await once(child, 'message');
  expect(asked).toMatchObject({ content: { batch: [] } });
  child.disconnect();
  const lines = (await text(child.stdout as NodeJS.ReadableStream)).trim().split('\n');
  expect(Object.assign({}, ...lines.map((line) => JSON.parse(line)))).toEqual({
    unsendable: { bug: expect.objectContaining({ message: '() => {} could not be cloned.' }) },
    pending: { unknown: 'the process that writes is gone' },
    late: {
      unavailable: 'failed',
      detail: 'the process that writes cannot be reached: Channel closed',
    },
  });
});
