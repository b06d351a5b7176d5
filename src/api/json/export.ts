// Lists as files: CSV for spreadsheets, NDJSON for programs, streamed page by page.
import { Readable } from 'node:stream';
import type { TObject } from 'typebox';
import type { Call, CallContext } from '../call.ts';
import type { HttpReply } from '../door/request.ts';
import { type DecimalForm, printExact } from './exact-json.ts';

type Format = 'csv' | 'ndjson';

type Export = {
  readonly name: string;
  readonly format: Format;
  /** Begins a CSV file with a byte order mark, by which some spreadsheets recognize UTF-8. */
  readonly hasMark?: boolean;
  /** The schema of one item; its fields are the columns. */
  readonly item: TObject;
  readonly headings?: () => Promise<Readonly<Record<string, string>>>;
  readonly pages: AsyncIterable<readonly object[]>;
};

/** For a call whose list can be exported: a function that returns the file if the request has the parameter `format`. */
export function exportOf(call: Call): ((context: CallContext) => Export | undefined) | undefined {
  if (!('ask' in call) || !call.pages || !call.exported) return undefined;
  const { name, exported: item, pages, headings } = call;
  return (context) => {
    const { format, bom } = context.input as { format?: Format; bom?: 'true' };
    return (
      format && {
        ...{ name, format, item, pages: pages(context) },
        ...(bom !== undefined && { hasMark: true }),
        ...(headings && { headings: () => headings(context) }),
      }
    );
  };
}

export const FILE_TYPES = { csv: 'text/csv', ndjson: 'application/x-ndjson' };
const TYPES = {
  csv: `${FILE_TYPES.csv}; charset=utf-8; header=present`,
  ndjson: `${FILE_TYPES.ndjson}; charset=utf-8`,
};

/** Streams a file: reads each page when the previous one is sent. A later failure cuts the response off, so that the client notices it. */
export async function printExport(
  { name, format, hasMark, item, pages, headings }: Export,
  form: DecimalForm,
  { reply, isHead }: { readonly reply: HttpReply; readonly isHead: boolean },
): Promise<string | Readable> {
  const lines =
    format === 'csv'
      ? csvOf(columnsOf(item), pages, hasMark ? BYTE_ORDER_MARK : '', (await headings?.()) ?? {})
      : ndjsonOf(pages, form);
  const iterator = lines[Symbol.asyncIterator]();
  // Reads the first page before anything is sent, while a fault of the request can still be answered by an error.
  const first = await iterator.next();
  if (form === 'string') reply.header('amounts', form);
  reply.header('content-type', TYPES[format]).header('content-disposition', `attachment; filename="${name}.${format}"`);
  if (isHead) {
    await iterator.return(undefined);
    return '';
  }
  async function* all() {
    if (first.done) return;
    yield first.value;
    yield* { [Symbol.asyncIterator]: () => iterator };
  }
  return Readable.from(all(), { objectMode: false });
}

async function* ndjsonOf(pages: Export['pages'], form: DecimalForm): AsyncGenerator<string> {
  for await (const page of pages) yield page.map((item) => `${printExact(item, form)}\n`).join('');
}

const BYTE_ORDER_MARK = '\uFEFF';

/** Prints CSV as in RFC 4180, with the headings of the columns first. */
async function* csvOf(
  columns: readonly string[],
  pages: Export['pages'],
  mark: string,
  headings: Readonly<Record<string, string>>,
): AsyncGenerator<string> {
  let head = `${mark}${columns.map((column) => cell(headings[column] ?? column)).join(',')}\r\n`;
  for await (const page of pages) {
    yield head + page.map((item) => `${columns.map((column) => cell(at(item, column))).join(',')}\r\n`).join('');
    head = '';
  }
}

/** The fields of an item; those of nested objects as a path such as `fees.lp`. */
function columnsOf(item: TObject): readonly string[] {
  return Object.entries(item.properties).flatMap(([name, field]) =>
    'properties' in field ? columnsOf(field as TObject).map((inner) => `${name}.${inner}`) : [name],
  );
}

const at = (item: object, column: string): unknown =>
  column.split('.').reduce<unknown>((value, name) => (value as Record<string, unknown> | undefined)?.[name], item);

/** Texts that a spreadsheet would evaluate as a formula (CWE-1236). */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;

function cell(value: unknown): string {
  if (value === undefined || value === null) return '';
  const isText = typeof value === 'string';
  const plain = isText ? value : printExact(value, 'number');
  const text = isText && FORMULA.test(plain) ? `'${plain}` : plain;
  return /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
