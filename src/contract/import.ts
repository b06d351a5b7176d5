// Creates many accounts from a CSV file.
import Type from 'typebox';
import { declareCall } from './call.ts';
import { Fields } from './fields.ts';
import { Count, Flag, Moment, Num, Str, Word } from './records.ts';

export const MAX_IMPORT_ROWS = 1000;
const MAX_CSV = 500_000;

const line = Count('Line in the file, from 1.', 2);
const account = Str('The account.', 'ann');
const role = Word('`trader` or `operator`.', 'trader', 'operator');

export const importAccounts = declareCall({
  name: 'importAccounts',
  needsProof: 'always',
  method: 'POST',
  who: 'operator',
  changes: true,
  takesNoKey: true,
  tag: 'Operator',
  summary: 'Import accounts from CSV',
  description: `Gives accounts their opening balances, and makes an invitation link for each. Columns are \`account\`, \`role\` (default \`trader\`), \`note\`, and one for
each token by symbol or address, up to ${MAX_IMPORT_ROWS} rows. If a line is wrong, nothing is done. Importing a file again does what is left. Links are
only in this answer; for new ones, import again with \`links\`: \`new\`.`,
  input: Fields(
    {
      csv: Type.String({
        minLength: 1,
        maxLength: MAX_CSV,
        description: 'The file, as text.',
        examples: ['account,role\nann,trader\n'],
      }),
      check: Type.Optional(Flag('Only tell what is wrong and what would be done.', true)),
      links: Type.Optional(
        Word(
          '`missing` (default): for accounts without key or link; `new`: for all, revoking earlier ones.',
          'missing',
          'new',
          'none',
        ),
      ),
    },
    { examples: [{ csv: 'account,role\nann,trader\n', check: true }] },
  ),
  output: Type.Object({
    rows: Type.Array(
      Type.Object({
        line,
        account,
        role,
        note: Str('The note.', ''),
        balances: Type.Array(
          Type.Object({ symbol: Str('Symbol of the token.', 'TON'), amount: Num('In whole tokens.', 100) }),
          { description: 'The opening balances.' },
        ),
        deposited: Flag('Whether an earlier import has deposited all of it.', false),
      }),
      { description: 'The rows without faults.' },
    ),
    faults: Type.Array(Type.Object({ line, message: Str('The fault.', 'TON must not be negative') }), {
      description: 'Everything that is wrong; empty unless `check` is set.',
    }),
    deposits: Count('How many deposits were made.', 0),
    links: Type.Array(
      Type.Object({
        account,
        role,
        path: Str('The link, without the address of the page.', '/join#mi_…'),
        expiresAt: Moment('Until when it works.'),
      }),
      { description: 'The links that were made.' },
    ),
  }),
  bodyLimitBytes: 2 * MAX_CSV,
  refusals: ['input_refused file'],
  weight: 20,
});
