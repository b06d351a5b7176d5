// Server status and audits, for operators.
import Type from 'typebox';
import { declareCall, declareQuery } from './call.ts';
import { Fields, PageQuery } from './fields.ts';
import { Count, Flag, Moment, OrNull, PageOf, Str, Word } from './records.ts';

const operator = { who: 'operator', tag: 'Operator' } as const;

const Measured = (description: string, example: number) => Type.Number({ description, examples: [example] });

export const getStatus = declareQuery({
  ...operator,
  name: 'getStatus',
  summary: 'Server status',
  description: 'A summary of /metrics of the server that answered.',
  input: Fields({}),
  output: Type.Object({
    version: Str('Version of the software.', '0.1.0'),
    startedAt: Moment('When this server started.'),
    store: Word('Database.', 'sqlite', 'postgres'),
    sequence: Count('Sequence of the last transaction in the journal.', 12_409),
    queue: Type.Object(
      {
        depth: Count('Commands waiting to be committed.', 0),
        capacity: Count('Most commands that may wait (MAX_QUEUE).', 10_000),
      },
      { description: 'Commands waiting for the next commit.' },
    ),
    commits: OrNull(
      Type.Object({
        count: Count('Number of commits measured, at most the last 512.', 512),
        p50Ms: Measured('Median duration.', 2.1),
        p99Ms: Measured('99th percentile of the duration.', 6.4),
        meanBatch: Measured('Average commands per commit.', 1.8),
      }),
      'Recent commits; null before the first.',
      { count: 512, p50Ms: 2.1, p99Ms: 6.4, meanBatch: 1.8 },
    ),
    requests: Type.Object(
      {
        seconds: Measured('Length of the window.', 60.2),
        count: Count('Requests answered.', 1204),
        refused: Count('Answers with a 4xx status.', 12),
        failed: Count('Answers with a 5xx status.', 0),
        perSecond: Measured('Requests per second.', 20),
      },
      { description: 'Recent requests.' },
    ),
    memory: Type.Object(
      {
        rssBytes: Count('Resident memory.', 130_000_000),
        heapBytes: Count('Heap in use.', 60_000_000),
      },
      { description: 'Memory of this server.' },
    ),
    database: Type.Object(
      {
        bytes: Count('Size of the database, including its log.', 48_000_000),
        freeBytes: OrNull(Type.Integer(), 'Free disk space for an SQLite file; null for PostgreSQL.', 90_000_000_000),
      },
      { description: 'Storage.' },
    ),
    observer: OrNull(
      Type.Object({
        sequence: Count('Last sequence processed.', 12_409),
        stored: Count('Last sequence stored, by any server.', 12_400),
        stores: Flag('Whether this server stores the market data.', true),
      }),
      'Market data thread; null on TON.',
      { sequence: 12_409, stored: 12_400, stores: true },
    ),
    follower: OrNull(
      Type.Object({ sequence: Count('Last sequence it has seen.', 12_409) }),
      'Route finder; null if swaps are direct (ROUTING=direct).',
      { sequence: 12_409 },
    ),
    orders: OrNull(
      Type.Object({
        placing: Word('`paused` by setOrders; `off` by the setting ORDERS.', 'on', 'paused', 'off'),
        open: OrNull(Type.Integer(), 'Open orders of all accounts; null if nobody counts them.', 12),
        keeper: OrNull(
          Type.Object({
            server: Str('Host and process id of the server that fills the orders.', 'node-1 4711'),
            loading: Flag('Whether it is still reading the open orders.', false),
            oldestReachable: OrNull(
              Type.Object({
                order: Count('Number of the order.', 42),
                seconds: Measured('For how long it could have been filled.', 0.2),
              }),
              'The order reachable for longest; or null.',
              null,
            ),
            putOff: Count('Orders that look reachable but are refused again and again.', 0),
          }),
          'The server that fills the orders, as of at most three seconds ago; null if none does.',
          { server: 'node-1 4711', loading: false, oldestReachable: null, putOff: 0 },
        ),
      }),
      'Open orders; null on TON, which has none.',
      {
        placing: 'on',
        open: 12,
        keeper: { server: 'node-1 4711', loading: false, oldestReachable: null, putOff: 0 },
      },
    ),
    eventReaders: Count('Open event streams.', 3),
    webhooks: Type.Object(
      {
        active: Count('Active webhooks.', 4),
        retrying: Count('Active webhooks whose last request failed.', 0),
        paused: Count('Paused webhooks.', 1),
      },
      { description: 'All webhooks.' },
    ),
  }),
  weight: 10,
});

const State = Word(
  '`stopped`: interrupted, without a result. `failed`: something does not add up.',
  'passed',
  'running',
  'failed',
  'stopped',
);

export const AuditRecord = Type.Object({
  id: Count('Audit number.', 7),
  state: State,
  startedAt: Moment('When it started.'),
  endedAt: OrNull(
    Type.String({ format: 'date-time' }),
    'When it ended; null while it runs.',
    '2026-11-15T12:00:02.000Z',
  ),
  checked: Count('Transactions checked so far.', 12_409),
  of: Count('Transactions to check.', 12_409),
  from: Count('Sequence of the first transaction it reads; 1 for a full audit.', 1),
  sequence: Count('Sequence of the last transaction it covers.', 12_409),
  faults: Type.Array(Type.String(), {
    description: 'The fault, or why it could not continue; or empty.',
    examples: [[]],
  }),
});

export const startAudit = declareCall({
  ...operator,
  name: 'startAudit',
  needsProof: 'never',
  method: 'POST',
  changes: true,
  scope: 'all',
  takesNoKey: true,
  summary: 'Start an audit',
  description:
    'Recomputes every balance from the journal while the exchange runs, one audit at a time: see getAudits. It starts where the last one ended, unless the last full one is FULL_AUDIT_DAYS old. One that passed is stated in the journal (kind `audited`).',
  input: Fields({
    full: Type.Optional(
      Type.Boolean({
        description: 'Reads the whole journal.',
        default: false,
        examples: [false],
      }),
    ),
  }),
  output: AuditRecord,
});

export const getAudits = declareQuery({
  ...operator,
  name: 'getAudits',
  summary: 'List audits, newest first',
  description: 'Audits of startAudit on any node, with their results.',
  input: Fields(PageQuery),
  output: PageOf('audits', AuditRecord),
});

export const getLastAudit = declareQuery({
  name: 'getLastAudit',
  who: 'anyone',
  tag: 'Market',
  summary: 'Last audit',
  description: 'The last completed audit, and the last one that read everything.',
  input: Fields({}),
  output: Type.Object({
    audit: OrNull(
      Type.Object({
        state: Word('Whether everything added up.', 'passed', 'failed'),
        from: Count('Sequence of the first transaction it read.', 1),
        sequence: Count('Sequence of the last transaction it covered.', 12_409),
        checked: Count('Transactions checked.', 12_409),
        startedAt: Moment('When it started.'),
        endedAt: Moment('When it ended.'),
      }),
      'The last completed audit; null before the first.',
      null,
    ),
    full: OrNull(
      Type.Object({
        sequence: Count('Sequence of the last transaction it covered.', 12_409),
        endedAt: Moment('When it ended.'),
      }),
      'The last audit that passed and had read everything; null before the first.',
      null,
    ),
  }),
});
