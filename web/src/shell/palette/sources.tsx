// The search's sources: each queries the server on its own, and cancels when the text changes.
import type { Calls } from '#client';
import { useMe } from '../../data/account.ts';
import { isLogged } from '../../data/brand.ts';
import { isOnChain } from '../../data/chain.ts';
import { useFirstPools, useFirstTokens } from '../../data/first-tokens.ts';
import { usePoolNames } from '../../data/pools.ts';
import { useQuoteInput } from '../../data/quote-choice.ts';
import { remembered, used } from '../../data/remembered.ts';
import { shortAddress, useTokens } from '../../data/tokens.ts';
import { useCall } from '../../data/use.ts';
import { isZero } from '../../exact/amount.ts';
import { rough, written } from '../../exact/figures.ts';
import { LANGUAGES, OFFERED, t } from '../../words/words.ts';
import { chooseLanguage } from '../language.ts';
import { applyTheme } from '../theme.ts';
import type { Group, Item } from './items.ts';
import { matches, poolSearch, transactionOf } from './match.ts';
import { PLACES } from './places.ts';

type Market = Calls['getMarket']['output'];
type Quote = Market['quoteToken'];
type QueryState = { readonly data: unknown; readonly error: unknown; readonly isPlaceholderData: boolean };

/** The most results per source; the reader types more to narrow them down. */
const FEW = 6;
const MOST_LETTERS = 128;

const stateOf = ({ data, error, isPlaceholderData }: QueryState): Group['state'] =>
  error ? 'failed' : data === undefined || isPlaceholderData ? 'searching' : 'found';

/** The text, cut to the length the server accepts. */
const textOf = (typed: string): string => typed.trim().slice(0, MOST_LETTERS);

export function useGroups(typed: string): readonly Group[] {
  const text = textOf(typed);
  const places = usePlaces(text);
  const choices = useChoices(text);
  const recent = useRecent(text === '');
  const [ofMarket, ofChain] = [useTokenGroup(text), useChainTokens(text)];
  const tokens = isOnChain ? ofChain : ofMarket;
  const [poolsOfMarket, positions] = usePoolGroups(text);
  const poolsOfChain = useChainPools(text);
  const pools = isOnChain ? poolsOfChain : poolsOfMarket;
  const transactions = useTransactionGroup(text);
  const journal = useJournal(text);
  if (text === '') return [recent, places].filter(isShown);
  return [transactions, places, choices, tokens, positions, pools, journal].filter(isShown);
}

const isShown = (group: Group | null): group is Group =>
  group !== null && (group.items.length > 0 || group.state !== 'found');

/** All places that this reader may open. */
function useKnownPlaces(): readonly Item[] {
  const { isOperator } = useMe();
  const places = PLACES.filter(
    ({ isForOperators, isOfLedger, isOfLog }) =>
      (isOperator || !isForOperators) && !(isOnChain && isOfLedger) && (isLogged || !isOfLog),
  );
  return places.map(({ href, name }): Item => ({ href, mark: null, title: t(name) }));
}

/** Themes and languages, each found by its own name and by "theme" and "language". */
function useChoices(text: string): Group {
  const themes = (['system', 'light', 'dark'] as const).map(
    (theme): Item => ({
      href: `#theme=${theme}`,
      mark: null,
      title: `${t('shell.theme')}: ${t(`shell.theme.${theme}`)}`,
      run: () => applyTheme(theme),
    }),
  );
  const languages = OFFERED.map(
    (code): Item => ({
      href: `#language=${code}`,
      mark: null,
      title: `${t('shell.language')}: ${LANGUAGES[code].name}`,
      run: () => void chooseLanguage(code).catch(() => {}),
    }),
  );
  const items = text === '' ? [] : [...themes, ...languages].filter(({ title }) => matches(title, text));
  return { name: t('palette.settings'), items, state: 'found' };
}

const usePlaces = (text: string): Group => ({
  name: t('palette.screens'),
  items: useKnownPlaces().filter(({ title }) => matches(title, text)),
  state: 'found',
});

/** A link to the journal's full-text search (accounts, references and more); the last group, since it is there for any text. */
function useJournal(text: string): Group | null {
  const { isOperator } = useMe();
  if (!isOperator) return null;
  const href = `/operator/journal?q=${encodeURIComponent(text)}`;
  const items: Item[] = [{ href, mark: null, title: t('palette.journal', { text }) }];
  return { name: t('palette.go.operator.journal'), items, state: 'found' };
}

const RECENT = remembered('millpond recent', 8);

export const remember = (account: string | null, href: string): void =>
  RECENT.change(account, (list, most) => used(list, href, most));

