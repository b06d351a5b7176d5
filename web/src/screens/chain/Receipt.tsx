// A change on a chain in full: status, amounts, network fee, and a link to a block explorer.
import type { GetTransactionOutput } from '#client';
import { tokenOf, useTokens } from '../../data/tokens.ts';
import { Figure } from '../../exact/Figure.tsx';
import { Address } from '../../market/figures/Address.tsx';
import { Card } from '../../parts/Card.tsx';
import { CopyLink } from '../../parts/CopyLink.tsx';
import { ExplorerLink } from '../../parts/ExplorerLink.tsx';
import { FeeRow } from '../../parts/OneTokenRows.tsx';
import { PageTitle } from '../../parts/PageTitle.tsx';
import { Row, Rows } from '../../parts/Rows.tsx';
import { moment } from '../../words/ago.ts';
import { t } from '../../words/words.ts';
import { sentenceOf, textOf } from '../activity/sentence.ts';
import { LogCard } from '../transaction/log/LogCard.tsx';
import styles from '../transaction/transaction.module.css';
import { statusOf } from './status.ts';

export function ChainReceipt({ done: change }: { readonly done: GetTransactionOutput }) {
  const tokens = useTokens();
  const symbolOf = (token: string | undefined) => tokenOf(tokens, token ?? '').symbol;
  const { createdAt, tonSpent, networkFee, transactionHash } = change;
  const cost = tonSpent ?? networkFee;
  return (
    <>
      <PageTitle title={textOf(sentenceOf(change, symbolOf, tokens))}>
        <time dateTime={createdAt}>{moment(Date.parse(createdAt))}</time> · {createdAt}
      </PageTitle>
      <div className={styles.side}>
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
        <LogCard done={change} />
      </div>
    </>
  );
}

type Shown = { readonly change: GetTransactionOutput; symbolOf(token: string | undefined): string };

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
      {isDone && fees && <FeeRow fees={fees} paid={paid} received={received} />}
    </>
  );
}

/** The LP tokens of a change of liquidity, and the amounts returned to the wallet, if any. */
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
