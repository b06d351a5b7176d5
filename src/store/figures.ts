// How large an exchange has grown, counted in the same way in every database.
import type { Figures } from '../exchange/store.ts';

export const FIGURES_COLUMNS = `sequence,
  (SELECT count(*) FROM tokens) AS tokens,
  (SELECT count(*) FROM pools) AS pools,
  (SELECT count(*) FROM keys WHERE role = 'trader' AND revoked_at_ms IS NULL) AS traders,
  (SELECT count(*) FROM keys WHERE role = 'operator' AND revoked_at_ms IS NULL) AS operators`;

export type FiguresRow = Record<'sequence' | 'tokens' | 'pools' | 'traders' | 'operators', number>;

export const toFigures = ({ traders, operators, ...row }: FiguresRow, bytes: number): Figures => ({
  sequence: row.sequence,
  tokens: row.tokens,
  pools: row.pools,
  keys: { trader: traders, operator: operators },
  bytes,
});
