// Fetches logos from other servers, a few at a time, stores them here, and updates each token by an ordinary command.
import { SideKind } from '../../access/side-kind.ts';
import { update } from '../../access/update.ts';
import type { Account, TokenAddress } from '../../core/amount.ts';
import type { TokenEntry } from '../../core/pool.ts';
import { canDraw } from '../../images/draw.ts';
import type { FetchImage } from '../../images/fetch.ts';
import { KeptImages } from '../../images/kept-images.ts';
import { type Images, isImagePath } from '../../ports/images.ts';
import type { SideRecords } from '../../ports/side-records.ts';
import type { Store } from '../../ports/store.ts';

export type RemoteLogo = { readonly address: TokenAddress; readonly url: string };

export type LogoOptions = {
  readonly actor: Account;
  readonly fetchImage: FetchImage;
  tell(line: string): void;
  readonly canStore?: typeof canDraw;
};

export type LogoCounts = { readonly stored: number; readonly failed: number; readonly isStopped: boolean };

const [AT_ONCE, PAGE] = [4, 1000];
/** A host is skipped after so many failures in a row, since each attempt may take the whole timeout of a fetch. */
const MAX_HOST_FAILURES = 5;

export const isRemote = (logo: string): boolean => logo.startsWith('https://');

/** Prints a line for each token when it is done. Safe to repeat after an interruption: fetches nothing twice. */
export async function fetchLogos(
  store: Store,
  options: LogoOptions,
  logos: Iterable<RemoteLogo> | AsyncIterable<RemoteLogo>,
): Promise<LogoCounts> {
  const { tell, canStore = canDraw } = options;
  const queue = queueOf(logos);
  const isAble = await canStore();
  if (isAble !== true) {
    const isStopped = !(await queue.next()).done;
    if (isStopped) tell(`logos stay URLs: ${isAble.why}`);
    return { stored: 0, failed: 0, isStopped };
  }
  const run = new LogoRun(store, options);
  const workers = Array.from({ length: AT_ONCE }, () => run.work(queue));
  // Waits for all of them before the store is closed.
  for (const worker of await Promise.allSettled(workers)) if (worker.status === 'rejected') throw worker.reason;
  const { stored, failed } = run;
  const retry = failed === 0 ? '' : '; run millpond token logos to try again';
  if (stored + failed > 0) tell(`logos stored: ${stored}, failed: ${failed}${retry}`);
  return run;
}

async function* queueOf(
  logos: Iterable<RemoteLogo> | AsyncIterable<RemoteLogo>,
): AsyncGenerator<RemoteLogo, undefined> {
  yield* logos;
}

class LogoRun implements LogoCounts {
  stored = 0;
  failed = 0;
  isStopped = false;
  readonly #store: Store;
  readonly #options: LogoOptions;
  readonly #images: Images;
  readonly #hostFailures = new Map<string, number>();

  constructor(store: Store, options: LogoOptions) {
    this.#store = store;
    this.#options = options;
    this.#images = new KeptImages(store.sideRecords);
  }

  async work(queue: AsyncGenerator<RemoteLogo, undefined>): Promise<void> {
    try {
      while (!this.isStopped) {
        const { value: logo } = await queue.next();
        if (logo === undefined) return;
        const failure = await this.#bring(logo);
        if (failure === undefined) this.stored += 1;
        else this.failed += 1;
        this.#options.tell(`${logo.address}: ${failure === undefined ? 'stored' : `failed: ${failure}`}; ${logo.url}`);
      }
    } catch (error) {
      this.isStopped = true;
      throw error;
    }
  }

  /** Returns why it failed, or undefined. */
  async #bring({ address, url }: RemoteLogo): Promise<string | undefined> {
    const host = new URL(url).host;
    if ((this.#hostFailures.get(host) ?? 0) >= MAX_HOST_FAILURES) {
      return `${host} could not be reached ${MAX_HOST_FAILURES} times in a row`;
    }
    const fetched = await this.#options.fetchImage(url);
    const isUnreachable = 'failure' in fetched && fetched.isUnreachable;
    this.#hostFailures.set(host, isUnreachable ? (this.#hostFailures.get(host) ?? 0) + 1 : 0);
    if ('failure' in fetched) return fetched.failure;
    const kept = await this.#images.keep(fetched.bytes, 'token');
    if ('path' in kept) return await this.#set({ address, url }, kept.path);
    // There is no room for the next image either.
    if (kept.code === 'full') this.isStopped = true;
    return kept.why.replace(/\.$/, '');
  }

  async #set({ address, url }: RemoteLogo, path: string): Promise<string | undefined> {
    const [token] = await this.#store.tokensNamed([address]);
    if (token?.logo !== url) return 'the token got another logo meanwhile';
    // Stored first: it has no effect until the token has that path.
    await putSource(this.#store.sideRecords, address, { url, path });
    const command = { kind: 'updateToken', token: address, logo: path } as const;
    const [outcome] = await this.#store.commit([{ actor: this.#options.actor, command }]);
    return outcome && 'refusal' in outcome ? 'the token was changed meanwhile' : undefined;
  }
}

/** The URL that a token's stored logo came from, so that importing a list again need not fetch it again. */
type Source = { readonly url: string; readonly path: string };

const sourcesIn = (records: SideRecords) => new SideKind<Source>(records, 'logo-source');

function putSource(records: SideRecords, id: TokenAddress, body: Source): Promise<void> {
  const sources = sourcesIn(records);
  return update(records, Date.now(), async () => {
    const version = (await sources.find(id))?.version ?? 0;
    return { changes: [sources.put({ id, version, body })], result: undefined };
  });
}

/** Tells whether a token already has the logo of a URL: the URL itself, an image stored from it, or its own image under its public URL. */
export async function logoSources(
  { sideRecords }: Store,
  publicUrl: string | null,
): Promise<({ address, logo }: TokenEntry, url: string) => boolean> {
  const sources = new Map<string, Source>();
  for (let after: string | undefined = ''; after !== undefined; ) {
    const page: readonly { id: string; body: Source }[] = await sourcesIn(sideRecords).list({ after, limit: PAGE });
    for (const { id, body } of page) sources.set(id, body);
    after = page.at(-1)?.id;
  }
  return ({ address, logo }, url) => {
    if (!isImagePath(logo) || logo === url) return logo === url;
    const source = sources.get(address);
    return (
      (source?.path === logo && source.url === url) || (publicUrl !== null && new URL(logo, publicUrl).href === url)
    );
  };
}

export async function* allTokens(store: Store): AsyncGenerator<TokenEntry> {
  for (const shown of [{}, { status: 'hidden' }] as const) {
    for (let after: string | undefined = ''; after !== undefined; ) {
      const page: readonly TokenEntry[] = await store.tokenEntries({ after, limit: PAGE, ...shown });
      yield* page;
      after = page.at(-1)?.address;
    }
  }
}

export async function* remoteLogos(store: Store): AsyncGenerator<RemoteLogo> {
  for await (const { address, logo } of allTokens(store)) if (isRemote(logo)) yield { address, url: logo };
}
