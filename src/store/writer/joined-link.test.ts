// JoinedLink: waiting batches of many callers are committed together, and each caller gets its own outcomes only.
import { expect, test } from 'vitest';
import type { Instruction } from '../../core/settle/instruction.ts';
import { JoinedLink } from './joined-link.ts';
import type { Question, Reply, WriterLink } from './wire.ts';

/** Batches whose instructions differ by their actors. */
const batch = (...names: string[]) => ({ batch: names.map((actor) => ({ actor }) as Instruction), composedAt: [] });
const namesIn = (question: Question) =>
  'batch' in question ? question.batch.map(({ actor }) => actor).join(' ') : 'check';
/** Outcomes that name their actors. */
const outcomesFor = (...names: string[]) => ({
  outcomes: names.map((token) => ({ refusal: { code: 'token_exists' as const, token } })),
});

type Waiting = { readonly question: Question; resolve(reply: Reply): void };

/** A link whose questions wait until the test ends them. */
class HandDriven implements WriterLink {
  readonly asked: string[] = [];
  isClosed = false;
  readonly #waiting: Waiting[] = [];

  ask(question: Question): Promise<Reply> {
    this.asked.push(namesIn(question));
    return new Promise((resolve) => this.#waiting.push({ question, resolve }));
  }

  async close(): Promise<void> {
    this.isClosed = true;
  }

  /** Answers the oldest question with the reply, or successfully if there is none. */
  async end(reply?: Reply): Promise<void> {
    const { question, resolve } = this.#waiting.shift() as Waiting;
    resolve(reply ?? ('batch' in question ? outcomesFor(...question.batch.map(({ actor }) => actor)) : outcomesFor()));
    await new Promise((resolve) => setImmediate(resolve));
  }
}

function open(maxBatch = 100) {
  const link = new HandDriven();
  return { link, joined: new JoinedLink(link, { maxBatch }) };
}

test('batches that arrive during a commit are committed together, and each caller gets the outcomes of its own', async () => {
  const { link, joined } = open();
  const replies = [['a'], ['b', 'c'], ['d']].map((names) => joined.ask(batch(...names)));
  expect(link.asked).toEqual(['a']);
  await link.end();
  expect(link.asked).toEqual(['a', 'b c d']);
  await link.end({ ...outcomesFor('b', 'c', 'd'), note: 'for all' } as Reply);
  expect(await Promise.all(replies)).toEqual([
    outcomesFor('a'),
    { ...outcomesFor('b', 'c'), note: 'for all' },
    { ...outcomesFor('d'), note: 'for all' },
  ]);
});

test('the traded totals are reported to only one of the callers whose batches were joined', async () => {
  const { link, joined } = open();
  const replies = [['a'], ['b'], ['c']].map((names) => joined.ask(batch(...names)));
  await link.end();
  const traded = { swaps: 2, volumes: new Map() };
  await link.end({ ...outcomesFor('b', 'c'), traded });
  expect(await Promise.all(replies)).toEqual([
    outcomesFor('a'),
    { ...outcomesFor('b'), traded },
    { ...outcomesFor('c'), traded: undefined },
  ]);
});

test('batches are joined in the order of arrival, up to maxBatch instructions; a larger batch is sent alone', async () => {
  const { link, joined } = open(3);
  for (const names of [['a'], ['b', 'c'], ['d'], ['e'], ['f', 'g', 'h', 'i'], ['j']]) void joined.ask(batch(...names));
  for (let count = 0; count < 4; count++) await link.end();
  expect(link.asked).toEqual(['a', 'b c d', 'e', 'f g h i', 'j']);
});

test('after a fault each batch is retried alone, so that only the faulty one fails', async () => {
  const { link, joined } = open();
  const replies = ['a', 'b', 'c', 'd'].map((name) => joined.ask(batch(name)));
  await link.end();
  await link.end({ bug: 'c again' });
  await link.end();
  await link.end({ bug: 'c again' });
  await link.end();
  expect(link.asked).toEqual(['a', 'b c d', 'b', 'c', 'd']);
  expect(await Promise.all(replies)).toEqual([
    outcomesFor('a'),
    outcomesFor('b'),
    { bug: 'c again' },
    outcomesFor('d'),
  ]);
});

test.each<Reply>([{ unavailable: 'full', detail: 'the disk is full' }, { unknown: 'link cut' }])(
  'a failure of the whole batch is reported to each caller: %o',
  async (reply) => {
    const { link, joined } = open();
    const replies = ['a', 'b', 'c'].map((name) => joined.ask(batch(name)));
    await link.end();
    await link.end(reply);
    expect(await Promise.all(replies)).toEqual([outcomesFor('a'), reply, reply]);
    expect(link.asked).toEqual(['a', 'b c']);
  },
);

test('a check is sent immediately, even during a commit', async () => {
  const { link, joined } = open();
  void joined.ask(batch('a'));
  void joined.ask({ check: true });
  expect(link.asked).toEqual(['a', 'check']);
});

test('close() waits until all batches are answered, then closes the link', async () => {
  const { link, joined } = open();
  const replies = ['a', 'b'].map((name) => joined.ask(batch(name)));
  const closed = joined.close();
  await link.end();
  expect(link.isClosed).toBe(false);
  await link.end();
  await closed;
  expect(await Promise.all(replies)).toEqual([outcomesFor('a'), outcomesFor('b')]);
  expect(link.isClosed).toBe(true);
});
