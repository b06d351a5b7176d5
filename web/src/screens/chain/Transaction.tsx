// The screen of one change on a chain: status, amounts, network fee, and a link to a block explorer.
import { useParams } from 'wouter';
import type { Calls } from '#client';
import { useMe } from '../../data/account.ts';
import { tokenOf, useTokens } from '../../data/tokens.ts';
import { useCall } from '../../data/use.ts';
import { Figure } from '../../exact/Figure.tsx';
import { Address } from '../../market/figures/Address.tsx';
import { ButtonLink } from '../../parts/Button.tsx';
import { Card } from '../../parts/Card.tsx';
import { CopyLink } from '../../parts/CopyLink.tsx';
import { Empty } from '../../parts/Empty.tsx';
import { ExplorerLink } from '../../parts/ExplorerLink.tsx';
import { Failed } from '../../parts/Failed.tsx';
import { PageTitle } from '../../parts/PageTitle.tsx';
import { Row, Rows } from '../../parts/Rows.tsx';
import { ShowCall } from '../../parts/ShowCall.tsx';
import { SignIn } from '../../parts/SignIn.tsx';
import { moment } from '../../words/ago.ts';
import { T } from '../../words/T.tsx';
import { t } from '../../words/words.ts';
import { sentenceOf, textOf } from '../activity/sentence.ts';
import { queryOf } from '../transaction/named.ts';
import { statusOf } from './status.ts';

type Change = Calls['getTransaction']['output'];

export default function Transaction() {
  const name = useParams().id ?? '';
  const { account, isKnown } = useMe();
  const asked = queryOf(name);
  const { data, error, refetch } = useCall('getTransaction', asked ?? {}, {
    enabled: asked !== null && account !== null,
  });
  if (!isKnown) return null;
  if (account === null) {
    return (
      <>
        <PageTitle title={t('transaction.title')} />
        <SignIn why={t('transaction.signIn')} />
      </>
    );
  }
  if (asked === null || error?.code === 'unknown_transaction') return <Unknown name={name} />;
  return (
    <>
      {error && <Failed error={error} onRetry={refetch} />}
      {data && <Receipt change={data} />}
      <ShowCall calls={[{ name: 'getTransaction', method: 'GET', input: asked }]} />
    </>
  );
}

function Receipt({ change }: { readonly change: Change }) {
  const tokens = useTokens();
  const symbolOf = (token: string | undefined) => tokenOf(tokens, token ?? '').symbol;
  const { createdAt, tonSpent, networkFee, transactionHash } = change;
  const cost = tonSpent ?? networkFee;
  return (
    <>
      <PageTitle title={textOf(sentenceOf(change, symbolOf))}>
        <time dateTime={createdAt}>{moment(Date.parse(createdAt))}</time> · {createdAt}
      </PageTitle>
      <Card title={t('transaction.details')}>
        <Rows>
          <Row name={t('chain.status')}>{statusOf(change)}</Row>
          {change.kind === 'swap' ? (
            <Swapped change={change} symbolOf={symbolOf} />
          ) : (
            <Provided change={change} symbolOf={symbolOf} />
          )}
          {cost !== undefined && (
            <Row name={t('chain.fee')}>
              <Figure value={cost} symbol="TON" />
            </Row>
          )}
          {transactionHash !== undefined && <Hash hash={transactionHash} />}
          <Row name={t('transaction.account')}>{change.account}</Row>
          <Row name={t('transaction.id')}>{change.transactionId}</Row>
          <Row name={t('transaction.link')}>
            <CopyLink path={`/tx/${change.transactionId}`} />
          </Row>
        </Rows>
      </Card>
    </>
  );
}

type Shown = { readonly change: Change; symbolOf(token: string | undefined): string };

function Swapped({ change, symbolOf }: Shown) {
  const { status, amountA = '0', amountB = '0', fees } = change;
  const isDone = status === 'completed';
  const [paid, received] = [symbolOf(change.tokenA), symbolOf(change.tokenB)];
  return (
    <>
      <Row name={t(isDone ? 'pool.paid' : 'swap.pay')}>
        <Figure value={amountA} symbol={paid} />
      </Row>
      {status !== 'failed' && (
        <Row name={t(isDone ? 'pool.received' : 'swap.receive')} {...(!isDone && { note: t('chain.expected') })}>
          <Figure value={amountB} symbol={received} />
        </Row>
      )}
      {isDone && fees && (
        <Row name={t('swap.fees')}>
          <div>
            <T id="transaction.fee.lp" values={{ amount: <Figure value={fees.lp} symbol={paid} /> }} />
          </div>
          <div>
            <T id="transaction.fee.protocol" values={{ amount: <Figure value={fees.protocol} symbol={received} /> }} />
          </div>
        </Row>
      )}
    </>
  );
}

/** LP tokens received; if providing failed, the amounts returned to the wallet. */
function Provided({ change, symbolOf }: Shown) {
  const { status, lpTokens, returnedA, returnedB } = change;
  return (
    <>
      {status !== 'failed' && lpTokens !== undefined && (
        <Row name={t('transaction.lpTokens')} {...(status === 'pending' && { note: t('chain.expected') })}>
          <Figure value={lpTokens} />
        </Row>
      )}
      {returnedA !== undefined && returnedB !== undefined && (
        <Row name={t('chain.returned')}>
          <div>
            <Figure value={returnedA} symbol={symbolOf(change.tokenA)} />
          </div>
          <div>
            <Figure value={returnedB} symbol={symbolOf(change.tokenB)} />
          </div>
        </Row>
      )}
    </>
  );
}

const Hash = ({ hash }: { readonly hash: string }) => (
  <Row name={t('chain.hash')} note={<ExplorerLink hash={hash} />}>
    <Address value={hash} label={t('chain.hash.copy')} />
  </Row>
);

const Unknown = ({ name }: { readonly name: string }) => (
  <>
    <PageTitle title={t('transaction.title')} />
    <Empty title={t('transaction.unknown')}>
      <p>{t('transaction.unknown.account', { name })}</p>
      <p>
        <ButtonLink href="/activity">{t('transaction.unknown.activity')}</ButtonLink>
      </p>
    </Empty>
  </>
);
