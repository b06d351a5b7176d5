// The activity filter: as it is in the URL, as the input of API calls, and in the links to exports.
import type { GetActivityInput } from '#client';
import { t } from '../../words/words.ts';
import { KINDS, type Kind } from './sentence.ts';

/** Days are whole days in the user's time zone, both ends included. */
export type Filter = {
  readonly kind: string;
  readonly token: string;
  readonly pool: string;
  readonly from: string;
  readonly to: string;
  readonly reference: string;
  /** '' for the user's own account; for operators `everyone`, or `account:` and a name. */
  readonly who: string;
  /** The cursor of an older page. */
  readonly cursor: string;
};

export const NO_FILTER: Filter = {
  kind: '',
  token: '',
  pool: '',
  from: '',
  to: '',
  reference: '',
  who: '',
  cursor: '',
};

export const EVERYONE = 'everyone';
const ACCOUNT = 'account:';
export const whoOf = (account: string): string => (account === '' ? '' : `${ACCOUNT}${account}`);
export const accountOf = (who: string): string => (who.startsWith(ACCOUNT) ? who.slice(ACCOUNT.length) : '');

export type ActivityQuery = Omit<GetActivityInput, 'cursor' | 'limit'>;

/** The input of API calls; drops unknown kinds, invalid dates and what only operators may ask, so that any URL shows something. */
export function queryOf(filter: Filter, isOperator: boolean): ActivityQuery {
  const [from, to] = [startOf(filter.from, 0), startOf(filter.to, 1)];
  const account = accountOf(filter.who);
  return {
    ...(isOperator && filter.who === EVERYONE && { all: 'true' as const }),
    ...(isOperator && account !== '' && { account }),
    ...(isKind(filter.kind) && { kind: filter.kind }),
    ...(filter.token !== '' && { token: filter.token }),
    ...(filter.pool !== '' && { pool: filter.pool }),
    ...(from !== null && { from }),
    ...(to !== null && { to }),
    ...(filter.reference !== '' && { reference: filter.reference }),
  };
}

const isKind = (text: string): text is Kind => KINDS.some((kind) => kind === text);

/** The time at which a day, or the one `later` days after it, begins in the user's time zone; null if `day` is no date. */
function startOf(day: string, later: number): string | null {
  const [, year, month, date] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day) ?? [];
  if (year === undefined) return null;
  const at = new Date(Number(year), Number(month) - 1, Number(date) + later);
  // Rejects dates such as 31 February.
  const isDay = new Date(Number(year), Number(month) - 1, Number(date)).getDate() === Number(date);
  return isDay && !Number.isNaN(at.getTime()) ? at.toISOString() : null;
}

export function filePath(asked: ActivityQuery, format: 'csv' | 'ndjson'): string {
  const query = new URLSearchParams({ ...(asked as Record<string, string>), format });
  return `/getActivity?${query}`;
}

/** A condition other than the kind, shown as a button that removes it. */
type Chosen = { readonly name: keyof Filter; readonly label: string };

export function chosenOf(filter: Filter, nameOf: { token(address: string): string; pool(address: string): string }) {
  const chosen: (Chosen | false)[] = [
    accountOf(filter.who) !== '' && {
      name: 'who',
      label: t('activity.chip.account', { account: accountOf(filter.who) }),
    },
    filter.token !== '' && { name: 'token', label: nameOf.token(filter.token) },
    filter.pool !== '' && { name: 'pool', label: t('activity.chip.pool', { pool: nameOf.pool(filter.pool) }) },
    filter.from !== '' && { name: 'from', label: t('activity.chip.from', { date: filter.from }) },
    filter.to !== '' && { name: 'to', label: t('activity.chip.until', { date: filter.to }) },
    filter.reference !== '' && {
      name: 'reference',
      label: t('activity.chip.reference', { reference: filter.reference }),
    },
  ];
  return chosen.filter((one) => one !== false);
}

export type FiltersProps = {
  readonly filter: Filter;
  readonly asked: ActivityQuery;
  readonly isOperator: boolean;
  onChange(change: Partial<Filter>): void;
};
