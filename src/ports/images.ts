// Images that the exchange keeps and serves from its own origin: logos of tokens, and its own.

/** What it is drawn for, which decides the sizes. */
export type ImageUse = 'token' | 'exchange';

export type ImageFile = { readonly type: 'image/webp' | 'image/png'; readonly data: Buffer };

/** Further files that are made of the exchange's own logo, by their paths. */
export type Icons = { readonly maskable: string; readonly apple: string };

export type NoImage = {
  /** `refused`: it is no image that can be used. `unavailable`: this server cannot decode any. `full`: no more are kept. */
  readonly code: 'refused' | 'unavailable' | 'full' | 'busy';
  /** A sentence. */
  readonly why: string;
};

export interface Images {
  /** Decodes it and draws it anew; the same image has the same path, which always shows the same. */
  keep(bytes: Uint8Array, use: ImageUse): Promise<{ readonly path: string } | NoImage>;
  /** By the last part of its path. */
  find(name: string): Promise<ImageFile | undefined>;
  has(path: string): Promise<boolean>;
  /** Undefined where it was not kept for the exchange. */
  iconsOf(path: string): Promise<Icons | undefined>;
}

const PLACE = '/images/';
const NAME = /^([0-9a-f]{64})(-s)?\.(webp|png)$/;
const PATH = /^\/images\/[0-9a-f]{64}\.(webp|png)$/;

/** Whether a text is the path of an image as `keep` answers it; it may be none that is kept. */
export const isImagePath = (text: string): boolean => PATH.test(text);

export const imagePath = (hash: string, { type }: Pick<ImageFile, 'type'>): string =>
  `${PLACE}${hash}.${type.replace('image/', '')}`;

/** The same image in a smaller size. */
export const smallPath = (path: string): string => path.replace(/\.(?=\w+$)/, '-s.');

/** What the last part of a path names; undefined where it is no name of an image. */
export function readImageName(
  name: string,
): { readonly hash: string; readonly isSmall: boolean; type: string } | undefined {
  const [, hash, small, ending] = NAME.exec(name) ?? [];
  return hash === undefined ? undefined : { hash, isSmall: small !== undefined, type: `image/${ending}` };
}

export const imageNameIn = (path: string): string => path.slice(PLACE.length);
