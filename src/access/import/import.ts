// Imports many accounts: checks the whole file before it changes anything, and is safe to repeat.
import type { Account } from '../../core/amount.ts';
import type { DepositCommand } from '../../core/commands/move-tokens.ts';
import { printDecimal } from '../../core/maths/decimal.ts';
import type { Store } from '../../ports/store.ts';
import { RefusedError, type Venue } from '../../ports/venue.ts';
import { createInvitations, type MadeInvitation, revokeInvitation } from '../invitations.ts';
import { SideKind } from '../side-kind.ts';
import type { Fault } from './csv.ts';
import { type ImportRow, readRows } from './rows.ts';

/** Executes the deposits in order; returns for each why it was refused, or undefined if it was made. */
export type Deposit = (actor: Account, commands: readonly DepositCommand[]) => Promise<readonly (string | undefined)[]>;

export type ImportOptions = {
  /** The account that imports, as recorded in the journal. */
  readonly actor: Account;
  readonly links: 'none' | 'missing' | 'new';
  readonly nowMs: number;
  /** Called with new links before they are recorded; if it throws, the next import creates links for these accounts again. */
  onLinks?(made: readonly ImportLink[]): Promise<void>;
  onProgress?(done: number, total: number): void;
};

export type ImportLink = Pick<ImportRow, 'account' | 'role' | 'note'> & Pick<MadeInvitation, 'secret' | 'expiresAtMs'>;
export type PlannedRow = ImportRow & {
  /** True if earlier imports have deposited all balances of the row. */
  readonly isDeposited: boolean;
};
export type ImportPlan = { readonly rows: readonly PlannedRow[]; readonly faults: readonly Fault[] };
export type Imported = {
  readonly accounts: number;
  readonly deposits: number;
  readonly links: readonly ImportLink[];
};

/** Thrown if an import stops before its end; the message says how many accounts are imported, or that it must be repeated. */
export class ImportStopped extends Error {
  override name = 'ImportStopped';
}

type ImportStore = Pick<Store, 'tokens' | 'activity' | 'keysAfter' | 'sideRecords'>;

const BATCH = 200;
const LINK_DAYS = 30;
const DAY_MS = 86_400_000;

/** The reference of an account's imported deposits: each token is deposited once under it, however often the import is repeated. */
const importReference = (account: Account): string => `import ${account}`;

export class AccountImport {
  readonly #store: ImportStore;
  readonly #deposit: Deposit;
  /** By account: the id of the invitation that an import created for it last. */
  readonly #linked: SideKind<string>;

