// When an order expires, and how often a recurring one sells.
import type { ReactNode } from 'react';
import { Field } from '../../../parts/Field.tsx';
import { InlineSelect } from '../../../parts/InlineSelect.tsx';
import { Row, Rows } from '../../../parts/Rows.tsx';
import { Select } from '../../../parts/Select.tsx';
import { t } from '../../../words/words.ts';
import { ENDS, UNITS, type Unit } from './order-state.ts';
import own from './orders.module.css';
import type { Ordering } from './use-order.ts';

type Timed = Pick<Ordering, 'form' | 'edit'>;

/** When the order expires; `children` are rows shown above that. */
export const Ending = ({ form: { ends, until }, edit, children }: Timed & { readonly children?: ReactNode }) => (
  <>
    <Rows>
      {children}
      <Row name={t('orders.ends')}>
        <InlineSelect
          label={t('orders.ends')}
          value={ends}
          options={ENDS}
          nameOf={(one) => (one === 'custom' ? t('orders.ends.custom') : t('orders.ends.days', { days: Number(one) }))}
          onChoose={(next) => edit({ ends: next })}
        />
      </Row>
    </Rows>
    {ends === 'custom' && (
      <Field
        label={t('orders.ends.at')}
        type="datetime-local"
        value={until}
        onChange={({ target }) => edit({ until: target.value })}
      />
    )}
  </>
);

export const Repeating = ({ form: { times, every, unit }, edit }: Timed) => (
  <div className={own.schedule}>
    <Field
      label={t('orders.times')}
      inputMode="numeric"
      maxLength={4}
      placeholder="10"
      value={times}
      onChange={({ target }) => edit({ times: target.value })}
    />
    <Field
      label={t('orders.every')}
      inputMode="numeric"
      maxLength={6}
      value={every}
      onChange={({ target }) => edit({ every: target.value })}
    />
    <Select
      label={t('orders.unit')}
      value={unit}
      options={(Object.keys(UNITS) as Unit[])
        .filter((one) => one !== 'second' || unit === one)
        .map((one) => [one, t(`orders.unit.${one}`)] as const)}
      onChoose={(chosen) => edit({ unit: chosen })}
    />
  </div>
);
