// Decodes an uploaded image and draws it anew: none of the uploaded bytes are kept.
import type { OutputInfo, Sharp } from 'sharp';
import type { ImageFile, ImageUse, NoImage } from '../ports/images.ts';

/** The files made from an image. */
export type DrawnImage = {
  readonly main: ImageFile;
  readonly small: Buffer;
  readonly icons?: { readonly maskable: ImageFile; readonly apple: ImageFile };
};

/** Pixels along a side; decoded, the largest takes 16 MB. */
const MAX_SIDE = 2048;
const MAX_INPUT_BYTES = 1024 * 1024;
/** Limits of the main and the small file: stored together in base64 and JSON, they take less than 64 kB. */
const [MAX_BYTES, MAX_SMALL_BYTES] = [40_000, 8_000];
const SIDES: Readonly<Record<ImageUse, { readonly main: number; readonly small: number }>> = {
  token: { main: 192, small: 64 },
  exchange: { main: 512, small: 192 },
};
const TIMEOUT_S = 5;

/** Recognises formats by content: a file's name and claimed type do not matter. */
const BEGINS: readonly (readonly [format: string, begin: RegExp])[] = [
  ['png', /^\x89PNG\r\n/],
  ['jpeg', /^\xff\xd8\xff/],
  ['webp', /^RIFF[\s\S]{4}WEBP/],
];

const CLEAR = { r: 0, g: 0, b: 0, alpha: 0 };
/** The background of phone icons, which cannot be transparent: that of the page. */
const PAPER = '#f3f2ea';

/** Never throws for a faulty image. */
export async function draw(bytes: Uint8Array, use: ImageUse): Promise<DrawnImage | NoImage> {
  if (bytes.length > MAX_INPUT_BYTES) return refused('The image is larger than 1 MB.');
  const begin = Buffer.from(bytes.subarray(0, 16)).toString('latin1');
  const format = BEGINS.find(([, begins]) => begins.test(begin))?.[0];
  if (format === undefined) return refused('The file is not a PNG, JPEG or WebP image.');
  if (format === 'png' && isAnimatedPng(bytes)) return refused(ANIMATED);
  const sharp = await loadSharp();
  if (!sharp) return { code: 'unavailable', why: UNAVAILABLE };
  try {
    const open = () =>
      sharp(bytes, { limitInputPixels: MAX_SIDE * MAX_SIDE, failOn: 'warning', pages: 1 }).timeout({
        seconds: TIMEOUT_S,
      });
    // Reads the header only.
    const { format: found, width, height, pages = 1 } = await sharp(bytes, { limitInputPixels: false }).metadata();
    if (found !== format) return refused('The file is not a PNG, JPEG or WebP image.');
    if (pages > 1) return refused(ANIMATED);
    if (width > MAX_SIDE || height > MAX_SIDE) {
      return refused(`The image has ${width} × ${height} pixels; at most ${MAX_SIDE} × ${MAX_SIDE} are accepted.`);
    }
    return await drawAll(open, use);
  } catch (error) {
    return refused(`The image cannot be decoded: ${firstLine(error)}.`);
  }
}

async function drawAll(open: () => Sharp, use: ImageUse): Promise<DrawnImage> {
  // The upload is decoded once: all files are drawn from these pixels alone.
  const side = SIDES[use].main;
  const fit = { width: side, height: side, fit: 'contain', background: CLEAR } as const;
  const { data, info } = await open()
    .autoOrient()
    .resize(fit)
    .ensureAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { default: sharp } = await import('sharp');
  const pixels = () => sharp(data, { raw: info });
  const webp = { type: 'image/webp' } as const;
  const small = await smallest(() => pixels().resize(SIDES[use].small), MAX_SMALL_BYTES);
  const main = { ...webp, data: await smallest(pixels, MAX_BYTES) };
  if (use === 'token') return { main, small };
  const onPaper = async (side: number, inner: number) => {
    const logo = await pixels().resize(inner).png().toBuffer();
    const paper = sharp({ create: { width: side, height: side, channels: 3, background: PAPER } });
    return paper
      .composite([{ input: logo }])
      .raw()
      .toBuffer({ resolveWithObject: true });
  };
  // Phones may cut the icon to a circle: one of 512 contains a square of 362. W3C's safe zone, four fifths, contains one of 289.
  const [masked, touched] = await Promise.all([onPaper(512, 352), onPaper(180, 148)]);
  const redrawn = ({ data, info }: Pixels) => sharp(data, { raw: info });
  const maskable = { ...webp, data: await smallest(() => redrawn(masked), MAX_BYTES) };
  const apple = { type: 'image/png', data: await redrawn(touched).png({ palette: true }).toBuffer() } as const;
  return { main, small, icons: { maskable, apple } };
}

type Pixels = { readonly data: Buffer; readonly info: OutputInfo };

/** A WebP of at most `most` bytes in the best quality that fits; lossless first, which is smallest for flat drawings. */
async function smallest(pixels: () => Sharp, most: number): Promise<Buffer> {
  const ways = [{ lossless: true }, { quality: 90 }, { quality: 75 }, { quality: 50 }, { quality: 20 }, { quality: 1 }];
  for (const way of ways) {
    const data = await pixels().webp(way).toBuffer();
    if (data.length <= most) return data;
  }
  throw new Error('it has too much detail');
}

const refused = (why: string): NoImage => ({ code: 'refused', why });
const ANIMATED = 'The image is animated; use a still one.';
const UNAVAILABLE =
  'This server cannot decode images: the optional package sharp is not installed. Install it with npm install sharp and start again.';

/** The first line of a decoder's error: further lines may be about the decoder's own files. */
const firstLine = (error: unknown): string => {
  const [line = ''] = String((error as Error).message).split('\n');
  return (
    line
      .replace(/[^\x20-\x7e]/g, '')
      .replace(/[.:\s]+$/, '')
      .slice(0, 120) || 'it is damaged'
  );
};

/** True if a chunk `acTL` comes before the first pixels. */
function isAnimatedPng(bytes: Uint8Array): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 8; at + 8 <= bytes.length; at += 12 + view.getUint32(at)) {
    const kind = Buffer.from(bytes.subarray(at + 4, at + 8)).toString('latin1');
    if (kind === 'acTL') return true;
    if (kind === 'IDAT') return false;
  }
  return false;
}

type SharpModule = typeof import('sharp').default;
let loaded: Promise<SharpModule | undefined> | undefined;

/** Enables decoders for three formats only. The package is optional and large: an exchange without images never loads it. */
function loadSharp(): Promise<SharpModule | undefined> {
  loaded ??= import('sharp').then(
    ({ default: sharp }) => {
      sharp.block({ operation: ['VipsForeignLoad'] });
      sharp.unblock({
        operation: ['VipsForeignLoadPngBuffer', 'VipsForeignLoadJpegBuffer', 'VipsForeignLoadWebpBuffer'],
      });
      // Nothing is decoded twice, and a logo needs no second thread.
      sharp.cache(false);
      sharp.concurrency(1);
      return sharp;
    },
    () => undefined,
  );
  return loaded;
}
