// Which logos the page shows: images of this server alone. What is registered from elsewhere is never loaded.
const OWN = /^\/images\/[0-9a-f]{64}\.(webp|png)$/;

/** The path of a logo that may be shown; null where there is none. */
export const ownLogo = (logo: string | undefined): string | null =>
  logo !== undefined && OWN.test(logo) ? logo : null;

/** The same image at the smaller of its two sizes. */
export const smallLogo = (path: string): string => path.replace(/\.(?=\w+$)/, '-s.');
