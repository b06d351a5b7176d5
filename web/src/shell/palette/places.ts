// Screens and actions that the palette finds by name.
import { MODES, OF_THE_LEDGER, SECTIONS } from '../../routes.ts';
import type { Id } from '../../words/words.ts';

export type Place = {
  readonly href: string;
  readonly name: Id;
  readonly isForOperators?: boolean;
  readonly isOfLedger?: boolean;
  /** Exists only with a public log. */
  readonly isOfLog?: boolean;
};

export const PLACES: readonly Place[] = [
  ...MODES.map((mode) => ({
    href: mode === 'swap' ? '/' : `/?mode=${mode}`,
    name: `palette.go.${mode}` as const,
    isOfLedger: mode !== 'swap',
  })),
  { href: '/pools', name: 'palette.go.pools' },
  { href: '/tokens', name: 'palette.go.tokens' },
  { href: '/portfolio', name: 'palette.go.portfolio' },
  { href: '/portfolio#orders', name: 'palette.go.orders', isOfLedger: true },
  { href: '/portfolio?sheet=counted', name: 'portfolio.counted', isOfLog: true },
  { href: '/gains', name: 'palette.go.gains', isOfLedger: true },
  { href: '/activity', name: 'palette.go.activity' },
  { href: '/pools?sort=apr', name: 'palette.go.add' },
  { href: '/portfolio#positions', name: 'palette.go.withdraw' },
  { href: '/portfolio?sheet=send', name: 'palette.go.send', isOfLedger: true },
  { href: '/account', name: 'palette.go.account' },
  { href: '/account/requests', name: 'palette.go.requests' },
  { href: '/docs/', name: 'palette.go.docs' },
  ...SECTIONS.map((section) => ({
    href: `/operator/${section}`,
    name: `palette.go.operator.${section}` as const,
    isForOperators: true,
    isOfLedger: OF_THE_LEDGER.includes(section),
  })),
];
