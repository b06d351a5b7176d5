// The last requests of an API key, for debugging an integration.
import { Link } from 'wouter';
import type { Calls } from '#client';
import { useMe } from '../../data/account.ts';
import { usePages } from '../../data/pages.ts';
import { useUrlState } from '../../data/url-state.ts';
import { useCall } from '../../data/use.ts';
import { written } from '../../exact/figures.ts';
import { Ago } from '../../parts/Ago.tsx';
import { Button } from '../../parts/Button.tsx';
import { Segments } from '../../parts/Choices.tsx';
import { Empty } from '../../parts/Empty.tsx';
import { Failed } from '../../parts/Failed.tsx';
import { PageTitle } from '../../parts/PageTitle.tsx';
import { Select } from '../../parts/Select.tsx';
import { ShowCall } from '../../parts/ShowCall.tsx';
import { type Column, ColumnTable } from '../../parts/Table.tsx';
import { t } from '../../words/words.ts';
import styles from './account.module.css';
import { nameOf } from './keys.ts';

type Request = Calls['getRequests']['output']['requests'][number];
type Show = 'all' | 'succeeded' | 'failed';

const DEFAULTS = { key: '', show: 'all' };
const SHOWN: readonly Show[] = ['all', 'succeeded', 'failed'];

export function Requests({ account }: { readonly account: string }) {
  const [{ key, show }, change] = useUrlState(DEFAULTS);
  const { auth } = useMe();
  const { items: keys } = usePages('getKeys', { account }, (page) => page.keys);
  const status = (['succeeded', 'failed'] as const).find((one) => one === show);
  const input = { ...(key !== '' && { key }), ...(status && { status }) };
  const { data, error, refetch, isFetching } = useCall('getRequests', input, { keepsPrevious: true });
  const asked = key || data?.key || '';
  const options = [
    ...(auth === 'local' ? [['local', t('account.requests.local')] as const] : []),
    ...keys.map((one) => [one.id, `${nameOf(one)} · ${one.id}`] as const),
  ];
  const isListed = options.some(([id]) => id === asked);
  return (
    <>
      <p className={styles.crumb}>
        <Link href="/account">{t('account.back')}</Link>
      </p>
      <PageTitle
        title={t('account.requests')}
        actions={
          <Button onClick={() => refetch()} aria-disabled={isFetching}>
            {t('account.requests.refresh')}
          </Button>
        }
      >
        {t('account.requests.lead')}
      </PageTitle>
      <div className={styles.filters}>
        <Select
          label={t('account.requests.key')}
          value={asked}
          options={isListed || asked === '' ? options : [...options, [asked, asked] as const]}
          onChoose={(id) => change({ key: id })}
        />
        <Segments<Show>
          label={t('account.requests.show')}
          choices={SHOWN.map((value) => ({ value, label: t(`account.requests.${value}`) }))}
          value={status ?? 'all'}
          onChoose={(value) => change({ show: value })}
        />
      </div>
      {error !== null ? (
        <Failed error={error} onRetry={() => refetch()} />
      ) : data === undefined ? (
        <p aria-busy="true">{t('account.loading')}</p>
      ) : data.requests.length === 0 ? (
        <Empty title={t('account.requests.empty')}>{t('account.requests.empty.text')}</Empty>
      ) : (
        <div className={styles.requests}>
          <ColumnTable
            label={t('account.requests')}
            columns={columns()}
            items={data.requests}
            keyOf={({ at, requestId, call }) => `${at} ${requestId} ${call}`}
          />
        </div>
      )}
      <ShowCall calls={[{ name: 'getRequests', method: 'GET', input }]} />
    </>
  );
}

const columns = (): readonly Column<Request>[] => [
  {
    name: t('account.requests.status'),
    cell: ({ status }) => (
      <span className={styles.status} data-failed={Number(status) >= 400 || undefined}>
        {String(status)}
      </span>
    ),
  },
  { name: t('account.requests.call'), cell: (request) => <What request={request} /> },
  {
    name: t('account.requests.duration'),
    end: true,
    cell: ({ tookMs }) => t('account.requests.duration.ms', { ms: written(String(tookMs)) }),
  },
  { name: t('account.requests.from'), cell: ({ address }) => address },
  { name: t('account.requests.time'), end: true, cell: ({ at }) => <Ago at={at} /> },
];

function What({ request: { method, call, code, error, requestId } }: { readonly request: Request }) {
  const named = (
    <>
      <span className={styles.soft}>{method}</span> {call}
    </>
  );
  if (error === null) return <span title={requestId}>{named}</span>;
  return (
    <details className={styles.error}>
      <summary>
        {named} {code !== null && <code>{code}</code>}
      </summary>
      <p>{error}</p>
      <p className={styles.soft}>{t('account.requests.id', { id: requestId })}</p>
      {code !== null && (
        <p>
          <a href={`/docs/errors#${code}`}>{t('account.requests.docs', { code })}</a>
        </p>
      )}
    </details>
  );
}
