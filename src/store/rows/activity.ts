// The rows by which transactions are found: by an account that they concern, and by what they are known by outside.
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

/** Sorts behind every name. */
const END = '\u{10ffff}';
const own = ['order ', 'pool ', 'the '];

/** The runs of users' names after one: between them are the exchange's own accounts, which all begin with these words. */
export const userRuns = (after: string): readonly { readonly after: string; readonly before: string }[] =>
  ['', ...own.map((word) => word + END)].map((from, index) => ({
    after: after > from ? after : from,
    before: own[index] ?? END,
  }));
