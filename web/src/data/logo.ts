// Shows logos that this server hosts; an image registered at another address is never loaded.
const OWN = /^\/images\/[0-9a-f]{64}\.(webp|png)$/;

/** The path of a logo, or null if it is missing or hosted elsewhere. */
export const ownLogo = (logo: string | undefined): string | null =>
  logo !== undefined && OWN.test(logo) ? logo : null;

/** The same image at the smaller of its two sizes. */
export const smallLogo = (path: string): string => path.replace(/\.(?=\w+$)/, '-s.');
