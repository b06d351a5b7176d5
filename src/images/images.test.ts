// Images: only what decodes is stored, none of the uploaded bytes survive, and the number stored is bounded. Costs 2 s.
import { rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { newFolder } from '../../test/http/server.ts';
import { paperSideRecords } from '../../test/paper-side-records.ts';
import { imageNameIn, isImagePath, smallPath } from '../ports/images.ts';
import { draw } from './draw.ts';
import { KeptImages } from './kept-images.ts';

const square = (side: number, background = '#c0392b') =>
  sharp({ create: { width: side, height: side, channels: 4, background } });
const SCRIPT = '<script>alert(1)</script>';
let images: Record<'png' | 'jpeg' | 'webp', Buffer>;
let animated: Buffer;

beforeAll(async () => {
  images = {
    png: await square(300).png().toBuffer(),
    jpeg: await square(300).jpeg().toBuffer(),
    webp: await square(300).webp().toBuffer(),
  };
  const frames = await sharp({ create: { width: 8, height: 16, channels: 3, background: '#123456' } })
    .raw()
    .toBuffer();
  frames.fill(255, 0, frames.length / 2);
  animated = await sharp(frames, { raw: { width: 8, height: 16, channels: 3, pageHeight: 8 } })
    .webp()
    .toBuffer();
});

const refusalOf = async (bytes: Uint8Array) => {
  const drawn = await draw(bytes, 'token');
  return 'code' in drawn ? [drawn.code, drawn.why] : 'drawn';
};

/** A PNG made by hand: a header, then chunks. */
function png(width: number, height: number, ...more: readonly (readonly [kind: string, data: Buffer])[]): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 6, 0, 0, 0], 8);
  const parts = [['IHDR', header] as const, ...more, ['IEND', Buffer.alloc(0)] as const];
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...parts.map(([kind, data]) => chunk(kind, data))]);
}

function chunk(kind: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(kind, 'latin1'), data]);
  const whole = Buffer.alloc(body.length + 8);
  whole.writeUInt32BE(data.length, 0);
  body.copy(whole, 4);
  whole.writeUInt32BE(crc32(body), body.length + 4);
  return whole;
}

function crc32(bytes: Buffer): number {
  let crc = ~0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}

