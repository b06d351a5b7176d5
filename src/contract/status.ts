// How the exchange is doing, and whether it adds up: what an operator looks at.
import Type from 'typebox';
import { declareCall } from './call.ts';
import { Fields, PageQuery } from './fields.ts';
import { Moment, PageOf, Str, Word } from './records.ts';

const operator = { who: 'operator', tag: 'Operator' } as const;

const Count = (description: string, example: number) => Type.Integer({ description, examples: [example] });
const Measured = (description: string, example: number) => Type.Number({ description, examples: [example] });
const OrNull = <Schema extends Parameters<typeof Type.Union>[0][number]>(
  schema: Schema,
  description: string,
  example: unknown,
) => Type.Union([schema, Type.Null()], { description, examples: [example] });

export const getStatus = declareCall({
  ...operator,
  name: 'getStatus',
  method: 'GET',
  changes: false,
  summary: 'How the exchange is doing',
  description: `What /metrics tells, in short. Of several workers (WORKERS), queue, commits, requests, memory and readers are those of the
one that answered, which \`worker\` names; /metrics adds them up.`,
  input: Fields({}),
  output: Type.Object({
    version: Str('Version of the program.', '0.1.0'),
    startedAt: Moment('When this server began to serve (ISO 8601).'),
    store: Word('What it keeps everything in.', 'sqlite', 'postgres'),
    worker: OrNull(
      Type.Object({ id: Count('Which one answered.', 2), count: Count('How many there are.', 4) }),
      'Null where one server serves alone.',
      null,
    ),
    sequence: Count('The last transaction of the journal.', 12_409),
    queue: Type.Object(
      {
        depth: Count('Commands that wait to be committed.', 0),
        capacity: Count('How many may wait before more are refused (MAX_QUEUE).', 10_000),
      },
      { description: 'What is to be written next.' },
    ),
    commits: OrNull(
      Type.Object({
        count: Count('How many the figures are of: at most the last 512.', 512),
        p50Ms: Measured('Half of them took no longer.', 2.1),
        p99Ms: Measured('All but a hundredth of them took no longer.', 6.4),
        meanBatch: Measured('Commands in one, on average.', 1.8),
      }),
      'The last commits; null before the first.',
      { count: 512, p50Ms: 2.1, p99Ms: 6.4, meanBatch: 1.8 },
    ),
    requests: Type.Object(
      {
        seconds: Measured('Over how long it was counted: the last minute or so.', 60.2),
        count: Count('Requests answered.', 1204),
        refused: Count('Those with a status from 400 to 499.', 12),
        failed: Count('Those with a status from 500 on.', 0),
        perSecond: Measured('Requests a second.', 20),
      },
      { description: 'What was asked lately.' },
    ),
    memory: Type.Object(
      {
        rssBytes: Count('What the server holds.', 130_000_000),
        heapBytes: Count('Of that, in use by the program.', 60_000_000),
      },
      { description: 'Of this server.' },
    ),
    database: Type.Object(
      {
        bytes: Count('Its size, the log included.', 48_000_000),
        freeBytes: OrNull(
          Type.Integer(),
          'What is free on the disk of an SQLite file; null of PostgreSQL.',
          90_000_000_000,
        ),
      },
      { description: 'Where everything is kept.' },
    ),
    observer: OrNull(
      Type.Object({
        sequence: Count('How far it has counted, as of a second or two ago.', 12_409),
        stored: Count('How far that is stored, by whichever server stores it.', 12_400),
        stores: Type.Boolean({ description: 'Whether this server is the one to store it.', examples: [true] }),
      }),
      'The thread that counts what the market does; null where it is off (MARKET_EVERY=0).',
      { sequence: 12_409, stored: 12_400, stores: true },
    ),
    follower: OrNull(
      Type.Object({ sequence: Count('Where it last was; it goes on with the next question.', 12_409) }),
      'What finds the routes; null where swaps are direct (ROUTING=direct).',
      { sequence: 12_409 },
    ),
    eventReaders: Count('Connections that events are read over.', 3),
    webhooks: Type.Object(
      {
        active: Count('Those that are delivered to.', 4),
        retrying: Count('Of these, whose last request failed.', 0),
        paused: Count('Those that are not.', 1),
      },
      { description: 'All there are.' },
    ),
  }),
  weight: 10,
});

const State = Word(
  '`stopped`: cut off before its end, so that it says nothing; `failed`: something does not add up.',
  'passed',
  'running',
  'failed',
  'stopped',
);

const AuditRecord = Type.Object({
  id: Count('Names it; later ones have greater numbers.', 7),
  state: State,
  startedAt: Moment('When it began (ISO 8601).'),
  endedAt: OrNull(
    Type.String({ format: 'date-time' }),
    'When it ended; null while it runs.',
    '2026-11-15T12:00:02.000Z',
  ),
  checked: Count('Transactions that it has gone through.', 12_409),
  of: Count('How many there are to go through.', 12_409),
  sequence: Count('The last transaction of the journal that it looks at.', 12_409),
  faults: Type.Array(Type.String(), {
    description: 'What it found, or why it could not go on; none where nothing is wrong.',
    examples: [[]],
  }),
});

export const startAudit = declareCall({
  ...operator,
  name: 'startAudit',
  method: 'POST',
  changes: true,
  takesNoKey: true,
  summary: 'Begin an audit',
  description: `Counts every balance anew from the journal, as \`millpond audit\` does, while the exchange goes on; getAudits tells how far it
has come. One at a time: while one is under way, that one is answered. Nothing of the exchange is changed by it.`,
  input: Fields({}),
  output: AuditRecord,
});

export const getAudits = declareCall({
  ...operator,
  name: 'getAudits',
  method: 'GET',
  changes: false,
  summary: 'Audits, newest first',
  description: 'Those that were begun by startAudit, on whichever node, with what came of them.',
  input: Fields(PageQuery),
  output: PageOf('audits', AuditRecord),
});

export const getLastAudit = declareCall({
  name: 'getLastAudit',
  method: 'GET',
  who: 'anyone',
  changes: false,
  tag: 'Market',
  summary: 'The last audit',
  description: 'Whether everything added up when an operator last had it counted anew, and up to where.',
  input: Fields({}),
  output: Type.Object({
    audit: OrNull(
      Type.Object({
        state: Word('Whether everything added up.', 'passed', 'failed'),
        sequence: Count('The last transaction of the journal that it looked at.', 12_409),
        checked: Count('Transactions that it has gone through.', 12_409),
        startedAt: Moment('When it began (ISO 8601).'),
        endedAt: Moment('When it ended (ISO 8601).'),
      }),
      'The last one that came to an end; null before the first.',
      null,
    ),
  }),
});
