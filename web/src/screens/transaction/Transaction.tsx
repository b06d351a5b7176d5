// The screen of one transaction, in the journal or on a chain: a sentence, what it changed, and a permanent link.
import { useParams } from 'wouter';
import { useMe } from '../../data/account.ts';
import { isOnChain } from '../../data/chain.ts';
import { useCall } from '../../data/use.ts';
import { ButtonLink } from '../../parts/Button.tsx';
import { Empty } from '../../parts/Empty.tsx';
import { Failed } from '../../parts/Failed.tsx';
import { PageTitle } from '../../parts/PageTitle.tsx';
import { ShowCall } from '../../parts/ShowCall.tsx';
import { SignedOut } from '../../parts/SignIn.tsx';
import { t } from '../../words/words.ts';
import { ChainReceipt } from '../chain/Receipt.tsx';
import { Neighbours } from './Neighbours.tsx';
import { queryOf } from './named.ts';
import { Receipt } from './Receipt.tsx';

export default function Transaction() {
  const name = useParams().id ?? '';
  const { account, isKnown, isOperator } = useMe();
  const asked = queryOf(name);
  const { data, error, refetch } = useCall('getTransaction', asked ?? {}, {
    enabled: asked !== null && account !== null,
  });
  if (!isKnown) return null;
  if (account === null) return <SignedOut title={t('transaction.title')} why={t('transaction.signIn')} />;
  if (asked === null || error?.code === 'not_found') {
    return <Unknown name={name} isName={asked !== null} isOperator={isOperator} />;
  }
  return (
    <>
      {error && <Failed error={error} onRetry={refetch} />}
      {data && (isOnChain ? <ChainReceipt done={data} /> : <Receipt done={data} account={account} />)}
      <ShowCall calls={[{ name: 'getTransaction', method: 'GET', input: asked }]} />
    </>
  );
}

type UnknownProps = { readonly name: string; readonly isName: boolean; readonly isOperator: boolean };

function Unknown({ name, isName, isOperator }: UnknownProps) {
  const number = Number(name.replaceAll(',', ''));
  return (
    <>
      <PageTitle title={t('transaction.title')} />
      <Empty title={t('transaction.unknown')}>
        <p>{t(`transaction.unknown.${!isName ? 'name' : isOperator ? 'operator' : 'account'}`, { name })}</p>
        <p>
          <ButtonLink href="/activity">{t('transaction.unknown.activity')}</ButtonLink>
        </p>
      </Empty>
      {!isOnChain && Number.isSafeInteger(number) && number > 0 && <Neighbours sequence={number} />}
    </>
  );
}
