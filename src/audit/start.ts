// Finds out where an audit may start: at the point that the last one has stated in the journal, with the balances of then.
import { KEEPER } from '../core/accounts.ts';
import { transfersOf } from '../core/commands/command.ts';
import { sequenceOf } from '../core/settle/transaction-id.ts';
import { balanceKey } from '../core/settle/transfer.ts';
import type { Journal, JournalEntry } from '../ports/store.ts';
import { must } from './offence.ts';
import { hashOfBalances, isSignedPoint, type Point, readPoint } from './point.ts';

/** The point of the last audit, and all balances after its transaction, by `account\ntoken`. */
export type Start = Point & { readonly balances: Map<string, bigint> };

const DAY_MS = 86_400_000;

/** A text says why the audit must read everything. Throws `AuditOffence` if the balances are not those of the last audit. */
export async function startOf(
  journal: Journal,
  { nowMs, fullEveryMs }: { readonly nowMs: number; readonly fullEveryMs: number },
  keyText: string | undefined,
): Promise<Start | string> {
  if (keyText === undefined)
    return 'the key of the public log is not here, which would show where the last audit ended';
  const stored = await journal.auditPoint();
  if (!stored) return 'no earlier audit has stated where the next one may start';
  const log = (await journal.log.logs()).at(-1);
  const ofEarlierLog = 'the public log was begun since the last audit, or is gone';
  const stating = sequenceOf(stored.transactionId) ?? 0;
  if (!log || (log.number > 1 && stating < log.firstSequence)) return ofEarlierLog;
  must(
    isSignedPoint(stored, keyText, log.origin),
    `where the last audit ended, at transaction ${stored.asOf}, is not signed with the key of the public log: somebody without the key has written it; run millpond audit --full`,
  );
  const point = readPoint(stored);
  if (!point) return 'what the last audit kept was damaged, or is of another version of the program';
  const { asOf, full, balancesHash } = point.head;
  const days = Math.floor(Math.abs(nowMs - full.atMs) / DAY_MS);
  if (Math.abs(nowMs - full.atMs) >= fullEveryMs) return `the last full audit was ${days} days ago`;
  if (journal.market.cursor < asOf) return 'the market data was counted anew since the last audit';
  const missing = await logFault(journal, point);
  if (missing !== undefined) return missing;
  const statement = { ...stored, sequence: stating };
  const unstated = 'the journal does not contain what the last audit has stated: it was rolled back, or changed';
  if (statement.sequence <= asOf || statement.sequence > journal.head) return unstated;
  const balances = await undone(journal, asOf, statement);
  if (!balances) return unstated;
  must(
    hashOfBalances(balances) === balancesHash,
    `today's balances, less all transfers since, are not those of the last audit, which ended at transaction ${asOf}: run millpond audit --full, which names a wrong one`,
  );
  return { ...point, balances };
}

async function logFault({ log }: Journal, { head: { asOf, logRoot } }: Point): Promise<string | undefined> {
  const hasLog = (await log.logs()).length > 0;
  if (hasLog !== (logRoot !== null)) return 'the public log was begun since the last audit, or is gone';
  const { size } = await log.logStanding();
  return hasLog && size < asOf ? 'the hashes of the public log are being computed anew' : undefined;
}

/** The balances after the transaction `asOf`; undefined if the journal does not have the statement. */
async function undone(
  journal: Journal,
  asOf: number,
  statement: { readonly sequence: number; readonly transactionId: string; readonly hash: string },
): Promise<Map<string, bigint> | undefined> {
  const balances = new Map<string, bigint>();
  for await (const { account, token, balance } of journal.balances()) balances.set(`${account}\n${token}`, balance);
  let isStated = false;
  for await (const { sequence, id, actor, receipt } of journal.transactions(asOf)) {
    if (sequence === statement.sequence) {
      const isIt = receipt.kind === 'audited' && receipt.asOf === asOf && receipt.hash === statement.hash;
      isStated = isIt && id === statement.transactionId && actor === KEEPER;
    }
    undo(balances, { sequence, receipt });
  }
  return isStated ? balances : undefined;
}

/** Takes the transfers of a transaction back. */
export function undo(
  balances: Map<string, bigint>,
  { sequence, receipt }: Pick<JournalEntry, 'sequence' | 'receipt'>,
): void {
  for (const { from, to, token, amount } of transfersOf(receipt)) {
    for (const [account, change] of [
      [from, amount],
      [to, -amount],
    ] as const) {
      const key = balanceKey(account, token);
      const balance = balances.get(key);
      must(balance !== undefined, `transaction ${sequence} moves ${token} of ${account}, whose balance is not stored`);
      balances.set(key, balance + change);
    }
  }
}
