// Which parts of the market are unfolded on a narrow page, as the URL keeps it: names separated by commas.
const PARTS = ['chart', 'depth', 'trades', 'own'] as const;
export type PartName = (typeof PARTS)[number];

export const unfoldedOf = (text: string): readonly PartName[] => PARTS.filter((name) => text.split(',').includes(name));

/** The text with one part folded or unfolded. */
export const withFold = (text: string, name: PartName, isUnfolded: boolean): string =>
  PARTS.filter((one) => (one === name ? isUnfolded : unfoldedOf(text).includes(one))).join(',');
