// Parses the rows of an import: account, role and opening balances. Every fault is reported with its line.
import { accountName } from '../../address.ts';
import { type Account, type Amount, amount, MAX_AMOUNT } from '../../core/amount.ts';
import { parseDecimal, printDecimal } from '../../core/maths/decimal.ts';
import type { Token } from '../../core/pool.ts';
import type { Role } from '../../ports/records.ts';
import { MAX_NOTE_LENGTH } from '../invitations.ts';
import { faultIn } from '../names.ts';
import { findToken } from '../token-names.ts';
import { type CsvRow, type Fault, parseCsv } from './csv.ts';

type Opening = { readonly token: Token; readonly amount: Amount };
export type ImportRow = {
  readonly line: number;
  readonly account: Account;
  readonly role: Role;
  readonly note: string;
  readonly balances: readonly Opening[];
};
export type ReadRows = { readonly rows: readonly ImportRow[]; readonly faults: readonly Fault[] };

type Column = { readonly kind: 'account' | 'role' | 'note' } | { readonly kind: 'token'; readonly token: Token };

/** Columns `account`, `role`, `note`, and one for each token by its symbol or address. */
export function readRows(text: string, tokens: readonly Token[]): ReadRows {
  const {
    rows: [header, ...rows],
    faults: unread,
  } = parseCsv(text);
  if (!header) return { rows: [], faults: unread.length > 0 ? unread : [{ line: 1, message: 'the file is empty' }] };
  const { columns, faults: unknown } = columnsOf(header, tokens);
  if (unknown.length > 0) return { rows: [], faults: unknown };
  const read = new Rows(columns);
  for (const row of rows) read.add(row);
  const faults = [...read.faults, ...unread];
  if (rows.length === 0 && faults.length === 0)
    faults.push({ line: header.line, message: 'no row follows the header' });
  return { rows: read.rows, faults };
}

function columnsOf({ line, cells }: CsvRow, tokens: readonly Token[]) {
  const faults: Fault[] = [];
  const columns = cells.map((name): Column | null => {
    const word = name.toLowerCase();
    if (word === 'account' || word === 'role' || word === 'note') return { kind: word };
    const found = name === '' ? { fault: 'a column has no name' } : findToken(tokens, name);
    if ('token' in found) return { kind: 'token', token: found.token };
    faults.push({ line, message: `${found.fault}; columns are account, role, note and tokens` });
    return null;
  });
  const names = columns.map((column) => column && ('token' in column ? column.token.address : column.kind));
  const twice = names.find((name, at) => name !== null && names.indexOf(name) !== at);
  if (twice) faults.push({ line, message: `two columns are of ${twice}` });
  if (!names.includes('account')) faults.push({ line, message: 'there is no column account' });
  return { columns: columns as readonly Column[], faults };
}

class Rows {
  readonly rows: ImportRow[] = [];
  readonly faults: Fault[] = [];
  readonly #columns: readonly Column[];
  /** The line of each account, by the `likeness` of its name: similar names are a fault. */
  readonly #lines = new Map<string, number>();
  readonly #totals = new Map<string, bigint>();

  constructor(columns: readonly Column[]) {
    this.#columns = columns;
  }

  add({ line, cells }: CsvRow): void {
    const before = this.faults.length;
    const fault = (message: string): null => {
      this.faults.push({ line, message });
      return null;
    };
    if (cells.length > this.#columns.length)
      return void fault(`it has ${cells.length} cells, but there are ${this.#columns.length} columns`);
    const cellOf = (kind: Column['kind']) => cells[this.#columns.findIndex((column) => column.kind === kind)] ?? '';
    const account = this.#account(cellOf('account'), line, fault);
    const role = (cellOf('role') || 'trader').toLowerCase();
    if (role !== 'trader' && role !== 'operator') fault(`role must be trader or operator, not ${role}`);
    const note = cellOf('note');
    const unseen = note.length > MAX_NOTE_LENGTH ? `has more than ${MAX_NOTE_LENGTH} characters` : faultIn(note);
    if (unseen !== undefined) fault(`note ${unseen}`);
    const balances = this.#columns.flatMap((column, at) =>
      column.kind === 'token' ? (this.#balance(column.token, cells[at] ?? '', fault) ?? []) : [],
    );
    if (this.faults.length === before)
      this.rows.push({ line, account: account as Account, role: role as Role, note, balances });
  }

  #account(text: string, line: number, fault: (message: string) => null): Account | null {
    if (text === '') return fault('account is empty');
    const unseen = faultIn(text);
    if (unseen !== undefined) return fault(`account ${unseen}`);
    const account = accountName(text);
    if (account === null) return fault('account must be 1 to 128 printable characters without spaces');
    if (/^[=+\-@]/.test(account)) return fault(`account ${account} begins like a formula`);
    const known = this.#lines.get(likeness(account));
    if (known !== undefined)
      return fault(`account ${account} is on line ${known} already, or looks like the one there`);
    this.#lines.set(likeness(account), line);
    return account;
  }

  #balance(token: Token, text: string, fault: (message: string) => null): Opening | null {
    if (text === '') return null;
    const { symbol, decimals } = token;
    const value = /^-?\d{1,64}(\.\d{1,64})?$/.test(text) ? parseDecimal(text, decimals, MAX_AMOUNT) : 'not_a_number';
    if (value === 'not_a_number')
      return fault(`${symbol} must be a plain number such as 12.5, not ${text.slice(0, 40)}`);
    if (value === 'negative') return fault(`${symbol} must not be negative`);
    if (value === 'too_precise') return fault(`${symbol} has at most ${decimals} decimals`);
    if (value === 'too_large') return fault(`${symbol} is above ${printDecimal(MAX_AMOUNT, decimals)}`);
    const total = (this.#totals.get(token.address) ?? 0n) + value;
    this.#totals.set(token.address, total);
    if (total > MAX_AMOUNT) return fault(`${symbol} of all rows is above ${printDecimal(MAX_AMOUNT, decimals)}`);
    return value === 0n ? null : { token, amount: amount(value) };
  }
}

/** Equal for names that differ only in case, dots, underscores and hyphens. */
const likeness = (name: string): string => name.toLowerCase().replaceAll(/[._-]/g, '');
