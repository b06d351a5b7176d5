// Creates and manages webhooks in a store.
import { randomBytes } from 'node:crypto';
import type { PoolAddress } from '../core/amount.ts';
import { page } from '../ports/paging.ts';
import { refused } from '../ports/venue.ts';
import type { HookRecord, HookStore, HookView, NewHook, NoHook, Tested, Webhooks, Who } from '../ports/webhooks.ts';
import { type AddressGuard, readWebhookUrl } from './address-guard.ts';
import { type EventReader, messageOf, readBatch } from './batch.ts';
import type { Post, PostOutcome } from './post.ts';
import { type Message, newSecret, ROTATION_MS, signedHeaders } from './signature.ts';

type WebhookServiceOptions = {
  readonly store: HookStore;
  readonly guard: AddressGuard;
  readonly post: (asked: Post) => Promise<PostOutcome>;
  readonly hasPool: (pool: PoolAddress) => Promise<boolean>;
  readonly events: EventReader;
  readonly now?: () => number;
};

const MOST_HOOKS = 16;
const ID = /^hook_[0-9a-f]{24}$/;

export class WebhookService implements Webhooks {
  readonly #options: Required<WebhookServiceOptions>;
  /** Hooks are added one at a time, so that concurrent requests cannot exceed an account's limit. */
  #adding: Promise<unknown> = Promise.resolve();
  readonly #testing = new Set<Who['account']>();
  readonly #closed = new AbortController();

  constructor(options: WebhookServiceOptions) {
    this.#options = { now: Date.now, ...options };
  }

  /** Aborts running tests and redeliveries. */
  close(): void {
    this.#closed.abort();
  }

  async list({ account, cursor = '', limit }: Parameters<Webhooks['list']>[0]) {
    if (cursor !== '' && !ID.test(cursor)) refused({ code: 'bad_cursor' });
    const of = account === undefined ? {} : { account };
    const hooks = await this.#options.store.hooks({ ...of, after: cursor, limit });
    return page(hooks.map(viewOf), limit, ({ id }) => id);
  }

  async create(asked: NewHook) {
    const { guard, hasPool } = this.#options;
    const found = await guard.find(asked.url);
    if ('refused' in found) return { refusedUrl: found.refused };
    for (const pool of asked.pools) if (!(await hasPool(pool))) return { unknownPool: pool };
    const added = this.#adding.then(() => this.#add(asked));
    this.#adding = added.catch(() => {});
    return added;
  }

  async setState(who: Who, id: string, state: HookRecord['state']) {
    const hook = await this.#find(who, id);
    if (!hook) return undefined;
    const reason = `paused by ${who.account === hook.account ? 'its owner' : 'an operator'}`;
    const change =
      state === 'paused' ? ({ state, reason } as const) : ({ state, reason: '', attempt: 0, nextMs: 0 } as const);
    return this.#change(hook, change);
  }

  async remove(who: Who, id: string) {
    const hook = await this.#find(who, id);
    return hook && (await this.#options.store.deleteHook(id)) ? viewOf(hook) : undefined;
  }

  async rotate(who: Who, id: string) {
    const hook = await this.#find(who, id);
    if (!hook) return undefined;
    const secret = newSecret();
    const before = { previousSecret: hook.secret, previousUntilMs: this.#options.now() + ROTATION_MS };
    const changed = await this.#change(hook, { secret, ...before });
    return changed && { ...changed, secret };
  }

  async find(who: Who, id: string) {
    const hook = await this.#find(who, id);
    return hook && viewOf(hook);
  }

  test(who: Who, id: string): Promise<Tested | undefined> {
    return this.#alone(who, id, async (hook) => {
      const timestamp = new Date(this.#options.now()).toISOString();
      const body = JSON.stringify({ type: 'test', timestamp, data: { hook: hook.id } });
      return { id: `${hook.id}-test-${randomBytes(8).toString('hex')}`, body };
    });
  }

  redeliver(who: Who, id: string, { messageId, after, last }: Parameters<Webhooks['redeliver']>[2]) {
    return this.#alone(who, id, async (hook) => {
      const { events } = await readBatch(this.#options.events, { ...hook, cursor: after, pendingTo: last }, after);
      if (events.length === 0) return null;
      const message = messageOf({ id: hook.id, cursor: after }, events);
      return message.id === messageId ? message : null;
    });
  }

  /** Sends a test or a redelivery, one at a time for an account; `make` returns null if the message no longer exists. */
  async #alone(who: Who, id: string, make: (hook: HookRecord) => Promise<Message | null>): Promise<Tested | undefined> {
    const hook = await this.#find(who, id);
    if (!hook) return undefined;
    if (this.#testing.has(who.account)) return failed('another test is running');
    this.#testing.add(who.account);
    try {
      const message = await make(hook);
      return message ? await this.#send(hook, message) : failed('the journal no longer has these events');
    } finally {
      this.#testing.delete(who.account);
    }
  }

  async #send(hook: HookRecord, message: Message): Promise<Tested> {
    const { post, now } = this.#options;
    const startMs = now();
    const headers = signedHeaders(message, hook, startMs);
    const outcome = await post({ url: hook.url, headers, body: message.body, signal: this.#closed.signal });
    const tookMs = now() - startMs;
    if (outcome.kind === 'aborted') return failed('the exchange is shutting down', { tookMs });
    if (outcome.kind === 'failed') return failed(outcome.reason, { status: outcome.status, tookMs });
    return { isDelivered: true, status: outcome.status, tookMs, failure: '' };
  }

  async #add({
    account,
    isOperator,
    url,
    kinds,
    pools,
    after,
  }: NewHook): Promise<(HookView & { secret: string }) | NoHook> {
    const { store, now } = this.#options;
    const others = await store.hooks({ account, after: '', limit: MOST_HOOKS });
    if (others.length >= MOST_HOOKS) return { mostHooks: MOST_HOOKS };
    const hook: HookRecord = {
      id: `hook_${randomBytes(12).toString('hex')}`,
      account,
      isOperator,
      // The normalised URL, so that no other parser understands it differently.
      url: String(readWebhookUrl(url)),
      secret: newSecret(),
      previousSecret: null,
      previousUntilMs: null,
      kinds,
      pools,
      cursor: after,
      pendingTo: null,
      attempt: 0,
      nextMs: 0,
      state: 'active',
      reason: '',
      lastStatus: null,
      createdAtMs: now(),
    };
    await store.addHook(hook);
    return { ...viewOf(hook), secret: hook.secret };
  }

  async #change(hook: HookRecord, change: Parameters<HookStore['changeHook']>[1]): Promise<HookView | undefined> {
    return (await this.#options.store.changeHook(hook.id, change)) ? viewOf({ ...hook, ...change }) : undefined;
  }

  /** Undefined for a hook of another account, unless an operator asks. */
  async #find({ account, isOperator }: Who, id: string): Promise<HookRecord | undefined> {
    const hook = await this.#options.store.hook(id);
    return hook && (isOperator || hook.account === account) ? hook : undefined;
  }
}

const failed = (failure: string, { status = null, tookMs = 0 }: Partial<Tested> = {}): Tested => ({
  isDelivered: false,
  status,
  tookMs,
  failure,
});

const viewOf = ({ secret: _secret, previousSecret: _previous, ...shown }: HookRecord): HookView => shown;
