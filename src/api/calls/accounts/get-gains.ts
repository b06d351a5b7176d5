// GET /getGains
import type { InputOf } from '../../../contract/call.ts';
import * as declared from '../../../contract/gains.ts';
import type { Valuing } from '../../../core/gains/worth.ts';
import type { Token } from '../../../core/pool.ts';
import { Semaphore } from '../../../thread/semaphore.ts';
import { type CallContext, questionOf } from '../../call.ts';
import { ApiError } from '../../errors.ts';
import { readOwner, readQuote } from '../../fields/read-fields.ts';
import { gainsRecord } from '../../gains/holdings.ts';
import { lineRecord } from '../../gains/lines.ts';
import { LONG, LongReports } from '../../gains/long-reports.ts';
import { inYear, Realised } from '../../gains/realised.ts';
import { GainsWalk } from '../../gains/walk.ts';

type Context = CallContext<InputOf<typeof declared.getGains>>;

/** Limits how many long histories are read at once: a million lots take 50 MB. */
const walks = new Semaphore(2);
const reports = new LongReports();

export const getGains = questionOf(
  declared.getGains,
  async (context) => {
    const untilMs = performance.now() + context.about.requestTimeoutMs;
    const report = await begin(context);
    context.charge.check();
    const realised = new Realised();
    const { sequence } = await context.venue.journal();
    const slices = report.walk.slices(sequence);
    /** False if there is more. */
    const readUntil = async (rows: number): Promise<boolean> => {
      while (report.length.read <= rows) {
        const { done, value } = await slices.next();
        if (done) return true;
        context.charge.checkClient();
        if (performance.now() > untilMs) throw tooLong(report.length.read, context.about.requestTimeoutMs);
        for (const entry of value.entries) if (report.isInYear(entry.posted.createdAtMs)) realised.add(entry);
        context.charge.rows(value.rows);
        report.length.count(value.rows);
      }
      return false;
    };
    try {
      // Short histories never wait for long ones.
      if (!(await readUntil(LONG))) await walks.run(() => readUntil(Number.POSITIVE_INFINITY));
      const { walk, quote, year } = report;
      const record = await gainsRecord(context, { books: walk.own, quote, realised });
      return { ...record, sequence, asOf: new Date().toISOString(), year };
    } finally {
      report.length.end();
    }
  },
  { pages },
);

const tooLong = (rows: number, withinMs: number): ApiError =>
  new ApiError(
    'too_many',
    `The history is too long for one answer: ${rows} rows were read within ${withinMs / 1000} s. Get it as a file, with format=csv or format=ndjson, in a minute.`,
    'transactions',
  );

async function* pages(context: Context) {
  const { venue, charge } = context;
  const { walk, isInYear, quote, length } = await begin(context);
  const { sequence } = await venue.journal();
  try {
    // The head of a file without lines.
    yield [];
    for await (const { entries, rows } of walk.slices(sequence)) {
      const lines = entries.filter(({ posted }) => isInYear(posted.createdAtMs));
      if (lines.length > 0) {
        yield await Promise.all(lines.map(async (entry) => lineRecord(entry, await venue.token(entry.token), quote)));
      }
      length.count(rows);
      await charge.pace(rows);
    }
  } finally {
    length.end();
  }
}

type Report = {
  readonly walk: GainsWalk;
  readonly length: ReturnType<LongReports['begin']>;
  readonly quote: Token;
  readonly year: number | null;
  readonly isInYear: (ms: number) => boolean;
};

async function begin(context: Context): Promise<Report> {
  const { venue, market, input, caller } = context;
  const account = readOwner(input, caller);
  const length = reports.begin(caller.account);
  if (input.bom !== undefined && input.format !== 'csv')
    throw new ApiError('invalid_request', 'bom applies to format=csv.');
  const { quote, valuing } = await readValuing(context);
  const year = input.year === undefined ? null : Number(input.year);
  const walk = new GainsWalk({ venue, market }, { account, valuing });
  return { walk, length, quote, year, isInYear: inYear(year) };
}

/** The token of all figures, and that of the averages. */
async function readValuing({ market, input }: Context): Promise<{ readonly quote: Token; readonly valuing: Valuing }> {
  const none = { list: 'named', tokens: [] } as const;
  const { quoteToken: own } = await market.overview(none);
  const { quoteToken: quote } = await market.overview({ ...none, ...readQuote(input) });
  if (!quote) throw new ApiError('invalid_request', 'This exchange has no quote token; name one with quote.');
  return { quote, valuing: { own: own?.address ?? quote.address, unit: quote.address } };
}
