// Images that the exchange stores and serves from its own origin: logos of tokens, and the logo of the exchange.

/** The purpose of an image, which decides the sizes it is stored in. */
export type ImageUse = 'token' | 'exchange';

export type ImageFile = { readonly type: 'image/webp' | 'image/png'; readonly data: Buffer };

/** Paths of the app icons that are made from the exchange's own logo. */
export type Icons = { readonly maskable: string; readonly apple: string };

export type NoImage = {
  /**
   * `refused`: not a usable image. `unavailable`: this server cannot decode images. `full`: the limit of stored images is
   * reached. `busy`: too many images are being decoded.
   */
  readonly code: 'refused' | 'unavailable' | 'full' | 'busy';
  /** The reason, as a sentence. */
  readonly why: string;
};

export interface Images {
  /** Decodes an image, encodes it anew and stores it. Its path contains the hash of its content, so the same image has the same path. */
  keep(bytes: Uint8Array, use: ImageUse): Promise<{ readonly path: string } | NoImage>;
  /** Finds an image by the last part of its path. */
  find(name: string): Promise<ImageFile | undefined>;
  has(path: string): Promise<boolean>;
  /** The app icons of the exchange's logo; undefined if the image was stored for another purpose. */
  iconsOf(path: string): Promise<Icons | undefined>;
}

const PLACE = '/images/';
const NAME = /^([0-9a-f]{64})(-s)?\.(webp|png)$/;
const PATH = /^\/images\/[0-9a-f]{64}\.(webp|png)$/;

/** True if a text has the form of a path that `keep` returns; the image need not exist. */
export const isImagePath = (text: string): boolean => PATH.test(text);

export const imagePath = (hash: string, { type }: Pick<ImageFile, 'type'>): string =>
  `${PLACE}${hash}.${type.replace('image/', '')}`;

/** Path of the same image in a smaller size. */
export const smallPath = (path: string): string => path.replace(/\.(?=\w+$)/, '-s.');

/** Parses the last part of an image's path; undefined if it is not the name of an image. */
export function readImageName(
  name: string,
): { readonly hash: string; readonly isSmall: boolean; type: string } | undefined {
  const [, hash, small, ending] = NAME.exec(name) ?? [];
  return hash === undefined ? undefined : { hash, isSmall: small !== undefined, type: `image/${ending}` };
}

export const imageNameIn = (path: string): string => path.slice(PLACE.length);
