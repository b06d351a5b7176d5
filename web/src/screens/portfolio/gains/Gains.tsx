// The screen "Gains": what was realised in a year, with what is unknown, and the file for a tax return.
import { useMe } from '../../../data/account.ts';
import { useUrlState } from '../../../data/url-state.ts';
import { Figure } from '../../../exact/Figure.tsx';
import { QuoteSelect } from '../../../market/figures/QuoteSelect.tsx';
import { Skeleton } from '../../../market/figures/Skeleton.tsx';
import { type ItemColumn, ItemList } from '../../../market/lists/ItemList.tsx';
import { LinkButton } from '../../../parts/Button.tsx';
import { Card } from '../../../parts/Card.tsx';
import { Failed } from '../../../parts/Failed.tsx';
import { useHold } from '../../../parts/hold.tsx';
import { PageTitle } from '../../../parts/PageTitle.tsx';
import { Row, Rows } from '../../../parts/Rows.tsx';
import { Select } from '../../../parts/Select.tsx';
import { ShowCall } from '../../../parts/ShowCall.tsx';
import { SignedOut } from '../../../parts/SignIn.tsx';
import { minute } from '../../../words/ago.ts';
import { t } from '../../../words/words.ts';
import { realisedCell } from './cell.ts';
import { GainFigure } from './GainFigure.tsx';
import styles from './gains.module.css';
import { Method } from './Method.tsx';
import { useGains } from './use-gains.ts';
import { filePath, yearsUntil } from './years.ts';

export default function Gains() {
  const { account, isKnown } = useMe();
  useHold(!isKnown);
  if (!isKnown) return <PageTitle title={t('books.title')} />;
  return account === null ? <SignedOut title={t('books.title')} why={t('books.signIn')} /> : <Books />;
}

type Year = NonNullable<ReturnType<typeof useGains>['gains']>;

function Books() {
  const years = yearsUntil(Date.now());
  const [{ year: chosen }, change] = useUrlState({ year: years[0] as string });
  const year = chosen === 'all' ? undefined : chosen;
  const asked = useGains(year);
  const { gains, error, isAsking, again, quote } = asked;
  const input = { ...(year !== undefined && { year }), ...(quote && { quote: quote.address }) };
  const files = (
    <Card title={t('books.files')}>
      <p className={styles.soft}>{t('books.files.text')}</p>
      <p className={styles.files}>
        <a href={filePath(input, 'csv')} download>
          {t('books.files.csv')}
        </a>
        <a href={filePath(input, 'ndjson')} download>
          {t('books.files.json')}
        </a>
      </p>
    </Card>
  );
  return (
    <>
      <PageTitle
        title={t('books.title')}
        actions={
          <div className={styles.files}>
            <Select
              label={t('books.year')}
              value={chosen}
              options={[...years.map((each) => [each, each] as const), ['all', t('books.year.all')]]}
              onChoose={(value) => change({ year: value })}
            />
            <QuoteSelect />
          </div>
        }
      >
        {t('books.lead')}
      </PageTitle>
      <div className={styles.screen}>
        {error && <Failed error={error} onRetry={again} />}
        {error?.code === 'too_many' && files}
        {/* Higher than a phone, so that nothing in view moves when the figures come. */}
        {!gains && !error && <Skeleton lines={18} height={44} />}
        {gains && (
          <>
            <div className={styles.cards}>
              <Sums gains={gains} />
              {files}
            </div>
            <PerToken gains={gains} />
            <div>
              <p className={styles.soft}>
                {t('books.asOf', { time: minute(Date.parse(gains.asOf)), number: gains.sequence })}{' '}
                <LinkButton disabled={isAsking} onClick={again}>
                  {t('books.again')}
                </LinkButton>
              </p>
              <Method quote={gains.quoteToken.symbol} />
            </div>
          </>
        )}
      </div>
      <ShowCall calls={[{ name: 'getGains', method: 'GET', input }]} />
    </>
  );
}

function Sums({ gains: { realised, quoteToken } }: { readonly gains: Year }) {
  const { symbol } = quoteToken;
  const sum = (name: string, value: string, isSigned = false) => (
    <Row name={name}>
      <Figure value={value} symbol={symbol} signed={isSigned} />
    </Row>
  );
  const { count, unknown, thin } = realised;
  return (
    <Card title={t('books.realised')}>
      {count === 0 && <p>{t('books.realised.none')}</p>}
      {count > 0 && (
        <>
          {unknown < count && (
            <Rows>
              {sum(t('books.proceeds'), realised.proceeds)}
              {sum(t('books.soldCost'), realised.cost)}
              {sum(t('books.gain'), realised.gain, true)}
              {sum(t('books.income'), realised.income)}
            </Rows>
          )}
          <p>
            {unknown === 0
              ? t('books.unknown.none', { count })
              : t('books.unknown.some', { count: unknown, all: count })}
          </p>
          {thin > 0 && <p>{t('books.thin', { count: thin })}</p>}
        </>
      )}
    </Card>
  );
}

type Token = Year['tokens'][number];

function PerToken({ gains: { tokens, quoteToken } }: { readonly gains: Year }) {
  const realised = tokens.filter((token) => token.realised.count > 0);
  if (realised.length === 0) return null;
  const amount = (name: string, field: 'proceeds' | 'cost' | 'income'): ItemColumn<Token> => ({
    name,
    end: true,
    cell: (token) => <Figure value={token.realised[field]} />,
  });
  const unknown: ItemColumn<Token> = {
    name: t('books.unknown.entries'),
    end: true,
    cell: (token) => String(token.realised.unknown),
  };
  const columns: readonly ItemColumn<Token>[] = [
    { name: t('market.column.token'), line: 1, cell: ({ symbol }) => <strong>{symbol}</strong> },
    amount(t('books.proceeds'), 'proceeds'),
    amount(t('books.soldCost'), 'cost'),
    {
      name: t('books.gain'),
      end: true,
      line: 1,
      cell: (token) => <GainFigure cell={realisedCell(token.realised)} symbol={quoteToken.symbol} isGain />,
    },
    amount(t('books.income'), 'income'),
    { name: t('books.entries'), end: true, cell: (token) => String(token.realised.count) },
    ...(realised.some((token) => token.realised.unknown > 0) ? [unknown] : []),
  ];
  return (
    <section aria-labelledby="by-token">
      <h2 id="by-token">{t('books.byToken')}</h2>
      <ItemList
        isDense
        items={realised.slice(0, MOST)}
        columns={columns}
        keyOf={({ address }) => address}
        label={t('books.byToken')}
      />
      {realised.length > MOST && (
        <p className={styles.soft}>{t('books.byToken.more', { count: realised.length, shown: MOST })}</p>
      )}
    </section>
  );
}

/** The file has all of them. */
const MOST = 200;
