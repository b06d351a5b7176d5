// The years to choose from, and the file of one.

/** The years offered: tax offices rarely ask for older ones, and `all` has them. */
const MOST = 8;

/** The present year (UTC) first. */
export const yearsUntil = (nowMs: number): readonly string[] =>
  Array.from({ length: MOST }, (_, at) => String(new Date(nowMs).getUTCFullYear() - at));

/** A CSV file begins with a byte order mark, without which Excel takes every other letter than a to z for several. */
export function filePath(input: Readonly<Record<string, string>>, format: 'csv' | 'ndjson'): string {
  const query = new URLSearchParams({ ...input, format, ...(format === 'csv' && { bom: 'true' }) });
  return `/getGains?${query}`;
}
