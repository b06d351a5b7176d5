// The form for the exchange's name, logo, accent colour and links.
import type { Calls } from '#client';
import { useCall } from '../../data/use.ts';
import { Button } from '../../parts/Button.tsx';
import { Failed } from '../../parts/Failed.tsx';
import { PageTitle } from '../../parts/PageTitle.tsx';
import { t } from '../../words/words.ts';
import { TextField } from './acts/ActField.tsx';
import { ActForm, type Plan } from './acts/ActForm.tsx';
import { useField } from './acts/act-context.ts';
import { LogoField } from './acts/LogoField.tsx';
import styles from './operator.module.css';

type Values = Calls['getBranding']['output'];

export function Branding() {
  const { data, error, refetch } = useCall('getBranding', {});
  return (
    <>
      <PageTitle title={t('brand.title')}>{t('brand.lead')}</PageTitle>
      {error && <Failed error={error} onRetry={refetch} />}
      {data && (
        <ActForm<'setBranding', Values>
          call="setBranding"
          initial={data}
          planOf={(values) => planOf(data, values)}
          told={() => (
            <>
              <p>{t('brand.saved')}</p>
              <Button onClick={() => location.reload()}>{t('brand.reload')}</Button>
            </>
          )}
        >
          {() => (
            <>
              <TextField name="name" label={t('brand.name')} hint={t('brand.name.hint')} />
              <LogoField use="exchange" />
              <AccentField />
              <TextField name="termsUrl" label={t('brand.termsUrl')} inputMode="url" hint={t('brand.url.hint')} />
              <TextField name="helpUrl" label={t('brand.helpUrl')} inputMode="url" hint={t('brand.url.hint')} />
            </>
          )}
        </ActForm>
      )}
    </>
  );
}

function AccentField() {
  const { value, set } = useField('accent');
  return (
    <div className={styles.accent}>
      <TextField name="accent" label={t('brand.accent')} hint={t('brand.accent.hint')} />
      <input
        type="color"
        aria-label={t('brand.accent.pick')}
        value={/^#[0-9a-f]{6}$/i.test(value) ? value : '#17594f'}
        onChange={({ target }) => set(target.value)}
      />
    </div>
  );
}

function planOf(before: Values, values: Values): Plan<'setBranding'> {
  const changed = Object.fromEntries(
    (Object.entries(values) as [keyof Values, string][])
      .map(([name, text]) => [name, text.trim()] as const)
      .filter(([name, text]) => text !== before[name]),
  );
  const isChanged = Object.keys(changed).length > 0;
  return { input: isChanged ? changed : null, button: isChanged ? t('brand.save') : t('brand.unchanged') };
}
