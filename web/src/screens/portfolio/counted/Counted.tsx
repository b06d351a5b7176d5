// The result of a check that a balance is counted: the amount, the total, each step, and what that means.
import { Link } from 'wouter';
import { proofFile } from '#client/proof';
import {
  COUNT_STEPS,
  type CountStep,
  isCounted,
  type NotCounted,
  type Counted as Result,
  type TotalsSeen,
} from '../../../data/log/counted.ts';
import { isUnchecked, type Unchecked } from '../../../data/log/use-check.ts';
import { textOf } from '../../../exact/amount.ts';
import { Figure } from '../../../exact/Figure.tsx';
import { written } from '../../../exact/figures.ts';
import { AllHashes, CheckSteps, historyLine, type Line, NoResult } from '../../../parts/CheckSteps.tsx';
import styles from '../../../parts/check-steps.module.css';
import { Notice } from '../../../parts/Notice.tsx';
import { Row, Rows } from '../../../parts/Rows.tsx';
import { SaveText } from '../../../parts/SaveText.tsx';
import { moment } from '../../../words/ago.ts';
import { t } from '../../../words/words.ts';
import type { Countable } from './countables.ts';
import type { BalanceCheck } from './use-balance-checks.ts';

type Props = { readonly item: Countable; readonly check: BalanceCheck };

export function Counted({ item, check }: Props) {
  if (isUnchecked(check)) return <NotChecked state={check} />;
  return 'proof' in check ? <Outcome result={check} item={item} /> : <Absent absent={check} item={item} />;
}

/** Why there is no result. */
export function NotChecked({ state }: { readonly state: Unchecked }) {
  if (typeof state !== 'string' && state.reasonCode === 'liabilities') return <Later when="none" />;
  if (typeof state !== 'string' && state.code === 'not_logged_yet') return <Later when="soon" />;
  return <NoResult state={state} />;
}

/** Oxide: something is wrong; wheat: the balance is not counted, or not checked. */
export function toneOf(check: BalanceCheck): 'water' | 'wheat' | 'oxide' {
  if (isUnchecked(check)) return 'wheat';
  if ('proof' in check) return isCounted(check) ? 'water' : 'oxide';
  return check.own !== null && check.own !== 0n ? 'oxide' : 'wheat';
}

const Later = ({ when }: { readonly when: 'none' | 'soon' }) => (
  <Notice tone="wheat" title={t(`counted.${when}`)}>
    {t(`counted.${when}.text`)}
  </Notice>
);

/** An amount in base units, as text with its symbol. */
const amountText = (units: bigint, { decimals, symbol }: Countable): string =>
  `${written(textOf(units, decimals))} ${symbol}`;

/** An account that held nothing is told so; if its own activity says otherwise, it was left out. */
function Absent({
  absent: { sequence, timeMs, own },
  item,
}: {
  readonly absent: NotCounted;
  readonly item: Countable;
}) {
  const values = { symbol: item.symbol, number: sequence, time: moment(timeMs) };
  return own !== null && own !== 0n ? (
    <Notice tone="oxide" title={t('counted.leftOut')}>
      {t('counted.leftOut.text', { ...values, amount: amountText(own, item) })}
    </Notice>
  ) : (
    <Notice title={t('counted.absent')}>{t('counted.absent.text', values)}</Notice>
  );
}

function Outcome({ result, item }: { readonly result: Result; readonly item: Countable }) {
  const { proof, vkey, steps, failed, history } = result;
  const file = proofFile([{ vkey, balance: proof }]);
  const isPassed = isCounted(result);
  const isOld = failed === null && result.found.isOld;
  const lines = [...stepLines(result, item), ...comparedLines(result, item), historyLine(history)];
  return (
    <>
      <Notice
        tone={isPassed ? 'water' : 'oxide'}
        title={t(isPassed ? 'counted.passed' : isOld ? 'counted.old' : 'proof.failed')}
      >
        <div className={styles.meaning}>
          {!isPassed && <p>{t(isOld ? 'counted.old.text' : 'proof.failed.means')}</p>}
          {failed && <p className={styles.why}>{failed.why}</p>}
          {isPassed && <p>{t('counted.passed.later')}</p>}
          {isPassed && <p>{t('counted.passed.not')}</p>}
          {isPassed && <p>{t('counted.passed.others')}</p>}
        </div>
      </Notice>
      {failed === null && <Facts result={result} item={item} />}
      <CheckSteps lines={lines} />
      <AllHashes steps={steps} note={proof.transaction.checkpoint} />
      <SaveText
        name={`balance-${item.symbol}.json`}
        text={`${JSON.stringify(file, null, 2)}\n`}
        label={t('proof.save')}
      />
    </>
  );
}

