// The API keys of all accounts; a new key is shown once.

import { useUrlState } from '../../../data/url-state.ts';
import { Button } from '../../../parts/Button.tsx';
import { PageTitle } from '../../../parts/PageTitle.tsx';
import { Sheet } from '../../../parts/Sheet.tsx';
import { ShowCall } from '../../../parts/ShowCall.tsx';
import { t } from '../../../words/words.ts';
import { AccountField, RoleField } from '../acts/ActField.tsx';
import { ActForm } from '../acts/ActForm.tsx';
import { Once } from '../acts/Once.tsx';
import { KeyList } from './KeyList.tsx';

const DEFAULTS = { act: '' };

export function Keys() {
  const [{ act }, change] = useUrlState(DEFAULTS);
  return (
    <>
      <PageTitle
        title={t('operator.section.keys')}
        actions={
          <Button primary onClick={() => change({ act: 'make' })}>
            {t('operator.keys.create')}
          </Button>
        }
      >
        {t('operator.keys.lead')}
      </PageTitle>
      <KeyList />
      <ShowCall calls={[{ name: 'getKeys', method: 'GET', input: {} }]} />
      {act === 'make' && (
        <Sheet title={t('operator.keys.create')} onClose={() => change({ act: '' })}>
          <MakeKey />
        </Sheet>
      )}
    </>
  );
}

const MakeKey = () => (
  <ActForm
    call="createKey"
    initial={{ account: '', role: 'trader' }}
    planOf={({ account, role }) => {
      const name = account.trim();
      return {
        input: name === '' ? null : { account: name, role: role as 'trader' | 'operator' },
        button: name === '' ? t('operator.enter.account') : t('operator.key.create', { account: name, role }),
        notes: role === 'operator' && <p>{t('operator.key.note')}</p>,
      };
    }}
    told={({ key, account, role }) => <Once label={t('operator.key.created', { account, role })} secret={key} />}
    again={t('operator.key.again')}
  >
    {() => (
      <>
        <AccountField
          name="account"
          label={t('operator.field.account')}
          isFirst
          hint={t('operator.key.account.hint')}
        />
        <RoleField />
      </>
    )}
  </ActForm>
);
