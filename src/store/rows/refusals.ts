// Remembered refusals, which expire: how they give way, how they go, and how it is noticed that they changed.

/** Tells one state of the replies from another, even where as many were forgotten as came. */
export const replyMark = ({ count, times }: { readonly count: unknown; readonly times: unknown }): string =>
  `${count} ${times}`;
/** Its columns; times by their remainders, so that no number of them adds up to more than can be counted. */
export const REPLY_MARK = 'count(*) AS count, coalesce(sum(refused_at_ms % 1000003), 0) AS times';

/** An expired refusal gives way to what comes under its key; a success in its place fails by NOT NULL. */
export const INSTEAD_OF_REFUSAL = `ON CONFLICT (actor, key) DO UPDATE SET
  fingerprint = CASE WHEN replies.sequence IS NULL THEN excluded.fingerprint END,
  sequence = excluded.sequence, rejection = excluded.rejection, refused_at_ms = excluded.refused_at_ms`;

/** For each refusal that is remembered so many expired ones go, so that they never pile up and no commit waits long. */
const EXPIRED_FOR_EACH = 2;

/** How many expired refusals are to go with a commit, and those of when; undefined when none. */
export function sweepOf(
  replies: readonly { readonly outcome: object; readonly decidedAtMs: number }[],
  refusalRetentionMs: number,
): { readonly limit: number; readonly untilMs: number } | undefined {
  const refusals = replies.filter(({ outcome }) => 'refusal' in outcome);
  const [first] = refusals;
  return first && { limit: EXPIRED_FOR_EACH * refusals.length, untilMs: first.decidedAtMs - refusalRetentionMs };
}
