// A place to send events to; its secret is shown once.
import type { Calls } from '#client';
import { t } from '../../../words/words.ts';
import { KINDS as ACTIVITY_KINDS } from '../../activity/sentence.ts';
import styles from '../operator.module.css';
import { CheckField, TextField } from './ActField.tsx';
import { ActForm, type Plan } from './ActForm.tsx';
import { Once } from './Once.tsx';

type Kind = NonNullable<Calls['createWebhook']['input']['kinds']>[number];

const KINDS = ACTIVITY_KINDS.filter((kind): kind is Kind => kind !== 'referral');

const INITIAL: Record<string, string> = { url: '', after: '', pools: '' };

export const CreateWebhook = () => (
  <ActForm<'createWebhook', Record<string, string>>
    call="createWebhook"
    initial={INITIAL}
    planOf={planOf}
    told={({ secret }) => <Once label="Messages are signed with this secret." secret={secret} />}
    again="Add another"
  >
    {() => (
      <>
        <TextField
          name="url"
          label="Where to"
          isFirst
          inputMode="url"
          hint="An https URL that leads to public addresses."
        />
        <fieldset className={styles.kinds}>
          <legend>Only these; none for everything</legend>
          {KINDS.map((kind) => (
            <CheckField key={kind} name={kind} label={t(`activity.kind.${kind}`)} />
          ))}
        </fieldset>
        <TextField name="pools" label="Only these pools" hint="Their addresses, separated by blanks; none for all." />
        <TextField
          name="after"
          label="After the number"
          inputMode="decimal"
          hint="0 for everything that ever happened; empty for from now on."
        />
      </>
    )}
  </ActForm>
);

function planOf(values: Record<string, string>): Plan<'createWebhook'> {
  const { url = '', pools = '', after = '' } = values;
  const kinds = KINDS.filter((kind) => values[kind] === 'yes');
  const addresses = pools.split(/[\s,]+/).filter(Boolean);
  const number = after.replace(/[\s,]/g, '');
  if (url.trim() === '') return { input: null, button: 'Give a URL' };
  if (!/^\d*$/.test(number))
    return { input: null, button: 'Look at the number', faults: { after: 'This is no number.' } };
  return {
    input: {
      url: url.trim(),
      ...(kinds.length > 0 && { kinds }),
      ...(addresses.length > 0 && { pools: addresses }),
      ...(number !== '' && { after: number }),
    },
    button: 'Add the webhook',
  };
}
