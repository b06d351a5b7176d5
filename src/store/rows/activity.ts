// Rows that index transactions: by the accounts that they concern (`parties`), and by external references (`movements`).
import { partiesWithSender, referenceOf } from '../../core/commands/command.ts';
import type { Reference } from '../../core/commands/move-tokens.ts';
import type { Posted } from '../../core/settle/instruction.ts';
import type { MovementRow, PartyRow } from '../../ports/records.ts';

export const partiesIn = (transactions: readonly Posted[]): readonly PartyRow[] =>
  transactions.flatMap((posted) => partiesWithSender(posted).map((party) => ({ ...party, sequence: posted.sequence })));

/**
 * The first transfer at or after a pair of sender and recipient, in the order of the index `parties_by_sender`: one seek, however many
 * transfers there are. A search for the pair itself could become a scan if the database expects to find it soon.
 */
export const NEXT_SENT =
  "SELECT sender, account FROM parties WHERE sender <> '' AND (sender, account) >= (?, ?) ORDER BY sender, account LIMIT 1";

export const movementsIn = (transactions: readonly Posted[]): readonly MovementRow[] =>
  transactions.flatMap(({ sequence, receipt }) => {
    const reference = referenceOf(receipt);
    return reference ? [{ ...columnsOf(reference), sequence }] : [];
  });

export const columnsOf = ({ kind, account, token, reference }: Reference) => ({
  kind,
  account,
  token,
  reference: referenceText(reference),
});

export const referenceText = (reference: string): string => JSON.stringify(reference);

/** Sorts after every character of a name. */
const END = '\u{10ffff}';
const own = ['order ', 'pool ', 'the '];

/** The ranges of users' account names after a name. Between them lie the exchange's own accounts, which begin with the words in `own`. */
export const userRuns = (after: string): readonly { readonly after: string; readonly before: string }[] =>
  ['', ...own.map((word) => word + END)].map((from, index) => ({
    after: after > from ? after : from,
    before: own[index] ?? END,
  }));
