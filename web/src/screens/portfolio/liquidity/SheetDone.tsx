// Replaces the form of a sheet once its change is committed: the amounts, the transaction number and a link to the receipt.
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { isOnChain } from '../../../data/chain.ts';
import { useCall } from '../../../data/use.ts';
import { Figure } from '../../../exact/Figure.tsx';
import { Button, LinkButton } from '../../../parts/Button.tsx';
import { CopyLink } from '../../../parts/CopyLink.tsx';
import { Notice } from '../../../parts/Notice.tsx';
import { Settled } from '../../../parts/Settled.tsx';
import { T } from '../../../words/T.tsx';
import { t } from '../../../words/words.ts';
import styles from './sheets.module.css';

type SheetDoneProps = {
  readonly title: string;
  readonly amounts: ReactNode;
  readonly detail: ReactNode;
  /** How the result compares with the preview; absent if it cannot differ. */
  readonly compared?: string;
  readonly transactionId: string | null;
  readonly tookMs: number;
  readonly more: string;
  onMore(): void;
  onClose(): void;
};

export function SheetDone(props: SheetDoneProps) {
  const { title, amounts, detail, compared, transactionId, tookMs, more } = props;
  const input = { transactionId: transactionId ?? '' };
  const { data } = useCall('getTransaction', input, { enabled: transactionId !== null });
  return (
    <div className={styles.done}>
      <h3>{title}</h3>
      <p className={styles.amounts}>{amounts}</p>
      <p className={styles.soft}>{detail}</p>
      {(isOnChain || compared !== undefined) && (
        <Notice>{isOnChain ? <OnChain cost={data?.tonSpent ?? data?.networkFee} /> : compared}</Notice>
      )}
      {transactionId !== null && !isOnChain && (
        <Settled path={`/tx/${data?.sequence ?? transactionId}`}>
          {data && (
            <T id="portfolio.done.settled" values={{ number: <Figure value={String(data.sequence)} />, ms: tookMs }} />
          )}
        </Settled>
      )}
      <p className={styles.links}>
        {transactionId !== null && isOnChain && (
          <>
            <Link href={`/tx/${transactionId}`}>{t('portfolio.done.receipt')}</Link>
            <CopyLink path={`/tx/${transactionId}`} />
          </>
        )}
        <LinkButton onClick={props.onMore}>{more}</LinkButton>
      </p>
      <Button wide onClick={props.onClose}>
        {t('parts.close')}
      </Button>
    </div>
  );
}

/** Says that TON has settled the transaction, with the network cost once it is known. */
const OnChain = ({ cost }: { readonly cost: string | undefined }) =>
  cost === undefined ? t('chain.settled') : <T id="chain.done" values={{ fee: <Figure value={cost} /> }} />;
