// POST /importAccounts
import { ImportStopped, type PlannedRow } from '../../../access/import/import.ts';
import * as declared from '../../../contract/import.ts';
import { questionOf } from '../../call.ts';
import { ApiError } from '../../errors.ts';
import { whole } from '../../fields/records.ts';

/** Most faults that an error message lists. */
const FAULTS_TOLD = 5;

export const importAccounts = questionOf(declared.importAccounts, async ({ imports, input, caller }) => {
  const { csv, check = false, links = 'missing' } = input;
  const plan = await imports.plan(csv);
  const faults = plan.rows.length > declared.MAX_IMPORT_ROWS ? [TOO_MANY, ...plan.faults] : plan.faults;
  if (check) return { rows: plan.rows.map(rowRecord), faults, deposits: 0, links: [] };
  if (faults.length > 0) {
    const told = faults.slice(0, FAULTS_TOLD).map(({ line, message }) => `Line ${line}: ${message}.`);
    const more = faults.length > FAULTS_TOLD ? ` And ${faults.length - FAULTS_TOLD} more.` : '';
    throw new ApiError('input_refused', `Nothing was imported. ${told.join(' ')}${more}`, 'file');
  }
  try {
    const done = await imports.run(plan, { actor: caller.account, links, nowMs: Date.now() });
    return {
      rows: plan.rows.map(rowRecord),
      faults: [],
      deposits: done.deposits,
      links: done.links.map(({ account, role, secret, expiresAtMs }) => {
        return { account, role, path: `/join#${secret}`, expiresAt: new Date(expiresAtMs).toISOString() };
      }),
    };
  } catch (error) {
    if (!(error instanceof ImportStopped)) throw error;
    throw new ApiError('input_refused', `${error.message.charAt(0).toUpperCase()}${error.message.slice(1)}.`, 'file');
  }
});

const TOO_MANY = {
  line: 1,
  message: `there are more than ${declared.MAX_IMPORT_ROWS} rows; split the file, or use millpond account import`,
};

const rowRecord = ({ line, account, role, note, balances, isDeposited }: PlannedRow) => ({
  line,
  account,
  role,
  note,
  balances: balances.map(({ token, amount }) => ({ symbol: token.symbol, amount: whole(amount, token) })),
  deposited: isDeposited,
});
