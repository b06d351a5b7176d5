// Screens and actions that the palette finds by name.
import type { Id } from '../../words/words.ts';

export type Place = {
  readonly href: string;
  readonly name: Id;
  readonly isForOperators?: boolean;
  readonly isOfLedger?: boolean;
};

const OPERATOR = [
  'health',
  'journal',
  'accounts',
  'movements',
  'tokens',
  'pools',
  'keys',
  'webhooks',
  'audit',
] as const;

/** Operator screens that do not exist if the exchange settles on a chain. */
const OF_LEDGER: readonly string[] = ['movements', 'webhooks', 'audit'];

export const PLACES: readonly Place[] = [
  { href: '/', name: 'palette.go.swap' },
  { href: '/pools', name: 'palette.go.pools' },
  { href: '/tokens', name: 'palette.go.tokens' },
  { href: '/portfolio', name: 'palette.go.portfolio' },
  { href: '/activity', name: 'palette.go.activity' },
  { href: '/pools?sort=apr', name: 'palette.go.add' },
  { href: '/portfolio#positions', name: 'palette.go.withdraw' },
  { href: '/portfolio?sheet=send', name: 'palette.go.send', isOfLedger: true },
  { href: '/docs/', name: 'palette.go.docs' },
  ...OPERATOR.map((section) => ({
    href: `/operator/${section}`,
    name: `palette.go.operator.${section}` as const,
    isForOperators: true,
    isOfLedger: OF_LEDGER.includes(section),
  })),
];
