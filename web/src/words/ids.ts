// The ids of all texts, from the English catalogue: one line for each area.

export type Id =
  | keyof typeof import('./en/account.json', { with: { type: 'json' }})
  | keyof typeof import('./en/activity.json', { with: { type: 'json' }})
  | keyof typeof import('./en/brand.json', { with: { type: 'json' }})
  | keyof typeof import('./en/errors.json', { with: { type: 'json' }})
  | keyof typeof import('./en/faucet.json', { with: { type: 'json' }})
  | keyof typeof import('./en/import.json', { with: { type: 'json' }})
  | keyof typeof import('./en/market.json', { with: { type: 'json' }})
  | keyof typeof import('./en/operator.json', { with: { type: 'json' }})
  | keyof typeof import('./en/palette.json', { with: { type: 'json' }})
  | keyof typeof import('./en/parts.json', { with: { type: 'json' }})
  | keyof typeof import('./en/picker.json', { with: { type: 'json' }})
  | keyof typeof import('./en/pool.json', { with: { type: 'json' }})
  | keyof typeof import('./en/pools.json', { with: { type: 'json' }})
  | keyof typeof import('./en/people.json', { with: { type: 'json' }})
  | keyof typeof import('./en/portfolio.json', { with: { type: 'json' }})
  | keyof typeof import('./en/send.json', { with: { type: 'json' }})
  | keyof typeof import('./en/shell.json', { with: { type: 'json' }})
  | keyof typeof import('./en/swap.json', { with: { type: 'json' }})
  | keyof typeof import('./en/tokens.json', { with: { type: 'json' }})
  | keyof typeof import('./en/transaction.json', { with: { type: 'json' }})
  | keyof typeof import('./en/worth.json', { with: { type: 'json' }});
