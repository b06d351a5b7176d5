// A committed change of liquidity: its amounts, number and receipt.

import { Link } from 'wouter';
import { isOnChain } from '../../../data/chain.ts';
import { useCall } from '../../../data/use.ts';
import { Figure } from '../../../exact/Figure.tsx';
import { Button, LinkButton } from '../../../parts/Button.tsx';
import { CopyLink } from '../../../parts/CopyLink.tsx';
import { Notice } from '../../../parts/Notice.tsx';
import { T } from '../../../words/T.tsx';
import { t } from '../../../words/words.ts';
import { Both } from './Preview.tsx';
import type { PairOf } from './pair.ts';
import styles from './sheets.module.css';

type Result = {
  readonly title: string;
  readonly amounts: readonly [string | null, string | null];
  readonly lpTokens: string;
  /** True if the result equals the preview to the unit. */
  readonly isAsPreviewed: boolean;
  readonly transactionId: string | null;
  readonly tookMs: number;
};

export function Done({
  result: { title, amounts, lpTokens, isAsPreviewed, transactionId, tookMs },
  pair,
  more,
  onMore,
  onClose,
}: {
  readonly result: Result;
  readonly pair: PairOf;
  readonly more: string;
  onMore(): void;
  onClose(): void;
}) {
  const { data } = useCall(
    'getTransaction',
    { transactionId: transactionId ?? '' },
    { enabled: transactionId !== null },
  );
  return (
    <div className={styles.done}>
      <h3>{title}</h3>
      <p className={styles.amounts}>
        <Both amounts={amounts} pair={pair} />
      </p>
      <p className={styles.soft}>
        <T id="portfolio.done.lp" values={{ amount: <Figure value={lpTokens} /> }} />
      </p>
      <Notice>
        {isOnChain ? (
          <Settled cost={data?.tonSpent ?? data?.networkFee} />
        ) : (
          t(isAsPreviewed ? 'portfolio.done.exact' : 'portfolio.done.better')
        )}{' '}
        {data && !isOnChain && (
          <T id="portfolio.done.settled" values={{ number: <Figure value={String(data.sequence)} />, ms: tookMs }} />
        )}
      </Notice>
      <p className={styles.links}>
        {transactionId !== null && (
          <>
            <Link href={`/tx/${isOnChain ? transactionId : (data?.sequence ?? transactionId)}`}>
              {t('portfolio.done.receipt')}
            </Link>
            <CopyLink path={`/tx/${transactionId}`} />
          </>
        )}
        <LinkButton onClick={onMore}>{more}</LinkButton>
      </p>
      <Button wide onClick={onClose}>
        {t('parts.close')}
      </Button>
    </div>
  );
}

/** On TON, with the cost once it is known. */
const Settled = ({ cost }: { readonly cost: string | undefined }) =>
  cost === undefined ? t('chain.settled') : <T id="chain.done" values={{ fee: <Figure value={cost} /> }} />;
