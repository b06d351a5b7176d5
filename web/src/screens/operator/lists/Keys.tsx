// API keys: who may call as whom. A key is shown once.
import { useUrlState } from '../../../data/url-state.ts';
import { Button } from '../../../parts/Button.tsx';
import { PageTitle } from '../../../parts/PageTitle.tsx';
import { Sheet } from '../../../parts/Sheet.tsx';
import { ShowCall } from '../../../parts/ShowCall.tsx';
import { AccountField, ChoiceField } from '../acts/ActField.tsx';
import { ActForm } from '../acts/ActForm.tsx';
import { Once } from '../acts/Once.tsx';
import { KeyList } from './KeyList.tsx';

const DEFAULTS = { act: '' };
const ROLES = [
  { value: 'trader', label: 'Trader' },
  { value: 'operator', label: 'Operator' },
] as const;

export function Keys() {
  const [{ act }, change] = useUrlState(DEFAULTS);
  return (
    <>
      <PageTitle
        title="Keys"
        actions={
          <Button primary onClick={() => change({ act: 'make' })}>
            Make a key
          </Button>
        }
      >
        Of the secret itself nothing is kept.
      </PageTitle>
      <KeyList />
      <ShowCall calls={[{ name: 'getKeys', method: 'GET', input: {} }]} />
      {act === 'make' && (
        <Sheet title="Make a key" onClose={() => change({ act: '' })}>
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
        button: name === '' ? 'Name an account' : `Make a key for ${name}, ${role}`,
        notes: role === 'operator' && <p>Whoever has it may do everything that this console does.</p>,
      };
    }}
    told={({ key, account, role }) => <Once label={`This is the key of ${account}, ${role}.`} secret={key} />}
    again="Make another"
  >
    {() => (
      <>
        <AccountField name="account" label="Account" isFirst hint="It need not exist before." />
        <ChoiceField name="role" label="Role" choices={ROLES} />
      </>
    )}
  </ActForm>
);
