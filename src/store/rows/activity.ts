// Index rows of transactions: by the accounts that they concern, and by external references.
import { partiesOf, referenceOf } from '../../core/commands/command.ts';
import type { Reference } from '../../core/commands/move-tokens.ts';
import type { Posted } from '../../core/settle/instruction.ts';
import type { MovementRow, PartyRow } from '../../ports/records.ts';

export const partiesIn = (transactions: readonly Posted[]): readonly PartyRow[] =>
  transactions.flatMap((posted) => partiesOf(posted).map((account) => ({ account, sequence: posted.sequence })));

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

/** Sorts after every name. */
const END = '\u{10ffff}';
const own = ['order ', 'pool ', 'the '];

/** The ranges of users' names after a name: the exchange's own accounts, which all begin with these words, lie between them. */
export const userRuns = (after: string): readonly { readonly after: string; readonly before: string }[] =>
  ['', ...own.map((word) => word + END)].map((from, index) => ({
    after: after > from ? after : from,
    before: own[index] ?? END,
  }));
