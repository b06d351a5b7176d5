// The client's event stream resumes after any disconnect and delivers each event once.
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { connect, type EventsRecord, type Millpond, type MillpondError } from '../../client/src/client.ts';
import { until } from '../http/event-stream.ts';
import { newFolder, type Server, startServer } from '../http/server.ts';
import { cut, failed, html, type Scripted, type Step, startScripted, told } from './scripted.ts';

/** Follows the events until stopped, and records events and callbacks in order. */
function follow(millpond: Millpond, input?: Parameters<Millpond['events']>[0], silenceMs?: number) {
  const controller = new AbortController();
  const notes: unknown[] = [];
  const sequences: number[] = [];
  const causes: MillpondError[] = [];
  const waits: number[] = [];
  const isOver = (async () => {
    const events = millpond.events(input, {
      signal: controller.signal,
      silenceMs,
      onOpen: () => notes.push('open'),
      onHead: (sequence) => notes.push(`head ${sequence}`),
      onLost: (cause, retryInMs) => {
        notes.push('lost');
        causes.push(cause);
        waits.push(retryInMs);
      },
      onRewound: (from, goesOnAfter) => notes.push(`rewound ${from} ${goesOnAfter}`),
    });
    for await (const { sequence } of events) {
      notes.push(sequence);
      sequences.push(sequence);
    }
  })();
  isOver.catch(() => {});
  return { notes, sequences, causes, waits, isOver, stop: (reason: unknown) => controller.abort(reason) };
}

describe('the event stream of a real exchange', () => {
  let server: Server;
  let path: string;

  beforeAll(async () => {
    const folder = await newFolder();
    path = join(folder, 'millpond.db');
    server = await startServer({ demo: true, path });
    return async () => {
      await server.close();
      await rm(folder, { recursive: true });
    };
  });

  test('reports that it was lost when the server stops, and after the restart delivers the missed events', async () => {
    const millpond = connect(server.url);
    const { tokens } = await millpond.getTokens();
    const address = (symbol: string) => tokens.find((token) => token.symbol === symbol)?.address as string;
    const Pair = { tokenA: address('TON'), tokenB: address('USDT') };
    const swap = () => millpond.createSwap({ Pair, amount: { tokenA: '1' } });
    const { sequence: head } = await millpond.whoami();
    const all = follow(millpond, { after: 0, own: 'true' });
    const fromNow = follow(millpond);
    await until(() => expect(fromNow.notes).toContain(`head ${head}`));
    await swap();
    await until(() => expect([all.sequences.at(-1), ...fromNow.sequences]).toEqual([head + 1, head + 1]));
    await server.close();
    await until(() =>
      expect([...all.notes, ...fromNow.notes].filter((note) => note === 'lost').length).toBeGreaterThan(1),
    );
    expect(all.causes[0]).toMatchObject({ code: 'network', message: expect.stringContaining('shutting down') });
    server = await startServer({ path, port: server.port });
    await Promise.all([swap(), swap()]);
    await until(() => expect(fromNow.sequences).toEqual([head + 1, head + 2, head + 3]));
    await until(() => expect(all.sequences).toEqual(Array.from({ length: head + 3 }, (_, index) => index + 1)));
    expect(all.notes.filter((note) => note === 'open')).toHaveLength(2);
    all.stop('enough');
    fromNow.stop('enough');
    await expect(all.isOver).rejects.toBe('enough');
    await expect(fromNow.isOver).rejects.toBe('enough');
  });

  test('closes its connection when the caller leaves the loop', async () => {
    const first: EventsRecord[] = [];
    for await (const event of connect(server.url).events({ after: 0, kinds: 'swap' })) {
      first.push(event);
      break;
    }
    expect(first).toMatchObject([{ kind: 'swap', amountA: '1', route: [{ amountA: '1' }] }]);
    const readers = async () =>
      (await server.metrics.registry.metrics()).match(/^millpond_event_readers(?:{.*})? (\d+)/m)?.[1];
    await until(async () => expect(await readers()).toBe('0'));
  });

  test('ends with the error if the server refuses the request', async () => {
    const events = connect(server.url).events({ kinds: 'nonsense' });
    await expect(events.next()).rejects.toMatchObject({ code: 'invalid_request', status: 400, isRefusal: true });
  });
});

