// The ids of all texts, from the English catalogue: one line for each area.

export type Id = keyof typeof import('./en/shell.json', { with: { type: 'json' }});
