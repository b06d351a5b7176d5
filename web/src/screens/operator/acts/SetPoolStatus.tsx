// Lists, pauses or hides a pool.
import type { Pair } from '../../../data/pools.ts';
import { MEANING, STATUSES, type Status } from '../lists/statuses.ts';
import { ChoiceField } from './ActField.tsx';
import { ActForm } from './ActForm.tsx';

export function SetPoolStatus({
  pair: { jetton0, jetton1 },
  status,
}: {
  readonly pair: Pair;
  /** Null where it is not known. */
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
        button: values.status === (status ?? '') ? 'Nothing is changed yet' : `Make it ${values.status}`,
        entries: [],
      })}
      told={({ before, after }) => `It was ${before} and is ${after}.`}
    >
      {(values) => (
        <ChoiceField name="status" label="Status" choices={STATUSES} hint={MEANING[values.status as Status]} />
      )}
    </ActForm>
  );
}
