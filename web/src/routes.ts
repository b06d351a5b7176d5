// The page's paths, for the router and for the search, so that the search knows every screen.

export const ROUTES = [
  '/',
  '/tokens',
  '/token/:address',
  '/pools',
  '/pool/:address',
  '/portfolio',
  '/gains',
  '/activity',
  '/tx/:id',
  '/account/*?',
  '/join',
  '/operator/*?',
] as const;
export type RoutePath = (typeof ROUTES)[number];

/** The tabs of `/`. */
export const MODES = ['swap', 'limit', 'stop', 'recurring'] as const;
export type Mode = (typeof MODES)[number];

/** The sections of `/operator`, in their order. */
export const SECTIONS = [
  'health',
  'journal',
  'accounts',
  'movements',
  'tokens',
  'pools',
  'orders',
  'keys',
  'invitations',
  'webhooks',
  'branding',
  'audit',
] as const;
export type Section = (typeof SECTIONS)[number];

/** Sections that do not exist if the exchange settles on a chain. */
export const OF_THE_LEDGER: readonly Section[] = ['movements', 'orders', 'webhooks', 'audit'];