describe('the event stream on a bad network', () => {
  const servers: Scripted[] = [];
  afterEach(() => Promise.all(servers.splice(0).map((server) => server.close())));

  async function started(...steps: Step[]) {
    const server = await startScripted(...steps);
    servers.push(server);
    return { ...server, millpond: connect(server.url, { backOffMs: 1 }) };
  }

  const event = (sequence: number) => `id: ${sequence}\nevent: swap\ndata: {"sequence":${sequence},"kind":"swap"}\n\n`;
  const begin = (head: number, at = head) => `retry: 1\n: ${head}\nid: ${at}\n\n`;

  test('resumes from the last id, and drops repeated events', async () => {
    const { millpond, asked } = await started(
      cut,
      html(502),
      failed(503, 'overloaded', { 'Retry-After': '0' }),
      told([begin(9, 5), event(6), event(7), 'id: 8\n\n', event(9).slice(0, 20)], cut),
      told([begin(9, 8), event(7), event(8), event(9), 'id: 12\nevent: swap\ndata: {"seq\n\n'], cut),
      told([begin(12, 9), event(12).slice(0, 17), event(12).slice(17)]),
    );
    const { notes, sequences, causes, isOver, stop } = follow(millpond, { after: 5, kinds: 'swap' });
    await until(() => expect(sequences).toEqual([6, 7, 9, 12]));
    stop('enough');
    await expect(isOver).rejects.toBe('enough');
    // Any event resets the number of attempts, so that many short streams do not lead to long retry delays.
    expect(causes.map(({ code, status, attempts }) => [code, status, attempts])).toEqual([
      ['network', null, 1],
      ['network', 502, 2],
      ['overloaded', 503, 3],
      ['network', null, 1],
      ['network', null, 1],
    ]);
    expect(asked.map(({ headers }) => headers['last-event-id'])).toEqual(['5', '5', '5', '5', '8', '9']);
    expect(asked[0]?.path).toBe('/events?after=5&kinds=swap');
    const expected = ['open', 'head 9', 6, 7, 'lost', 'open', 'head 9', 9, 'lost', 'open', 'head 12', 12];
    expect(notes.slice(3)).toEqual(expected);
  });

  test('reports that the journal was rewound, and continues from there', async () => {
    const { millpond, asked } = await started(
      told([begin(9), event(10)], cut),
      // This connection is cut before it announces the rewind, the next one after.
      told([begin(4)], cut),
      told([begin(4), 'id: 3\nevent: rewound\ndata: {"head":4,"from":3}\n\n', event(4), event(5)], cut),
      // A rewind too far back to be replayed completely.
      told([begin(4), 'id: 4\nevent: rewound\ndata: {"head":4,"from":1}\n\n', event(5)]),
    );
    const { notes, sequences, stop } = follow(millpond);
    await until(() => expect(sequences).toHaveLength(4));
    stop('enough');
    expect(sequences).toEqual([10, 4, 5, 5]);
    expect(notes.filter((note) => /rewound/.test(String(note)))).toEqual(['rewound 3 3', 'rewound 1 4']);
    expect(asked.map(({ headers }) => headers['last-event-id'])).toEqual([undefined, '10', '10', '5']);
  });

  test('closes a connection that is silent for too long, and connects again', async () => {
    const { millpond, asked } = await started(told([begin(1)]), told([begin(1), event(2)]));
    const { sequences, causes, stop } = follow(millpond, {}, 300);
    await until(() => expect(sequences).toContain(2));
    expect(causes[0]).toMatchObject({ code: 'network', message: expect.stringContaining('Nothing came') });
    await until(() => expect(asked[0]?.isClosed).toBe(true));
    stop('enough');
  });

  test('ends with an error if the answer is not an event stream', async () => {
    const { millpond } = await started(html(200), failed(401, 'unauthorized'));
    await expect(millpond.events().next()).rejects.toMatchObject({ code: 'unreadable', status: 200 });
    await expect(millpond.events().next()).rejects.toMatchObject({ code: 'unauthorized' });
  });

  test('closes a connection whose line is too long, and never waits longer than a timer can', async () => {
    const endless: Step = (response) => {
      response.writeHead(200, { 'Content-Type': 'text/event-stream' });
      const go = () => {
        while (!response.destroyed && response.write('x'.repeat(65_536)));
        response.once('drain', go);
      };
      go();
    };
    const { millpond, asked } = await started(endless, failed(503, 'overloaded', { 'Retry-After': '9999999' }));
    const { causes, waits, stop } = follow(millpond);
    await until(() => expect(causes).toHaveLength(2));
    expect(causes[0]).toMatchObject({ code: 'network', message: expect.stringContaining('too long') });
    await until(() => expect(asked[0]?.isClosed).toBe(true));
    expect(waits[1]).toBeLessThan(2 ** 31);
    stop('enough');
  });

  test('accepts short blocks that are together larger than one event may be', async () => {
    const comment = `: ${'x'.repeat(65_000)}\n\n`;
    const { millpond } = await started(told([begin(1), ...Array<string>(70).fill(comment), event(2)]));
    const { sequences, causes, stop } = follow(millpond);
    await until(() => expect(sequences.length + causes.length).toBeGreaterThan(0));
    stop('enough');
    expect([sequences, causes]).toEqual([[2], []]);
  });

  test('ends with the reason of an aborted signal: before it opens, in silence, or while it waits to retry', async () => {
    const { millpond, asked } = await started(
      told([begin(1), event(2)]),
      failed(503, 'overloaded', { 'Retry-After': '30' }),
    );
    await expect(millpond.events({}, { signal: AbortSignal.abort('before') }).next()).rejects.toBe('before');
    const quiet = follow(millpond);
    await until(() => expect(quiet.sequences).toEqual([2]));
    quiet.stop('in silence');
    await expect(quiet.isOver).rejects.toBe('in silence');
    await until(() => expect(asked[0]?.isClosed).toBe(true));
    const waiting = follow(millpond);
    await until(() => expect(waiting.notes).toEqual(['lost']));
    waiting.stop('while waiting');
    await expect(waiting.isOver).rejects.toBe('while waiting');
  });
});
