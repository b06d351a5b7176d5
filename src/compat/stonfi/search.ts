// Searches of assets and pools.
import Type, { type Static } from 'typebox';
import type { PoolEntry, TokenEntry } from '../lists.ts';
import type { Directory } from './ask.ts';
import { MAX_CONDITION_LENGTH, readCondition } from './condition.ts';
import { tagsOf } from './shape.ts';

/** One text, or several of them. */
const Texts = Type.Optional(
  Type.Union([Type.String({ maxLength: 128 }), Type.Array(Type.String({ maxLength: 128 }), { maxItems: 100 })], {
    title: 'a text of up to 128 characters, or up to 100 of them',
  }),
);

/** A body has a number, a query its digits. */
const Limit = Type.Optional(
  Type.Union([Type.Integer({ minimum: 0 }), Type.String({ pattern: '^[0-9]{1,9}$' })], { title: 'a whole number' }),
);

const shared = {
  condition: Type.Optional(Type.String({ maxLength: MAX_CONDITION_LENGTH, description: 'Tags joined by |, & and !.' })),
  limit: Limit,
};

export const AssetSearch = Type.Object({ ...shared, search_terms: Texts, unconditional_assets: Texts });
export const PoolSearch = Type.Object({ ...shared, search_term: Texts, unconditional_asset: Texts });

/** Assets that meet the condition and contain one of the terms, and those that are wanted in any case. */
export function searchAssets(directory: Directory, search: Static<typeof AssetSearch>): readonly TokenEntry[] {
  const [meets, contains] = [readCondition(search.condition ?? ''), textSearch(search.search_terms)];
  const wanted = new Set([search.unconditional_assets ?? []].flat());
  const found = directory.assets.filter(
    (token) => wanted.has(token.address) || (contains(token) && meets(new Set(tagsOf(token, directory)))),
  );
  return found.slice(0, Number(search.limit ?? found.length));
}

/** Pools of which both tokens meet the condition, and which contain one of the terms; and those of a token that is wanted in any case. */
export function searchPools(directory: Directory, search: Static<typeof PoolSearch>): readonly PoolEntry[] {
  const [meets, contains] = [readCondition(search.condition ?? ''), textSearch(search.search_term)];
  const wanted = new Set([search.unconditional_asset ?? []].flat());
  const meeting = new Set(
    directory.assets.filter((token) => meets(new Set(tagsOf(token, directory)))).map(({ address }) => address),
  );
  const found = directory.pools.filter(({ poolAddress, jetton0, jetton1 }) => {
    if (wanted.has(jetton0) || wanted.has(jetton1)) return true;
    if (!meeting.has(jetton0) || !meeting.has(jetton1)) return false;
    const tokens = [jetton0, jetton1].flatMap((address) => directory.tokens.get(address) ?? []);
    return contains({ address: poolAddress, symbol: '', name: '' }) || tokens.some(contains);
  });
  return found.slice(0, Number(search.limit ?? found.length));
}

type Searchable = Pick<TokenEntry, 'address' | 'symbol' | 'name'>;

/** Finds text in names and symbols whatever its case, and whole addresses. */
function textSearch(terms: string | readonly string[] | undefined): (one: Searchable) => boolean {
  const wanted = [terms ?? []].flat().filter((term) => term !== '');
  const lower = wanted.map((term) => term.toLowerCase());
  if (wanted.length === 0) return () => true;
  return ({ address, symbol, name }) =>
    wanted.includes(address) || lower.some((term) => `${symbol} ${name}`.toLowerCase().includes(term));
}
