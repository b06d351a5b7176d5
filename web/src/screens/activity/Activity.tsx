// The screen "Activity": all changes that match a filter in the URL, with totals and file exports.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { MillpondError } from '#client';
import { useMe } from '../../data/account.ts';
import { isOnChain } from '../../data/chain.ts';
import { askFilled, type FilledPages, useIsLookingBack } from '../../data/fill.ts';
import { useUrlState } from '../../data/url-state.ts';
import { signsItself } from '../../data/wallet/own.ts';
import { ButtonLink } from '../../parts/Button.tsx';
import { Segments } from '../../parts/Choices.tsx';
import { Empty } from '../../parts/Empty.tsx';
import { Failed } from '../../parts/Failed.tsx';
import { PageTitle } from '../../parts/PageTitle.tsx';
import { ShowCall } from '../../parts/ShowCall.tsx';
import { SignedOut } from '../../parts/SignIn.tsx';
import { t } from '../../words/words.ts';
import { ActivityList } from './ActivityList.tsx';
import styles from './activity.module.css';
import { Filters } from './Filters.tsx';
import { type ActivityQuery, EVERYONE, type Filter, NO_FILTER, queryOf } from './filter.ts';
import { Pager } from './Pager.tsx';
import type { ActivityEntry } from './sentence.ts';
import { Totals } from './Totals.tsx';

const PAGE = 100;

export default function Activity() {
  const { account, isOperator, isKnown } = useMe();
  const [filter, setFilter] = useUrlState<Filter>(NO_FILTER);
  const asked = queryOf(filter, isOperator);
  if (!isKnown) return <PageTitle title={t('activity.title')} />;
  if (account === null) return <SignedOut title={t('activity.title')} why={t('activity.signIn')} />;
  // The exchange keeps no history of transactions that a wallet sends itself.
  if (signsItself(account)) return <PageTitle title={t('activity.title')}>{t('wallet.history')}</PageTitle>;
  // A cursor is valid for one filter only, so a changed filter starts at the first page.
  const change = (next: Partial<Filter>) => setFilter({ cursor: '', ...next });
  return (
    <>
      <PageTitle
        title={t('activity.title')}
        actions={
          isOperator && (
            <Segments
              label={t('activity.whose')}
              choices={[
                { value: '', label: t('activity.whose.own') },
                { value: EVERYONE, label: t('activity.whose.all') },
              ]}
              value={filter.who}
              onChoose={(who) => change({ who })}
            />
          )
        }
      >
        {t(isOnChain ? 'chain.activity.lead' : 'activity.lead')}
      </PageTitle>
      <Filters filter={filter} asked={asked} isOperator={isOperator} onChange={change} />
      <div className={styles.columns}>
        <Page filter={filter} asked={asked} onCursor={(cursor) => setFilter({ cursor }, { push: true })} />
        <Totals asked={asked} />
      </div>
      <ShowCall
        calls={[
          { name: 'getActivity', method: 'GET', input: inputOf(asked, filter.cursor) },
          { name: 'getActivityTotals', method: 'GET', input: asked },
        ]}
      />
    </>
  );
}

const inputOf = (asked: ActivityQuery, cursor: string) => ({ ...asked, limit: PAGE, ...(cursor !== '' && { cursor }) });

/** Searches further back to fill the page if few transactions match the filter. */
const useFilled = (asked: ActivityQuery, cursor: string) =>
  useQuery<FilledPages<ActivityEntry>, MillpondError>({
    queryKey: ['getActivity', asked, cursor],
    queryFn: ({ signal }) =>
      askFilled(
        'getActivity',
        asked,
        ({ activity }) => activity,
        { cursor: cursor === '' ? null : cursor, limit: PAGE },
        signal,
      ),
    placeholderData: keepPreviousData,
  });

function Page({
  filter,
  asked,
  onCursor,
}: {
  readonly filter: Filter;
  readonly asked: ActivityQuery;
  onCursor(cursor: string): void;
}) {
  const isLookingBack = useIsLookingBack();
  const { data, error, isPlaceholderData, refetch } = useFilled(asked, filter.cursor);
  if (error) return <Failed error={error} onRetry={refetch} />;
  if (!data || (isPlaceholderData && isLookingBack))
    return <p role="status">{isLookingBack && t('parts.lookingBack')}</p>;
  const isWhole = Object.keys(asked).length === 0 && filter.cursor === '';
  return (
    <div className={isPlaceholderData ? styles.old : ''} aria-busy={isPlaceholderData}>
      {data.rows.length === 0 && <Nothing isWhole={isWhole} isEnd={data.nextCursor === null} />}
      <ActivityList
        rows={data.rows}
        filterKey={JSON.stringify([asked, filter.cursor])}
        showsAccount={asked.all !== undefined || asked.account !== undefined}
      />
      <Pager asked={asked} cursor={filter.cursor} nextCursor={data.nextCursor} onCursor={onCursor} />
    </div>
  );
}

function Nothing({ isWhole, isEnd }: { readonly isWhole: boolean; readonly isEnd: boolean }) {
  if (!isEnd) return <Empty title={t('activity.none.soFar')}>{t('activity.none.older')}</Empty>;
  if (!isWhole) return <Empty title={t('activity.none')}>{t('activity.none.text')}</Empty>;
  return (
    <Empty title={t('activity.empty')}>
      <p>{t('activity.empty.text')}</p>
      <p>
        <ButtonLink href="/">{t('activity.empty.swap')}</ButtonLink>
      </p>
    </Empty>
  );
}