describe('draw', () => {
  test.each(['png', 'jpeg', 'webp'] as const)('makes two sizes of WebP from a %s', async (format) => {
    const drawn = await draw(images[format], 'token');
    if ('code' in drawn) throw new Error(drawn.why);
    const [main, small] = await Promise.all([drawn.main.data, drawn.small].map((data) => sharp(data).metadata()));
    expect([main?.format, main?.width, main?.height]).toEqual(['webp', 192, 192]);
    expect([small?.format, small?.width, small?.height]).toEqual(['webp', 64, 64]);
  });

  test('makes icons on an opaque background from the logo of the exchange', async () => {
    const drawn = await draw(await square(64, '#00000000').png().toBuffer(), 'exchange');
    if ('code' in drawn || !drawn.icons) throw new Error('no icons');
    const { maskable, apple } = drawn.icons;
    const sizes = await Promise.all([drawn.main, maskable, apple].map(({ data }) => sharp(data).metadata()));
    expect(sizes.map(({ format, width }) => [format, width])).toEqual([
      ['webp', 512],
      ['webp', 512],
      ['png', 180],
    ]);
    const { channels } = await sharp(maskable.data).stats();
    expect(channels.slice(0, 3).map(({ min }) => min)).toEqual([0xf3, 0xf2, 0xea]);
    expect((await sharp(apple.data).stats()).isOpaque).toBe(true);
  });

  test('keeps the proportions of a wide image, on a transparent background', async () => {
    const wide = await sharp({ create: { width: 400, height: 100, channels: 3, background: '#0000ff' } })
      .png()
      .toBuffer();
    const drawn = await draw(wide, 'token');
    if ('code' in drawn) throw new Error(drawn.why);
    const { data } = await sharp(drawn.main.data).raw().toBuffer({ resolveWithObject: true });
    const alphaAt = (x: number, y: number) => data[(y * 192 + x) * 4 + 3];
    expect([alphaAt(96, 96), alphaAt(96, 10)]).toEqual([255, 0]);
  });

  test('makes images that fit into a record even from pure noise', async () => {
    const noise = Buffer.from(
      Array.from({ length: 512 * 512 * 3 }, (_, at) => (Math.imul(at, 2_654_435_761) >>> 13) & 255),
    );
    const jpeg = await sharp(noise, { raw: { width: 512, height: 512, channels: 3 } })
      .jpeg({ quality: 60 })
      .toBuffer();
    const drawn = await draw(jpeg, 'exchange');
    if ('code' in drawn) throw new Error(drawn.why);
    expect(4 * Math.ceil((drawn.main.data.length + drawn.small.length) / 3)).toBeLessThan(64_000);
  });

  test('keeps only the pixels of the upload, neither metadata nor trailing data', async () => {
    const withText = await square(40)
      .withExif({ IFD0: { ImageDescription: SCRIPT } })
      .jpeg()
      .toBuffer();
    const tagged = png(1, 1, ['tEXt', Buffer.from(`Comment\0${SCRIPT}`)], ['IDAT', deflateSync(Buffer.alloc(5))]);
    const trailed = Buffer.concat([images.png, Buffer.from(SCRIPT)]);
    for (const bytes of [withText, tagged, trailed]) {
      expect(bytes.includes(SCRIPT)).toBe(true);
      const drawn = await draw(bytes, 'exchange');
      if ('code' in drawn) throw new Error(drawn.why);
      const files = [drawn.main.data, drawn.small, drawn.icons?.maskable.data, drawn.icons?.apple.data];
      for (const file of files) expect([file?.includes('<script'), file?.includes('EXIF')]).toEqual([false, false]);
    }
  });
});