  constructor(store: ImportStore, deposit: Deposit) {
    [this.#store, this.#deposit] = [store, deposit];
    this.#linked = new SideKind(store.sideRecords, 'import link');
  }

  /** All faults of a file, and what importing it would do; changes nothing. */
  async plan(text: string): Promise<ImportPlan> {
    const { rows, faults } = readRows(text, await this.#store.tokens());
    const planned: PlannedRow[] = [];
    const more: Fault[] = [];
    for (const some of batchesOf(rows)) {
      const found = await Promise.all(some.map((row) => this.#compare(row)));
      for (const one of found) {
        if ('message' in one) more.push(one);
        else planned.push(one);
      }
    }
    return { rows: planned, faults: [...faults, ...more].sort((a, b) => a.line - b.line) };
  }

  /** Compares the row with the deposits of earlier imports; a different amount is a fault. */
  async #compare(row: ImportRow): Promise<PlannedRow | Fault> {
    if (row.balances.length === 0) return { ...row, isDeposited: true };
    const reference = importReference(row.account);
    const before = await this.#store.activity({ reference, before: Number.MAX_SAFE_INTEGER, limit: 200 });
    const given = new Map(
      before.flatMap(({ receipt }) =>
        receipt.kind === 'deposit' && receipt.account === row.account ? [[receipt.token, receipt.amount]] : [],
      ),
    );
    for (const { token, amount } of row.balances) {
      const earlier = given.get(token.address);
      if (earlier === undefined || earlier === amount) continue;
      const [was, is] = [earlier, amount].map((value) => printDecimal(value, token.decimals));
      const message = `${row.account} was given ${was} ${token.symbol} by an earlier import, and this file says ${is}; deposit or withdraw the difference`;
      return { line: row.line, message };
    }
    return { ...row, isDeposited: row.balances.every(({ token }) => given.has(token.address)) };
  }

  /** Runs a valid plan. Safe to repeat: it continues where it stopped. */
  async run({ rows }: ImportPlan, options: ImportOptions): Promise<Imported> {
    let [done, deposits] = [0, 0];
    const links: ImportLink[] = [];
    for (const some of batchesOf(rows)) {
      deposits += await this.#depositFor(some, options.actor, done);
      links.push(...(await this.#linkFor(some, options)));
      done += some.length;
      options.onProgress?.(done, rows.length);
    }
    return { accounts: rows.length, deposits, links };
  }

  async #depositFor(rows: readonly PlannedRow[], actor: Account, done: number): Promise<number> {
    const due = rows.filter(({ isDeposited }) => !isDeposited);
    const commands = due.flatMap(({ account, balances }) =>
      balances.map(({ token, amount }): DepositCommand => {
        return { kind: 'deposit', account, token: token.address, amount, reference: importReference(account) };
      }),
    );
    if (commands.length === 0) return 0;
    const faults = await this.#deposit(actor, commands);
    const at = faults.findIndex((fault) => fault !== undefined);
    if (at < 0) return commands.length;
    const { account } = commands[at] as DepositCommand;
    throw new ImportStopped(
      `the deposit for ${account} was refused: ${faults[at]}. ${done} accounts before it are imported; correct the file and import it again`,
    );
  }

  async #linkFor(
    rows: readonly ImportRow[],
    { actor, links, nowMs, onLinks }: ImportOptions,
  ): Promise<readonly ImportLink[]> {
    if (links === 'none') return [];
    const standing = await Promise.all(
      rows.map(async (row) => ({
        row,
        before: await this.#linked.find(row.account),
        isIn: await this.#isIn(row.account),
      })),
    );
    const due = standing.filter(({ before, isIn }) => links === 'new' || !(before || isIn));
    const expiresAtMs = nowMs + LINK_DAYS * DAY_MS;
    const drafts = due.map(({ row: { account, role, note } }) => {
      return { role, uses: 1, expiresAtMs, balances: [], account, revokesPasskeys: false, note, by: actor };
    });
    const { sideRecords } = this.#store;
    const invitations = await createInvitations(sideRecords, drafts, nowMs);
    const made = due.map(({ row: { account, role, note } }, at) => {
      const { secret } = invitations[at] as MadeInvitation;
      return { account, role, note, secret, expiresAtMs };
    });
    await onLinks?.(made);
    // The new link replaces the earlier invitation of the account, which must not be accepted any more.
    for (const { before } of due) if (before) await revokeInvitation(sideRecords, before.body, nowMs);
    const puts = due.map(({ row, before }, at) => {
      const { id } = invitations[at] as MadeInvitation;
      return this.#linked.put({ id: row.account, version: before?.version ?? 0, body: id });
    });
    if (puts.length > 0 && !(await sideRecords.change(puts, { nowMs })))
      throw new ImportStopped('another import was made at the same time; import the file again');
    return made;
  }

  /** True if the account can sign in already: it has a key or passkey that is not revoked. */
  async #isIn(account: Account): Promise<boolean> {
    const keys = await this.#store.keysAfter({ account, limit: 50 });
    return keys.some(({ revokedAtMs }) => revokedAtMs === null);
  }
}

/** Deposits through a venue. Refusals are returned as codes; other failures are thrown, since an import can be repeated. */
export const depositBy =
  (venue: Pick<Venue, 'executeAll'>): Deposit =>
  async (actor, commands) => {
    const done = await venue.executeAll(
      actor,
      commands.map((command) => ({ command })),
    );
    return done.map((one) => {
      if (one instanceof RefusedError) return one.refusal.code;
      if (one instanceof Error) throw one;
      return undefined;
    });
  };

function* batchesOf<Item>(items: readonly Item[]): Iterable<readonly Item[]> {
  for (let at = 0; at < items.length; at += BATCH) yield items.slice(at, at + BATCH);
}
