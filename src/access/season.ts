// The current season of an exchange, counted from 1; each season begins with an empty market.
import type { SideRecords } from '../ports/side-records.ts';
import { SideKind } from './side-kind.ts';

export type Season = { readonly number: number; readonly startedAtMs: number };

export const seasonKind = (records: SideRecords): SideKind<Season> => new SideKind(records, SEASON_KIND);
export const SEASON_KIND = 'season';
export const SEASON_ID = 'current';

/** An exchange is in its first season until another begins. */
export const seasonOf = async (records: SideRecords): Promise<number> =>
  (await seasonKind(records).find(SEASON_ID))?.body.number ?? 1;

export const openingReference = (season: number): string => `season ${season} opening`;

/** True for the reference of an opening deposit: of an import, an invitation or a season. */
export const isOpening = (reference: string): boolean =>
  /^(import .+|invitation .+|season \d+ opening)$/.test(reference);
