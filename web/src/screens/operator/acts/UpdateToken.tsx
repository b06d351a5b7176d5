// Another name, logo or status for a token; what stays is not sent.
import { type TokenInfo, useTokens } from '../../../data/tokens.ts';
import { Row, Rows } from '../../../parts/Rows.tsx';
import { MEANING, STATUSES, type Status } from '../lists/statuses.ts';
import { CheckField, ChoiceField, TextField } from './ActField.tsx';
import { ActForm, type Plan } from './ActForm.tsx';
import { LogoField } from './RegisterToken.tsx';

type Values = { name: string; logo: string; status: string; force: string };

export function UpdateToken({ address }: { readonly address: string }) {
  const token = useTokens().get(address);
  if (token === undefined) return null;
  if (token === null) return <p>There is no token with the address {address}.</p>;
  const { name = '', logo = '', status = 'listed' } = token;
  return (
    <ActForm<'updateToken', Values>
      call="updateToken"
      about={token.address}
      initial={{ name, logo, status, force: '' }}
      planOf={(values) => planOf(token, values)}
      told={() => `${token.symbol} is changed.`}
    >
      {(values) => (
        <>
          <Rows>
            <Row name="Token">{token.symbol}</Row>
            <Row name="Decimals">{token.decimals}</Row>
          </Rows>
          <ChoiceField name="status" label="Status" choices={STATUSES} hint={MEANING[values.status as Status]} />
          <TextField name="name" label="Name" />
          <LogoField />
          {status === 'hidden' && (
            <CheckField name="force" label="Also where another token that is shown has this symbol" />
          )}
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
  if (what.length === 0) return { input: null, button: 'Nothing is changed yet' };
  return {
    input: { address: token.address, ...changed, ...(force === 'yes' && { force: true }) },
    button: buttonOf(token.symbol, what, status as Status),
    entries: [],
  };
}

const VERBS: Readonly<Record<Status, string>> = { listed: 'List', paused: 'Pause', hidden: 'Hide' };

const buttonOf = (symbol: string, what: readonly string[], status: Status): string =>
  what.length === 1 && what[0] === 'status'
    ? `${VERBS[status]} ${symbol}`
    : `Set the ${what.join(' and the ')} of ${symbol}`;
