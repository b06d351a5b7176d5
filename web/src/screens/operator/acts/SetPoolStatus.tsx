// Lists, pauses or hides a pool.

import type { Pair } from '../../../data/pools.ts';
import { t } from '../../../words/words.ts';
import { meaningOf, type Status, statuses, statusWord } from '../lists/statuses.ts';
import { ChoiceField } from './ActField.tsx';
import { ActForm } from './ActForm.tsx';

export function SetPoolStatus({
  pair: { jetton0, jetton1 },
  status,
}: {
  readonly pair: Pair;
  /** The pool's current status; null if it is not known. */
  readonly status: Status | null;
}) {
  return (
    <ActForm
      call="setPoolStatus"
      about={`${jetton0} ${jetton1}`}
      initial={{ status: status ?? '' }}
      planOf={(values) => ({
        input:
          values.status === (status ?? '')
            ? null
            : { Pair: { tokenA: jetton0, tokenB: jetton1 }, status: values.status as Status },
        button:
          values.status === (status ?? '')
            ? t('operator.unchanged')
            : t(`operator.pool.status.${values.status as Status}`),
        entries: [],
      })}
      told={({ before, after }) =>
        t('operator.pool.status.done', { before: statusWord(before), after: statusWord(after) })
      }
    >
      {(values) => (
        <ChoiceField
          name="status"
          label={t('operator.field.status')}
          choices={statuses()}
          hint={meaningOf(values.status)}
        />
      )}
    </ActForm>
  );
}
