// CSV as spreadsheets write it: RFC 4180, with commas, semicolons or tabs, any line ends, with or without a byte order mark.

export type CsvRow = {
  /** The line of the file at which the row begins, from 1; quoted cells may contain line breaks. */
  readonly line: number;
  readonly cells: readonly string[];
};
export type Fault = { readonly line: number; readonly message: string };

export const MAX_ROWS = 10_000;
const MAX_CELLS = 64;
export const MAX_CSV_CHARACTERS = 4 * 2 ** 20;

const SEPARATORS = [',', ';', '\t'] as const;

/** Returns the rows that are not blank; stops at the first fault. */
export function parseCsv(whole: string): { readonly rows: readonly CsvRow[]; readonly faults: readonly Fault[] } {
  const text = whole.startsWith('\ufeff') ? whole.slice(1) : whole;
  if (text.length > MAX_CSV_CHARACTERS)
    return { rows: [], faults: [{ line: 1, message: `the file is longer than ${MAX_CSV_CHARACTERS} characters` }] };
  // biome-ignore lint/suspicious/noControlCharactersInRegex: what no text file holds
  if (/[\u0000-\u0008\u000e-\u001f\ufffd]/.test(text))
    return { rows: [], faults: [{ line: 1, message: 'this is not a text file in UTF-8; save it as CSV (UTF-8)' }] };
  return new Reader(text).read();
}

class Reader {
  readonly #text: string;
  readonly #separator: string;
  readonly #rows: CsvRow[] = [];
  #at = 0;
  #line = 1;

  constructor(text: string) {
    this.#text = text;
    this.#separator = separatorOf(text);
  }

  read(): ReturnType<typeof parseCsv> {
    while (this.#at < this.#text.length) {
      const line = this.#line;
      const row = this.#row();
      if (typeof row === 'string') return this.#end(line, row);
      if (row.every((cell) => cell === '')) continue;
      if (row.length > MAX_CELLS) return this.#end(line, `there are more than ${MAX_CELLS} columns`);
      this.#rows.push({ line, cells: row });
      // MAX_ROWS does not count the header.
      if (this.#rows.length > MAX_ROWS + 1) return this.#end(line, `there are more than ${MAX_ROWS} rows`);
    }
    return { rows: this.#rows, faults: [] };
  }

  #end(line: number, message: string) {
    return { rows: this.#rows, faults: [{ line, message }] };
  }

  /** Reads the next row: its cells, or a description of the fault in it. */
  #row(): string[] | string {
    const cells: string[] = [];
    for (;;) {
      const cell = this.#text[this.#at] === '"' ? this.#quoted() : this.#plain();
      if (cell === null) return 'a quoted cell has no closing quote, or something follows it';
      cells.push(cell.trim());
      if (this.#text[this.#at] === this.#separator) this.#at += 1;
      else return this.#lineEnds() ? cells : 'a quote stands within a cell; put the whole cell in quotes';
    }
  }

  #quoted(): string | null {
    let cell = '';
    this.#at += 1;
    for (;;) {
      const end = this.#text.indexOf('"', this.#at);
      if (end < 0) return null;
      const part = this.#text.slice(this.#at, end);
      this.#line += part.split('\n').length - 1;
      this.#at = end + 1;
      cell += part;
      if (this.#text[this.#at] !== '"') break;
      cell += '"';
      this.#at += 1;
    }
    const next = this.#text[this.#at];
    return next === undefined || next === this.#separator || next === '\r' || next === '\n' ? cell : null;
  }

  #plain(): string {
    const start = this.#at;
    while (this.#at < this.#text.length && !this.#isEnd(this.#text[this.#at] as string)) this.#at += 1;
    return this.#text.slice(start, this.#at);
  }

  #isEnd(character: string): boolean {
    return character === this.#separator || character === '\n' || character === '\r' || character === '"';
  }

  #lineEnds(): boolean {
    const end = /\r\n|\n|\r|$/y;
    end.lastIndex = this.#at;
    const found = end.exec(this.#text);
    if (!found) return false;
    this.#at += found[0].length;
    this.#line += 1;
    return true;
  }
}

/** The separator that occurs most in the first line, outside quotes. */
function separatorOf(text: string): string {
  const first = (/^[^\r\n]*/.exec(text)?.[0] ?? '').replaceAll(/"[^"]*"/g, '');
  const [most = ','] = [...SEPARATORS].sort((a, b) => first.split(b).length - first.split(a).length);
  return most;
}

/** Puts an apostrophe before cells that begin like a formula, which a spreadsheet would execute. */
export const printCsv = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => `${row.map(printCell).join(',')}\r\n`).join('');

function printCell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",;\r\n\t]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
