// The contradictions that an audit can find in the stored data.

/** The first contradiction that was found. */
export class AuditOffence extends Error {
  override name = 'AuditOffence';
}

/** The journal is sound by itself, but it is not the one that the public log has recorded. */
export class LogOffence extends AuditOffence {
  override name = 'LogOffence';
}

/** Only the market data is wrong, which can be counted again; everything else is correct. */
export class MarketOffence extends AuditOffence {
  override name = 'MarketOffence';
}

export function must(condition: boolean, offence: string): asserts condition {
  if (!condition) throw new AuditOffence(offence);
}
