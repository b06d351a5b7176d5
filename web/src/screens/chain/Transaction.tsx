// The screen of one change on a chain: its status, its amounts, the network's fee, and where the chain has it.
import type { ReactNode } from 'react';
import { useParams } from 'wouter';
import type { GetSwapOutput } from '#client';
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
import { type Done, sentenceOf, textOf } from '../activity/sentence.ts';
import { askedOf } from '../transaction/named.ts';
import { statusOf, swapWords } from './swap-words.ts';

/** So far back a change of liquidity is looked for, which no call tells by itself. */
const LATEST = 200;

export default function Transaction() {
  const name = useParams().id ?? '';
  const { account, isKnown } = useMe();
  const asked = askedOf(name);
  const id = asked !== null && 'transactionId' in asked ? asked.transactionId : undefined;
  const swap = useCall('getSwap', { transactionId: id ?? '' }, { enabled: account !== null && id !== undefined });
  const isElse = id === undefined || swap.error?.code === 'unknown_swap';
  const others = useCall('getActivity', { limit: LATEST }, { enabled: account !== null && isElse });
  if (!isKnown) return null;
  if (account === null) {
    return (
      <>
        <PageTitle title={t('transaction.title')} />
        <SignIn why={t('transaction.signIn')} />
      </>
    );
  }
  const failed = isElse ? others : swap;
  const done = others.data?.activity.find(
    ({ transactionId, sequence }) => transactionId === id || String(sequence) === name,
  );
  return (
    <>
      {failed.error && <Failed error={failed.error} onRetry={failed.refetch} />}
      {!isElse && swap.data && <SwapReceipt swap={swap.data} />}
      {isElse && done && <LiquidityReceipt done={done} />}
      {isElse && others.data && !done && <Unknown name={name} />}
      {id !== undefined && <ShowCall calls={[{ name: 'getSwap', method: 'GET', input: { transactionId: id } }]} />}
    </>
  );
}

function SwapReceipt({ swap }: { readonly swap: GetSwapOutput }) {
  const tokens = useTokens();
  const symbolOf = (token: string) => tokenOf(tokens, token).symbol;
  const isDone = swap.status === 'completed';
  const title = isDone ? textOf(sentenceOf({ ...swap, kind: 'swap' } as Done, symbolOf)) : swapWords(swap, symbolOf);
  const [paid, received] = [symbolOf(swap.tokenA), symbolOf(swap.tokenB)];
  return (
    <Receipt title={title} of={swap}>
      <Row name={t('chain.status')}>{statusOf(swap)}</Row>
      <Row name={t(isDone ? 'pool.paid' : 'swap.pay')}>
        <Figure value={swap.amountA} symbol={paid} />
      </Row>
      {swap.status !== 'failed' && (
        <Row name={t(isDone ? 'pool.received' : 'swap.receive')} {...(!isDone && { note: t('chain.expected') })}>
          <Figure value={swap.amountB} symbol={received} />
        </Row>
      )}
      {isDone && swap.fees && (
        <Row name={t('swap.fees')}>
          <div>
            <T id="transaction.fee.lp" values={{ amount: <Figure value={swap.fees.lp} symbol={paid} /> }} />
          </div>
          <div>
            <T
              id="transaction.fee.protocol"
              values={{ amount: <Figure value={swap.fees.protocol} symbol={received} /> }}
            />
          </div>
        </Row>
      )}
      {swap.networkFee !== undefined && (
        <Row name={t('chain.fee')}>
          <Figure value={swap.networkFee} symbol="TON" />
        </Row>
      )}
      {swap.transactionHash !== undefined && <Hash hash={swap.transactionHash} />}
    </Receipt>
  );
}

const Hash = ({ hash }: { readonly hash: string }) => (
  <Row name={t('chain.hash')} note={<ExplorerLink hash={hash} />}>
    <Address value={hash} label={t('chain.hash.copy')} />
  </Row>
);

function LiquidityReceipt({ done }: { readonly done: Done }) {
  const tokens = useTokens();
  const symbolOf = (token: string) => tokenOf(tokens, token).symbol;
  return (
    <Receipt title={textOf(sentenceOf(done, symbolOf))} of={done}>
      <Row name={t('chain.status')}>{t('chain.status.completed')}</Row>
      {done.lpTokens !== undefined && (
        <Row name={t('transaction.lpTokens')}>
          <Figure value={done.lpTokens} />
        </Row>
      )}
    </Receipt>
  );
}

type Of = Pick<GetSwapOutput, 'transactionId' | 'createdAt' | 'account'>;

const Receipt = ({
  title,
  of,
  children,
}: {
  readonly title: string;
  readonly of: Of;
  readonly children: ReactNode;
}) => (
  <>
    <PageTitle title={title}>
      <time dateTime={of.createdAt}>{moment(Date.parse(of.createdAt))}</time> · {of.createdAt}
    </PageTitle>
    <Card title={t('transaction.details')}>
      <Rows>
        {children}
        <Row name={t('transaction.account')}>{of.account}</Row>
        <Row name={t('transaction.id')}>{of.transactionId}</Row>
        <Row name={t('transaction.link')}>
          <CopyLink path={`/tx/${of.transactionId}`} />
        </Row>
      </Rows>
    </Card>
  </>
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
