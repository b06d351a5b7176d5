// Changes a token's name, logo or status; unchanged fields are not sent.

import { type TokenInfo, useTokens } from '../../../data/tokens.ts';
import { Row, Rows } from '../../../parts/Rows.tsx';
import { t } from '../../../words/words.ts';
import { meaningOf, type Status, statuses } from '../lists/statuses.ts';
import { CheckField, ChoiceField, TextField } from './ActField.tsx';
import { ActForm, type Plan } from './ActForm.tsx';
import { LogoField } from './LogoField.tsx';

type Values = { name: string; logo: string; status: string; force: string };

export function UpdateToken({ address }: { readonly address: string }) {
  const token = useTokens().get(address);
  if (token === undefined) return null;
  if (token === null) return <p>{t('operator.token.unknown', { address })}</p>;
  const { name = '', logo = '', status = 'listed' } = token;
  return (
    <ActForm<'updateToken', Values>
      call="updateToken"
      about={token.address}
      initial={{ name, logo, status, force: '' }}
      planOf={(values) => planOf(token, values)}
      told={() => t('operator.token.updated', { symbol: token.symbol })}
    >
      {(values) => (
        <>
          <Rows>
            <Row name={t('operator.field.token')}>{token.symbol}</Row>
            <Row name={t('operator.token.decimals')}>{token.decimals}</Row>
          </Rows>
          <ChoiceField
            name="status"
            label={t('operator.field.status')}
            choices={statuses()}
            hint={meaningOf(values.status)}
          />
          <TextField name="name" label={t('operator.token.name')} />
          <LogoField use="token" />
          {status === 'hidden' && <CheckField name="force" label={t('operator.token.force')} />}
        </>
      )}
    </ActForm>
  );
}

function planOf(token: TokenInfo, { name, logo, status, force }: Values): Plan<'updateToken'> {
  const changed = {
    ...(name.trim() !== (token.name ?? '') && { name: name.trim() }),
    ...(logo.trim() !== (token.logo ?? '') && { logo: logo.trim() }),
    ...(status !== token.status && { status: status as Status }),
  };
  const what = Object.keys(changed);
  if (what.length === 0) return { input: null, button: t('operator.unchanged') };
  return {
    input: { address: token.address, ...changed, ...(force === 'yes' && { force: true }) },
    button: buttonOf(token.symbol, what, status as Status),
    entries: [],
  };
}

const buttonOf = (symbol: string, what: readonly string[], status: Status): string =>
  what.length === 1 && what[0] === 'status'
    ? t(`operator.token.update.${status}`, { symbol })
    : t('operator.token.update', { symbol });