/** Only hrefs are stored: names are looked up again, and items that are gone or hidden are left out. */
function useRecent(isWanted: boolean): Group | null {
  const { account } = useMe();
  const places = useKnownPlaces();
  const hrefs = RECENT.useList(account);
  const tokens = useTokens();
  const pools = usePoolNames();
  if (!isWanted) return null;
  const itemOf = (href: string): Item | null => {
    const [, kind = '', name = ''] = /^\/(token|pool|tx)\/([^/?#]+)$/.exec(href) ?? [];
    const address = decoded(name);
    if (kind === 'token') {
      const token = tokens.get(address);
      return token && token.status !== 'hidden'
        ? { href, mark: token, title: token.symbol, detail: tokenDetail({ ...token, name: token.name ?? '' }) }
        : null;
    }
    if (kind === 'pool') {
      const pair = pools.get(address);
      return pair ? { href, mark: null, title: pair.replace('/', ' / '), detail: t('palette.pool') } : null;
    }
    if (kind === 'tx') return { href, mark: null, title: t('palette.transaction', { number: written(address) }) };
    return places.find((place) => place.href === href) ?? null;
  };
  return { name: t('palette.recent'), items: hrefs.flatMap((href) => itemOf(href) ?? []), state: 'found' };
}

/** Stored text may be invalid. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}

type Shown = { readonly name: string; readonly address: string; readonly status?: string | undefined };

/** Symbols can be imitated, so each result shows name and address. */
const tokenDetail = ({ name, address, status }: Shown): string =>
  [name, shortAddress(address), status === 'paused' && t('palette.paused')].filter(Boolean).join(' · ');

const liquidity = (tvl: string | null, quote: Quote): string =>
  tvl === null || quote === null
    ? t('palette.noPrice')
    : isZero(tvl)
      ? t('palette.empty')
      : t('palette.tvl', { amount: rough(tvl), symbol: quote.symbol });

function useMarket(list: 'tokens' | 'pools', text: string) {
  const quote = useQuoteInput();
  // Equally good matches are sorted by liquidity.
  return useCall(
    'getMarket',
    { list, search: text, sort: 'tvl', limit: String(FEW), ...quote },
    { enabled: text !== '' && quote !== null && !isOnChain, keepsPrevious: true },
  );
}

function useTokenGroup(text: string): Group {
  const asked = useMarket('tokens', text);
  const { tokens = [], quoteToken = null } = asked.data ?? {};
  return {
    name: t('palette.tokens'),
    state: stateOf(asked),
    items: tokens.map((token) => ({
      href: `/token/${encodeURIComponent(token.address)}`,
      mark: token,
      title: token.symbol,
      detail: tokenDetail(token),
      aside: liquidity(token.tvl, quoteToken),
    })),
  };
}

/** On a chain there is no market search: filters the loaded tokens instead. */
function useChainTokens(text: string): Group {
  const { items } = useFirstTokens();
  const found = [...items.values()].filter(
    ({ address, symbol, name = '' }) => text === address || matches(`${symbol} ${name}`, text),
  );
  return {
    name: t('palette.tokens'),
    state: 'found',
    items: found.slice(0, FEW).map((token) => ({
      href: `/token/${encodeURIComponent(token.address)}`,
      mark: token,
      title: token.symbol,
      detail: tokenDetail({ ...token, name: token.name ?? '' }),
    })),
  };
}

function useChainPools(text: string): Group {
  const { items } = useFirstPools();
  const found = [...items].filter(([address, pair]) => text === address || matches(pair, text));
  return {
    name: t('palette.pools'),
    state: 'found',
    items: found.slice(0, FEW).map(([address, pair]) => ({
      href: `/pool/${encodeURIComponent(address)}`,
      mark: null,
      title: pair.replace('/', ' / '),
      detail: shortAddress(address),
    })),
  };
}

function usePoolGroups(text: string): readonly [Group, Group | null] {
  const { account } = useMe();
  const asked = useMarket('pools', poolSearch(text));
  const { pools = [], quoteToken = null } = asked.data ?? {};
  const addresses = pools.map(({ poolAddress }) => poolAddress).sort();
  const held = useCall('getLPPositions', { pool: addresses }, { enabled: account !== null && addresses.length > 0 });
  const items = pools.map((pool): Item => {
    const marks = [pool.curve === 'stable' && t('palette.stable'), pool.thin && t('palette.thin')];
    const detail = [...marks, shortAddress(pool.poolAddress), pool.status === 'paused' && t('palette.paused')];
    return {
      href: `/pool/${encodeURIComponent(pool.poolAddress)}`,
      mark: null,
      title: `${pool.symbol0} / ${pool.symbol1}`,
      detail: detail.filter(Boolean).join(' · '),
      aside: liquidity(pool.tvl, quoteToken),
    };
  });
  const own = (held.data?.positions ?? []).filter(({ lpTokens }) => !isZero(lpTokens));
  const positions = own.map(
    ({ poolAddress, lpTokens }): Item => ({
      href: `/pool/${encodeURIComponent(poolAddress)}#position`,
      mark: null,
      title: items.find(({ href }) => href === `/pool/${encodeURIComponent(poolAddress)}`)?.title ?? '',
      detail: t('palette.position', { share: rough(lpTokens) }),
    }),
  );
  return [
    { name: t('palette.pools'), state: stateOf(asked), items },
    positions.length === 0 ? null : { name: t('palette.positions'), state: 'found', items: positions },
  ];
}

function useTransactionGroup(text: string): Group | null {
  const { account } = useMe();
  const named = transactionOf(text);
  const asked = useCall('getTransaction', named ?? {}, { enabled: named !== null && account !== null });
  if (named === null || account === null || asked.error?.code === 'not_found') return null;
  const { data } = asked;
  const items: Item[] = data
    ? [
        {
          href: `/tx/${data.sequence}`,
          mark: null,
          title: t('palette.transaction', { number: written(String(data.sequence)) }),
          detail: `${data.kind} · ${data.account}`,
        },
      ]
    : [];
  return { name: t('palette.transactions'), state: stateOf(asked), items };
}
