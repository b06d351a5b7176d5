// Replays every block of a devnet in memory and compares the result with what is stored.
import { createHash } from 'node:crypto';
import { Chain, type GenesisAccount, librariesIn } from './chain.ts';
import { Database, IN_MEMORY, type JournalRow } from './database.ts';

export type Replayed = { readonly blocks: number; readonly digest: string; readonly fault: string | undefined };

export async function replay(path: string, progress?: (done: number, total: number) => void): Promise<Replayed> {
  const stored = new Database(path);
  try {
    return await compare(stored, progress);
  } finally {
    stored.close();
  }
}

/** A hash of the whole chain: equal for equal chains. */
export function digestOf(database: Database): string {
  const hash = createHash('sha256');
  for (const [table, row] of database.rows()) hash.update(lineOf(table, row)).update('\n');
  return hash.digest('hex');
}

async function compare(stored: Database, progress?: (done: number, total: number) => void): Promise<Replayed> {
  const blocks = stored.head()?.seqno ?? -1;
  const digest = digestOf(stored);
  const first = stored.journal(0);
  if (!first) return { blocks: 0, digest, fault: 'the journal has no beginning' };
  const clock = () => first.now * 1000;
  const genesis: GenesisAccount[] = JSON.parse(Buffer.from(first.input ?? []).toString());
  const again = await Chain.open({ path: IN_MEMORY, blockMs: 0, clock }, genesis, librariesIn(stored));
  try {
    for (let seqno = 1; seqno <= blocks; seqno += 1) {
      const fault = await differs(again, seqno, stored.journal(seqno));
      if (fault !== undefined) return { blocks, digest, fault };
      progress?.(seqno, blocks);
    }
    return { blocks, digest, fault: firstDifference(stored, again.database) };
  } finally {
    await again.close();
  }
}

async function differs(again: Chain, seqno: number, row: JournalRow | undefined): Promise<string | undefined> {
  if (!row) return `block ${seqno}: the journal does not have it`;
  try {
    await again.replay(row);
  } catch (error) {
    return `block ${seqno}: it cannot be made again (${(error as Error).message})`;
  }
  const isSame = Buffer.compare(again.head.root, row.root) === 0;
  return isSame ? undefined : `block ${seqno}: made again, it has other transactions`;
}

/** The tables in the order in which `Database.rows` reads them. */
const TABLES = ['head', 'journal', 'accounts', 'transactions', 'queue'];

function firstDifference(stored: Database, again: Database): string | undefined {
  const others = again.rows();
  for (const [table, row] of stored.rows()) {
    const other = others.next();
    const [otherTable, otherRow] = other.done ? [] : other.value;
    if (otherTable === table && otherRow && lineOf(table, row) === lineOf(table, otherRow)) continue;
    const isMissing = otherRow && otherTable && TABLES.indexOf(otherTable) < TABLES.indexOf(table);
    return isMissing
      ? `table ${otherTable}: the row of ${nameOf(otherRow)} is missing`
      : `table ${table}: the row of ${nameOf(row)} is not what the journal makes of it`;
  }
  const left = others.next();
  return left.done ? undefined : `table ${left.value[0]}: the row of ${nameOf(left.value[1])} is missing`;
}

const lineOf = (table: string, row: readonly unknown[]): string => `${table} ${JSON.stringify(row.map(textOf))}`;
const textOf = (value: unknown): unknown =>
  value instanceof Uint8Array ? Buffer.from(value).toString('base64') : value;
const nameOf = (row: readonly unknown[]): string => String(textOf(row[0]));