describe('draw refuses', () => {
  const NO_IMAGE = ['refused', 'The file is not a PNG, JPEG or WebP image.'];
  test.each([
    ['an SVG', `<svg xmlns="http://www.w3.org/2000/svg">${SCRIPT}</svg>`],
    ['a GIF', 'GIF89a\x01\x00\x01\x00'],
    ['an AVIF', '\0\0\0\x1cftypavif'],
    ['HTML', `<!doctype html>${SCRIPT}`],
    ['an empty file', ''],
  ])('%s', async (_, text) => {
    expect(await refusalOf(Buffer.from(text, 'latin1'))).toEqual(NO_IMAGE);
  });

  test('an SVG that begins like a PNG, and a PNG that claims to be a JPEG', async () => {
    const [svg] = [
      Buffer.from(`\x89PNG\r\n\x1a\n<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>`, 'latin1'),
    ];
    expect((await refusalOf(svg))[0]).toBe('refused');
    expect((await refusalOf(Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), images.png])))[0]).toBe('refused');
  });

  test('decompression bombs: a few bytes that claim huge sizes, before anything is decoded', async () => {
    const rows = deflateSync(Buffer.alloc(1_000_000));
    expect(await refusalOf(png(50_000, 50_000, ['IDAT', rows]))).toEqual([
      'refused',
      'The image has 50000 × 50000 pixels; at most 2048 × 2048 are accepted.',
    ]);
    expect((await refusalOf(png(2049, 1, ['IDAT', rows])))[0]).toBe('refused');
    const jpeg = Buffer.from(images.jpeg);
    const frame = jpeg.indexOf(Buffer.from([0xff, 0xc0]));
    jpeg.writeUInt16BE(65_000, frame + 5);
    jpeg.writeUInt16BE(65_000, frame + 7);
    expect((await refusalOf(jpeg))[1]).toContain('65000 × 65000');
    // A colour profile of 64 MB that is 64 kB when compressed may be drawn or refused, but must not end the process.
    const profile = Buffer.concat([Buffer.from('p\0\0'), deflateSync(Buffer.alloc(64_000_000))]);
    expect(await refusalOf(png(8, 8, ['iCCP', profile], ['IDAT', deflateSync(Buffer.alloc(8 * 33))]))).toBeDefined();
  });

  test('images with one pixel too many on either side, but not those of the largest size', async () => {
    const sized = async (width: number, height: number) =>
      refusalOf(
        await sharp({ create: { width, height, channels: 3, background: '#777777' } })
          .png()
          .toBuffer(),
      );
    expect(await sized(2048, 1)).toBe('drawn');
    expect(await sized(1, 2048)).toBe('drawn');
    const words = (size: string) => `The image has ${size} pixels; at most 2048 × 2048 are accepted.`;
    expect(await sized(2049, 1)).toEqual(['refused', words('2049 × 1')]);
    expect(await sized(1, 2049)).toEqual(['refused', words('1 × 2049')]);
  });

  test('every other format and paths of files, even if sharp is called directly in this process', async () => {
    expect(await refusalOf(images.png)).toBe('drawn');
    const svg = Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>',
    );
    const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAAAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
    const path = join(await newFolder(), 'image.png');
    await writeFile(path, images.png);
    for (const hostile of [svg, gif, path]) await expect(sharp(hostile).metadata()).rejects.toThrow();
    await rm(dirname(path), { recursive: true });
  });

  test('animations: a WebP of two frames, and an animated PNG', async () => {
    expect((await sharp(animated).metadata()).pages).toBe(2);
    const moving = ['refused', 'The image is animated; use a still one.'];
    expect(await refusalOf(animated)).toEqual(moving);
    expect(await refusalOf(png(8, 8, ['acTL', Buffer.alloc(8)]))).toEqual(moving);
  });

  test('images that are cut off after 10, 50 or 90 % of their bytes', async () => {
    for (const whole of Object.values(images)) {
      for (const part of [0.1, 0.5, 0.9]) {
        expect((await refusalOf(whole.subarray(0, Math.floor(whole.length * part))))[0]).toBe('refused');
      }
    }
  });

  test('files of more than 1 MB, from the first byte too many', async () => {
    const most = Buffer.concat([images.png, Buffer.alloc(1024 * 1024 - images.png.length)]);
    expect(await refusalOf(most)).toBe('drawn');
    expect(await refusalOf(Buffer.concat([most, Buffer.alloc(1)]))).toEqual([
      'refused',
      'The image is larger than 1 MB.',
    ]);
    const large = Buffer.concat([images.png, Buffer.alloc(1024 * 1024)]);
    expect(await refusalOf(large)).toEqual(['refused', 'The image is larger than 1 MB.']);
  });
});

