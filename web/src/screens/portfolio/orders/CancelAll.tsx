// Cancels all open orders, or all of a pair, in one commit, after a confirmation that says how many.
import { useState } from 'react';
import type { GetOrdersOutput } from '#client';
import { isOfPair, type Order } from '../../../data/orders.ts';
import type { Failure } from '../../../data/press/press.ts';
import { isOpen } from '../../../data/press/press.ts';
import { usePress } from '../../../data/press/use-press.ts';
import { asFailure, server } from '../../../data/server.ts';
import { Button, LinkButton } from '../../../parts/Button.tsx';
import { Notice } from '../../../parts/Notice.tsx';
import { PressOutcome } from '../../../parts/PressOutcome.tsx';
import { pressWords } from '../../../parts/press-words.ts';
import { Refused } from '../../../parts/Refused.tsx';
import { t } from '../../../words/words.ts';
import styles from '../portfolio.module.css';

/** Two addresses, in any order. */
type Pair = readonly [string, string];

export function CancelAll({
  account,
  pair,
  name,
  isOffered,
}: {
  readonly account: string;
  readonly pair?: Pair;
  /** The pair's name. */
  readonly name?: string;
  /** False if there is only one order, which has a button of its own. */
  readonly isOffered: boolean;
}) {
  const pressing = usePress('cancelOrders', `${pair?.toSorted().join() ?? ''} ${account}`);
  const [found, setFound] = useState<readonly Order[] | Failure | null>(null);
  const { state } = pressing;
  const count = () =>
    openOrders(pair).then(setFound, (cause) =>
      setFound(asFailure(cause) ?? { code: 'unreadable', message: String(cause) }),
    );
  const press = () => {
    if (!isOpen(state)) pressing.press(pair ? { Pair: { tokenA: pair[0], tokenB: pair[1] } } : {});
  };
  if (state.kind === 'done') {
    const { count: cancelled, more } = state.done.output;
    const over = Array.isArray(found) && !more ? Math.max(0, found.length - cancelled) : 0;
    return (
      <Notice title={t('orders.all.done', { count: cancelled })}>
        {more && t('orders.all.more')} {over > 0 && t('orders.all.over', { count: over })}{' '}
        <LinkButton
          onClick={() => {
            pressing.clear();
            setFound(null);
          }}
        >
          {t('parts.close')}
        </LinkButton>
      </Notice>
    );
  }
  return (
    <>
      {state.kind !== 'idle' && <PressOutcome pressing={pressing} />}
      {found === null && state.kind === 'idle' && isOffered && (
        <p>
          <LinkButton onClick={count}>
            {name === undefined ? t('orders.all.cancel') : t('orders.all.cancel.pair', { pair: name })}
          </LinkButton>
        </p>
      )}
      {found !== null && !Array.isArray(found) && <Refused failure={found as Failure} />}
      {Array.isArray(found) && state.kind !== 'refused' && state.kind !== 'unknown' && (
        <Notice tone="wheat" title={t('orders.all.sure', { count: found.length })}>
          <p>
            {name !== undefined && `${t('orders.all.of', { pair: name })} `}
            {t('orders.all.text')}
          </p>
          <p className={styles.acts}>
            {found.length > 0 && (
              <Button danger aria-disabled={isOpen(state)} onClick={press}>
                {pressWords(state) ?? t('orders.all.yes', { count: found.length })}
              </Button>
            )}
            {!isOpen(state) && <Button onClick={() => setFound(null)}>{t('orders.all.no')}</Button>}
          </p>
        </Notice>
      )}
    </>
  );
}

const PAGE = 200;

/** All open orders, page by page. */
async function openOrders(pair: Pair | undefined): Promise<readonly Order[]> {
  const found: Order[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: GetOrdersOutput = await server.getOrders({
      ...{ state: 'open', limit: PAGE, ...(pair && { token: pair[0] }) },
      ...(cursor !== '' && { cursor }),
    });
    found.push(...page.orders.filter((order) => pair === undefined || isOfPair(order, pair)));
    cursor = page.nextCursor;
  }
  return found;
}