type Verified = Extract<Result, { readonly failed: null }>;

function Facts({ result: { found }, item }: { readonly result: Verified; readonly item: Countable }) {
  const { amount, total, sequence, timeMs } = found;
  const { decimals, symbol, balance, address, isLp } = item;
  return (
    <Rows>
      <Row name={t('counted.amount')}>
        <Figure value={textOf(amount, decimals)} symbol={symbol} />
      </Row>
      <Row
        name={t('counted.now')}
        note={<Link href={`/activity?${isLp ? 'pool' : 'token'}=${address}`}>{t('counted.activity')}</Link>}
      >
        <Figure value={balance} symbol={symbol} />
      </Row>
      <Row name={t('counted.total')}>
        <Figure value={textOf(total, decimals)} symbol={symbol} />
      </Row>
      <Row name={t('counted.asOf')} note={<time dateTime={new Date(timeMs).toISOString()}>{moment(timeMs)}</time>}>
        {t('counted.asOf.is', { number: sequence })}
      </Row>
    </Rows>
  );
}

/** The steps of the verifier up to the one that failed. */
function stepLines(result: Result, item: Countable): readonly Line[] {
  const { failed } = result;
  const names = failed === null ? COUNT_STEPS : COUNT_STEPS.slice(0, COUNT_STEPS.indexOf(failed.step) + 1);
  return names.map((name) =>
    failed?.step === name
      ? {
          is: 'failed',
          text: t(failed.step === 'signature' ? 'proof.failed.signature' : `counted.failed.${failed.step}`),
        }
      : { is: 'done', ...doneLine(name, result, item) },
  );
}

function doneLine(name: CountStep, { steps, proof }: Result, item: Countable): Omit<Line, 'is'> {
  const of = (wanted: string) => steps.filter(({ step }) => step === wanted);
  const hashOf = (step: Result['steps'][number] | undefined) => (step && 'hash' in step ? step.hash : undefined);
  const number = proof.transaction.index + 1;
  switch (name) {
    case 'signature': {
      const signature = steps.find(({ step }) => step === name) as { name?: string } | undefined;
      return { text: t('proof.step.signature', { name: signature?.name ?? '' }) };
    }
    case 'statement':
      return {
        text: t('counted.step.statement', { count: proof.transaction.path.length, number }),
        hash: hashOf(of('root')[0]),
      };
    case 'list':
      return { text: t('counted.step.list', { number }), hash: hashOf(of('list')[0]) };
    case 'line':
      return { text: t('counted.step.line', { symbol: item.symbol }), hash: hashOf(of('root')[1]) };
    case 'leaf':
      return {
        text: t('counted.step.leaf', { amount: amountText(BigInt(proof.amount), item) }),
        hash: hashOf(of('leaf')[2]),
      };
    case 'path':
      return { text: t('counted.step.path', { count: proof.path.length }), hash: hashOf(of('root')[2]) };
  }
}

/** The proven balance against what the page, others and the account's own activity say. */
function comparedLines(result: Result, item: Countable): readonly Line[] {
  if (result.failed !== null) return [];
  const { amount, sequence: number } = result.found;
  const { isYours, told, own } = result.compared;
  const values = { number, symbol: item.symbol, amount: amountText(amount, item) };
  return [
    isYours
      ? { is: 'done', text: t('counted.step.yours', values) }
      : { is: 'failed', text: t('counted.failed.yours', values) },
    toldLine(told),
    ...(result.found.isOld ? [oldLine(result.found)] : []),
    own === null
      ? { is: 'unknown', text: t('counted.step.unread', values) }
      : own === amount
        ? { is: 'done', text: t('counted.step.activity', values) }
        : { is: 'failed', text: t('counted.failed.activity', { ...values, own: amountText(own, item) }) },
  ];
}

function toldLine(told: TotalsSeen | null): Line {
  if (told === 'same') return { is: 'done', text: t('counted.step.told') };
  if (told === null) return { is: 'unknown', text: t('counted.step.untold') };
  return { is: 'failed', text: t(told === 'newer' ? 'counted.failed.newer' : 'counted.failed.told') };
}

const HOUR_MS = 3_600_000;

/** A list for which no interval was promised is judged as if there were one a day. */
function oldLine({ timeMs, intervalMs }: Verified['found']): Line {
  const hours = Math.max(1, Math.round((intervalMs || 24 * HOUR_MS) / HOUR_MS));
  return { is: 'failed', text: t('counted.failed.old', { time: moment(timeMs), hours }) };
}
