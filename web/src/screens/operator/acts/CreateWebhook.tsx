// Creates a webhook; its secret is shown once.

import type { Calls } from '#client';
import { isOnChain } from '../../../data/chain.ts';
import { halfWidth } from '../../../exact/amount.ts';
import { t } from '../../../words/words.ts';
import { KINDS as ACTIVITY_KINDS } from '../../activity/sentence.ts';
import styles from '../operator.module.css';
import { CheckField, TextField } from './ActField.tsx';
import { ActForm, type Plan } from './ActForm.tsx';
import { Once } from './Once.tsx';

type Kind = NonNullable<Calls['createWebhook']['input']['kinds']>[number];

type OfChain = 'settlementFailed' | 'takeBack';
type Named = Exclude<Kind, OfChain>;

const isNamed = (kind: (typeof ACTIVITY_KINDS)[number]): kind is Named => kind !== 'referral';
/** The kinds of events on a chain: the ways in which a request can end there. */
const OF_CHAIN = ['swap', 'provide', 'refund', 'settlementFailed', 'takeBack'] as const;
const KINDS: readonly Kind[] = isOnChain ? OF_CHAIN : ACTIVITY_KINDS.filter(isNamed);

const isOfChain = (kind: Kind): kind is OfChain => kind === 'settlementFailed' || kind === 'takeBack';
const labelOf = (kind: Kind): string => t(isOfChain(kind) ? `chain.kind.${kind}` : `activity.kind.${kind}`);

const INITIAL: Record<string, string> = { url: '', after: '', pools: '' };

export const CreateWebhook = () => (
  <ActForm<'createWebhook', Record<string, string>>
    call="createWebhook"
    initial={INITIAL}
    planOf={planOf}
    told={({ secret }) => <Once label={t('operator.hook.add.done')} secret={secret} />}
    again={t('operator.hook.add.again')}
  >
    {() => (
      <>
        <TextField
          name="url"
          label={t('operator.hooks.url')}
          isFirst
          inputMode="url"
          hint={t('operator.hook.add.url.hint')}
        />
        <fieldset className={styles.kinds}>
          <legend>{t('operator.hook.add.events')}</legend>
          {KINDS.map((kind) => (
            <CheckField key={kind} name={kind} label={labelOf(kind)} />
          ))}
        </fieldset>
        <TextField name="pools" label={t('operator.hook.add.pools')} hint={t('operator.hook.add.pools.hint')} />
        <TextField
          name="after"
          label={t('operator.hook.add.after')}
          inputMode="decimal"
          hint={t('operator.hook.add.after.hint')}
        />
      </>
    )}
  </ActForm>
);

function planOf(values: Record<string, string>): Plan<'createWebhook'> {
  const { url = '', pools = '', after = '' } = values;
  const kinds = KINDS.filter((kind) => values[kind] === 'yes');
  const addresses = pools.split(/[\s,]+/).filter(Boolean);
  const number = halfWidth(after).replace(/[\s,]/g, '');
  if (url.trim() === '') return { input: null, button: t('operator.enter.url') };
  if (!/^\d*$/.test(number))
    return { input: null, button: t('operator.enter.number'), faults: { after: t('operator.fault.noNumber') } };
  return {
    input: {
      url: url.trim(),
      ...(kinds.length > 0 && { kinds }),
      ...(addresses.length > 0 && { pools: addresses }),
      ...(number !== '' && { after: number }),
    },
    button: t('operator.hooks.add'),
  };
}
