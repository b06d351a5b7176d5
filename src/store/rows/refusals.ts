// SQL for stored refusals, which expire: replaces and deletes them, and notices changes.

/** A mark that changes when replies do, even if as many expired as were added. Sums remainders of times, so that it cannot overflow. */
export const REPLY_MARK = 'SELECT count(*) AS count, coalesce(sum(refused_at_ms % 1000003), 0) AS times FROM replies';

/** The end of an INSERT: replaces an expired refusal under the same key. For a stored success, `fingerprint NOT NULL` makes it fail. */
export const INSTEAD_OF_REFUSAL = `ON CONFLICT (actor, key) DO UPDATE SET
  fingerprint = CASE WHEN replies.sequence IS NULL THEN excluded.fingerprint END,
  sequence = excluded.sequence, rejection = excluded.rejection, refused_at_ms = excluded.refused_at_ms`;

/** Expired refusals deleted for each new one: more than one, so that they do not accumulate, and few, so that no commit is slow. */
const EXPIRED_FOR_EACH = 2;

/** How many expired refusals to delete with a commit, and up to which time; undefined for none. */
export function sweepOf(
  replies: readonly { readonly outcome: object; readonly decidedAtMs: number }[],
  refusalRetentionMs: number,
): { readonly limit: number; readonly untilMs: number } | undefined {
  const refusals = replies.filter(({ outcome }) => 'refusal' in outcome);
  const [first] = refusals;
  return first && { limit: EXPIRED_FOR_EACH * refusals.length, untilMs: first.decidedAtMs - refusalRetentionMs };
}
