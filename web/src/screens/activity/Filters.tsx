// The filter as rows of small buttons: one to choose each kind, with its count, and one to remove each other condition.
import { usePoolNames } from '../../data/pools.ts';
import { shortAddress, tokenOf, useTokens } from '../../data/tokens.ts';
import { count } from '../../words/format.ts';
import { t } from '../../words/words.ts';
import styles from './activity.module.css';
import { chosenOf, type FiltersProps, NO_FILTER } from './filter.ts';
import { Narrow } from './Narrow.tsx';
import { KINDS } from './sentence.ts';
import { useTotals } from './totals.ts';

const USUAL = 4;

export function Filters(props: FiltersProps) {
  const { filter, asked, onChange } = props;
  const tokens = useTokens();
  const pools = usePoolNames();
  const { kind: _, ...ofAnyKind } = asked;
  const totals = useTotals(ofAnyKind).data;
  const countOf = new Map(totals?.kinds.map(({ kind, count }) => [kind, count]));
  const chosen = chosenOf(filter, {
    token: (address) => tokenOf(tokens, address).symbol,
    pool: (address) => pools.get(address) ?? shortAddress(address),
  });
  // Until totals are loaded, the most common kinds are offered.
  const kinds = KINDS.filter((kind, at) => (totals ? countOf.has(kind) : at < USUAL) || filter.kind === kind);
  return (
    <div className={styles.filters}>
      <fieldset className={styles.chips} aria-label={t('activity.kind')}>
        <button type="button" aria-pressed={filter.kind === ''} onClick={() => onChange({ kind: '' })}>
          {t('activity.kind.all')} {totals && <Count of={totals.count} />}
        </button>
        {kinds.map((kind) => (
          <button key={kind} type="button" aria-pressed={filter.kind === kind} onClick={() => onChange({ kind })}>
            {t(`activity.kind.${kind}`)} {totals && <Count of={countOf.get(kind) ?? 0} />}
          </button>
        ))}
      </fieldset>
      {chosen.length > 0 && (
        <fieldset className={styles.chips} aria-label={t('activity.filter.active')}>
          {chosen.map(({ name, label }) => (
            <button
              key={name}
              type="button"
              aria-pressed="true"
              aria-label={t('activity.filter.remove', { filter: label })}
              onClick={() => onChange({ [name]: '' })}
            >
              {label} <span aria-hidden="true">×</span>
            </button>
          ))}
          <button type="button" onClick={() => onChange(NO_FILTER)}>
            {t('activity.filter.clear')}
          </button>
        </fieldset>
      )}
      <Narrow {...props} />
    </div>
  );
}

const Count = ({ of }: { readonly of: number }) => <small>{count(of)}</small>;