describe('a stored image', () => {
  test('has one path, however often it was uploaded', async () => {
    const records = paperSideRecords();
    const [one, two] = [new KeptImages(records), new KeptImages(records)];
    const [first, again] = await Promise.all([one.keep(images.png, 'token'), two.keep(images.png, 'token')]);
    expect(again).toEqual(first);
    const { path } = first as { path: string };
    expect(isImagePath(path)).toBe(true);
    const [main, small] = [await two.find(imageNameIn(path)), await two.find(imageNameIn(smallPath(path)))];
    expect([main?.type, small?.type]).toEqual(['image/webp', 'image/webp']);
    expect(small?.data.length).toBeLessThan(main?.data.length ?? 0);
    expect(await one.iconsOf(path)).toBeUndefined();
    expect((await records.find('images', 'all'))?.body).toMatch(/^\{"count":1,/);
  });

  test('has icons if it is the logo of the exchange', async () => {
    const kept = new KeptImages(paperSideRecords());
    const { path } = (await kept.keep(images.jpeg, 'exchange')) as { path: string };
    const icons = await kept.iconsOf(path);
    expect([await kept.has(icons?.maskable ?? ''), await kept.has(icons?.apple ?? '')]).toEqual([true, true]);
  });

  test('is refused if as many images are stored as allowed', async () => {
    const kept = new KeptImages(paperSideRecords(), { maxCount: 2 });
    const colours = ['#111111', '#222222', '#333333'];
    const all = await Promise.all(
      colours.map(async (colour) => kept.keep(await square(9, colour).png().toBuffer(), 'token')),
    );
    expect(all.filter((one) => 'path' in one)).toHaveLength(2);
    expect(all.find((one) => 'code' in one)).toMatchObject({ code: 'full' });
  });

  test('is refused if the total size would be larger than allowed', async () => {
    const records = paperSideRecords();
    await new KeptImages(records).keep(images.png, 'token');
    const { bytes } = JSON.parse((await records.find('images', 'all'))?.body ?? '') as { bytes: number };
    for (const [maxBytes, found] of [
      [bytes, 'path'],
      [bytes - 1, 'code'],
    ] as const) {
      const kept = await new KeptImages(paperSideRecords(), { maxBytes }).keep(images.png, 'token');
      expect([maxBytes, found in kept]).toEqual([maxBytes, true]);
    }
  });

  test('is found only under the extension of its own type', async () => {
    const kept = new KeptImages(paperSideRecords());
    const { path } = (await kept.keep(images.png, 'token')) as { path: string };
    expect([await kept.has(path), await kept.has(path.replace('.webp', '.png'))]).toEqual([true, false]);
  });

  test('is read once while it is cached, and the most recently used is evicted last', async () => {
    const records = paperSideRecords();
    let reads = 0;
    const counted = {
      ...records,
      find: (kind: string, id: string) => {
        if (kind === 'image') reads += 1;
        return records.find(kind, id);
      },
    };
    const paths: string[] = [];
    for (const colour of ['#111111', '#222222', '#333333']) {
      const kept = await new KeptImages(records).keep(await square(9, colour).png().toBuffer(), 'token');
      paths.push((kept as { path: string }).path);
    }
    const sizes = await Promise.all(
      paths.map(async (path) => {
        const [main, small] = [path, smallPath(path)].map((one) => new KeptImages(records).find(imageNameIn(one)));
        return ((await main)?.data.length ?? 0) + ((await small)?.data.length ?? 0);
      }),
    );
    const [one = '', two = '', three = ''] = paths;
    // Room for any two of them, and for no third.
    const cached = new KeptImages(counted, { cacheBytes: Math.max(...sizes) * 2 });
    const readsOf = async (path: string) => {
      reads = 0;
      expect(await cached.has(path)).toBe(true);
      return reads;
    };
    const asked = [one, two, one, three, one, two];
    const found: number[] = [];
    for (const path of asked) found.push(await readsOf(path));
    expect(found).toEqual([1, 1, 0, 1, 0, 1]);
  });

  test('is found even if it is too large for the cache', async () => {
    const kept = new KeptImages(paperSideRecords(), { cacheBytes: 1 });
    const { path } = (await kept.keep(images.png, 'token')) as { path: string };
    for (const _ of [1, 2]) expect(await kept.has(path)).toBe(true);
  });

  test('is refused as busy if many others are being decoded: 7 of 25 at once', async () => {
    const kept = new KeptImages(paperSideRecords());
    const all = await Promise.all(Array.from({ length: 25 }, () => kept.keep(images.webp, 'token')));
    expect(all.filter((one) => 'code' in one && one.code === 'busy')).toHaveLength(7);
  });
});

test.each(['../etc/passwd', `${'a'.repeat(64)}.svg`, `${'A'.repeat(64)}.webp`, `${'a'.repeat(64)}-s.webp/..`, ''])(
  'nothing is found under %j, which is not the name of an image',
  async (name) => expect(await new KeptImages(paperSideRecords()).find(name)).toBeUndefined(),
);
