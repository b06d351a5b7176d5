// Stores images as side records (small records beside the journal), by the hash of their content: cached, and limited in total.
import { createHash } from 'node:crypto';
import { SideKind } from '../access/side-kind.ts';
import { update } from '../access/update.ts';
import {
  type Icons,
  type ImageFile,
  type Images,
  type ImageUse,
  imageNameIn,
  imagePath,
  type NoImage,
  readImageName,
} from '../ports/images.ts';
import type { SideRecordChange, SideRecords } from '../ports/side-records.ts';
import { Semaphore } from '../thread/semaphore.ts';
import { type DrawnImage, draw } from './draw.ts';

type Body = {
  readonly type: ImageFile['type'];
  readonly data: string;
  readonly small?: string;
  readonly icons?: Icons;
};
/** Number and size of all images. */
type Total = { readonly count: number; readonly bytes: number };
type Kept = {
  readonly type: ImageFile['type'];
  readonly data: Buffer;
  readonly small: Buffer | undefined;
  readonly icons: Icons | undefined;
};

export type KeepOptions = {
  readonly maxCount?: number;
  readonly maxBytes?: number;
  /** Size of the cache of recently used images. */
  readonly cacheBytes?: number;
  readonly now?: () => number;
};

/** Images decoded at once, and the most uploads that may wait for that. */
const [AT_ONCE, WAITING] = [2, 16];

export class KeptImages implements Images {
  readonly #records: SideRecords;
  readonly #kind: SideKind<Body>;
  readonly #totals: SideKind<Total>;
  readonly #options: Required<KeepOptions>;
  readonly #cache = new Map<string, Kept>();
  #cachedBytes = 0;
  readonly #drawing = new Semaphore(AT_ONCE);

  constructor(records: SideRecords, options: KeepOptions = {}) {
    this.#records = records;
    this.#kind = new SideKind(records, 'image');
    this.#totals = new SideKind(records, 'images');
    this.#options = { maxCount: 25_000, maxBytes: 512e6, cacheBytes: 32e6, now: Date.now, ...options };
  }

  async keep(bytes: Uint8Array, use: ImageUse): Promise<{ readonly path: string } | NoImage> {
    if (this.#drawing.waiting >= WAITING) return BUSY;
    return this.#drawing.run(async () => {
      const drawn = await draw(bytes, use);
      return 'code' in drawn ? drawn : this.#add(drawn);
    });
  }

  async find(name: string): Promise<ImageFile | undefined> {
    const asked = readImageName(name);
    const kept = asked && (await this.#kept(asked.hash));
    if (!kept || kept.type !== asked.type) return undefined;
    const data = asked.isSmall ? kept.small : kept.data;
    return data && { type: kept.type, data };
  }

  async has(path: string): Promise<boolean> {
    return (await this.find(imageNameIn(path))) !== undefined;
  }

  async iconsOf(path: string): Promise<Icons | undefined> {
    const named = readImageName(imageNameIn(path));
    return named && (await this.#kept(named.hash))?.icons;
  }

  /** Stores an image and its icons in one commit; refuses it if the limit of all images is reached. */
  async #add({ main, small, icons }: DrawnImage): Promise<{ readonly path: string } | NoImage> {
    const bodies = new Map<string, Body>();
    const put = (file: ImageFile, more: Partial<Body> = {}) => {
      const hash = createHash('sha256').update(file.data).digest('hex');
      bodies.set(hash, { type: file.type, data: file.data.toString('base64'), ...more });
      return imagePath(hash, file);
    };
    const paths = icons && { maskable: put(icons.maskable), apple: put(icons.apple) };
    const path = put(main, { small: small.toString('base64'), ...(paths && { icons: paths }) });
    return update<{ readonly path: string } | NoImage>(this.#records, this.#options.now(), async () => {
      const changes = await this.#missing(bodies);
      if (changes.length === 0) return { changes: [], result: { path } };
      const total = await this.#totals.find('all');
      const { count = 0, bytes = 0 } = total?.body ?? {};
      const after = {
        count: count + changes.length,
        bytes: bytes + changes.reduce((sum, { body }) => sum + (body?.length ?? 0), 0),
      };
      if (after.count > this.#options.maxCount || after.bytes > this.#options.maxBytes)
        return { changes: [], result: FULL };
      const counted = this.#totals.put({ id: 'all', version: total?.version ?? 0, body: after });
      return { changes: [...changes, counted], result: { path } };
    });
  }

  async #missing(bodies: ReadonlyMap<string, Body>): Promise<SideRecordChange[]> {
    const changes: SideRecordChange[] = [];
    for (const [id, body] of bodies) {
      if (!(await this.#kind.find(id))) changes.push(this.#kind.put({ id, version: 0, body }));
    }
    return changes;
  }

  async #kept(hash: string): Promise<Kept | undefined> {
    const known = this.#cache.get(hash);
    if (known) {
      // Moves the image to the end of the map: the first is evicted first.
      this.#cache.delete(hash);
      this.#cache.set(hash, known);
      return known;
    }
    const found = await this.#kind.find(hash);
    if (!found) return undefined;
    const { type, data, small, icons } = found.body;
    const kept = {
      type,
      data: Buffer.from(data, 'base64'),
      small: small === undefined ? undefined : Buffer.from(small, 'base64'),
      icons,
    };
    this.#remember(hash, kept);
    return kept;
  }

  #remember(hash: string, kept: Kept): void {
    if (this.#cache.has(hash)) return;
    this.#cache.set(hash, kept);
    this.#cachedBytes += sizeOf(kept);
    for (const [oldest, forgotten] of this.#cache) {
      if (this.#cachedBytes <= this.#options.cacheBytes) break;
      this.#cache.delete(oldest);
      this.#cachedBytes -= sizeOf(forgotten);
    }
  }
}

const sizeOf = ({ data, small }: Kept): number => data.length + (small?.length ?? 0);

const BUSY: NoImage = {
  code: 'busy',
  why: 'Too many images are being decoded. Nothing was changed; try again shortly.',
};
const FULL: NoImage = { code: 'full', why: 'The exchange keeps as many images as it may. Nothing was changed.' };
