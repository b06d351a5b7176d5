// The audit of stored requests: each request, its signed messages and its recorded end must agree.
import { Cell } from '@ton/core';
import type { ProvideReceipt } from '../../core/commands/provide.ts';
import { timeOf } from '../../core/settle/transaction-id.ts';
import type { ChainRequest } from '../../ports/chain-requests.ts';
import { isSealed } from '../outbox/seal.ts';
import type { AnyWatch } from '../trace/watch.ts';
import { TON } from '../venue/dex.ts';
import { resultOf, type StoredDecision, takesBackFor } from '../venue/history.ts';
import { pack, unpack } from '../venue/json.ts';
import { type ChainReceipt, type DexReceipt, settledReceipt } from '../venue/receipts.ts';
import { amountNamedIn, valueIn } from '../venue/sent-form.ts';
import type { SendKnown, SendsCheck } from './sends.ts';

const WATCHED: Readonly<Record<string, AnyWatch['kind']>> = {
  swap: 'swap',
  provide: 'provide',
  refund: 'withdraw',
  takeBack: 'withdraw',
  transfer: 'send',
};

export class RequestsCheck {
  readonly #sends: SendsCheck;
  readonly #keys = new Set<string>();
  /** The account of each `provide` request, by id: a take-back must belong to one of the same account. */
  readonly #provided = new Map<string, string>();
  readonly #events = new Set<number>();
  requests = 0;

  constructor(sends: SendsCheck) {
    this.#sends = sends;
  }

  add(request: ChainRequest): string | undefined {
    const at = `order ${request.number}`;
    if (request.number !== this.requests + 1) return `${at} follows ${this.requests}: one is missing`;
    this.requests += 1;
    const fault = this.#faultOrDamage(request);
    return fault && `${at} (${request.id}) ${fault}`;
  }

  #faultOrDamage(request: ChainRequest): string | undefined {
    try {
      return this.#faultIn(request);
    } catch (error) {
      return `cannot be read: ${(error as Error).message}`;
    }
  }

  #faultIn(request: ChainRequest): string | undefined {
    const send = request.send === null ? undefined : this.#sends.send(request.send);
    if (request.send !== null) {
      if (!send) return `is signed in send ${request.send}, which is not there`;
      if (send.account !== request.account) return `of ${request.account} is signed in a send of ${send.account}`;
      send.requests += 1;
    }
    return (
      faultInName(request) ??
      this.#faultInKey(request) ??
      faultInRequest(request) ??
      this.#faultInSigning(request) ??
      faultInEnd(request, send) ??
      this.#faultInEvent(request) ??
      faultInSeal(request, send)
    );
  }

  #faultInKey(request: ChainRequest): string | undefined {
    const { id, account, kind, key, fingerprint } = request;
    if ((key === null) !== (fingerprint === null))
      return 'has an idempotency key without a fingerprint, or a fingerprint without a key';
    if (kind === 'provide') this.#provided.set(id, account);
    if (key === null) return undefined;
    const name = `${account}\n${key}`;
    if (this.#keys.has(name)) return `of ${account} has a key that another has as well`;
    this.#keys.add(name);
    const of = takesBackFor(request);
    if ((kind === 'takeBack') !== (of !== undefined)) return 'has a key that does not fit its kind';
    return of !== undefined && this.#provided.get(of) !== account ? 'takes back what nobody has provided' : undefined;
  }

  /** Checks that every ended request, and no other, has an event with a unique number. */
  #faultInEvent({ status, event, endedAtMs }: ChainRequest): string | undefined {
    if ((event === null) !== (status === 'pending') || (event === null) !== (endedAtMs === null))
      return `is ${status}, but its event says otherwise`;
    if (event === null) return undefined;
    if (this.#events.has(event)) return `has event ${event}, which another has as well`;
    this.#events.add(event);
    return undefined;
  }

  finish(): string | undefined {
    for (let event = 1; event <= this.#events.size; event += 1)
      if (!this.#events.has(event)) return `event ${event} is missing`;
    return undefined;
  }

  /** Checks that the wallet signed exactly the accepted messages, in the send that the request is bound to and in no other. */
  #faultInSigning({ account, messages, send, watch }: ChainRequest): string | undefined {
    const carriers = messages.map((message) => this.#sends.carrierOf(Cell.fromBase64(message)));
    const other = carriers.find((carrier) => carrier !== undefined && carrier !== send);
    if (other !== undefined) return `is carried by send ${other}, but bound to ${send ?? 'none'}`;
    if (send !== null && carriers.includes(undefined)) return `is not what send ${send} carries`;
    const wallet = this.#sends.wallet(account);
    if (!wallet) return `is of ${account}, who has no wallet`;
    const { user } = JSON.parse(watch) as AnyWatch;
    return wallet.address !== undefined && user !== wallet.address ? 'is followed for another wallet' : undefined;
  }
}

const faultInName = ({ id, createdAtMs }: ChainRequest): string | undefined =>
  timeOf(id) === createdAtMs ? undefined : 'was accepted at another time than its id says';

/** Checks that the expected receipt, the messages and the watch agree. */
function faultInRequest({ kind, account, decision, messages, watch }: ChainRequest): string | undefined {
  const decided = unpack<StoredDecision>(decision);
  if ((JSON.parse(watch) as AnyWatch).kind !== WATCHED[kind]) return 'is followed as another kind of order';
  if ('takesBack' in decided) return kind === 'takeBack' ? undefined : `is stored as ${kind}, but takes back`;
  const { receipt } = decided;
  if (receipt.kind !== kind) return `is stored as ${kind}, but is a ${receipt.kind}`;
  if (receipt.account !== account) return `of ${account} is a ${kind} of ${receipt.account}`;
  const amountIn = receipt.kind === 'transfer' && receipt.token === TON ? valueIn : amountNamedIn;
  const [sent, offered] = [messages.map(amountIn), amountsOf(receipt)];
  const isSame = sent.length === offered.length && sent.every((units, at) => units === offered[at]);
  return isSame ? undefined : `offers ${offered.join(' and ')}, but its messages send ${sent.join(' and ')}`;
}

/** The offered amount of each message. */
function amountsOf(receipt: ChainReceipt): readonly bigint[] {
  if (receipt.kind === 'transfer') return [receipt.amount];
  if (receipt.kind === 'swap') return [receipt.amountA];
  return receipt.kind === 'provide' ? [receipt.amountA, receipt.amountB] : [receipt.lpTokens];
}

function faultInEnd(request: ChainRequest, send: SendKnown | undefined): string | undefined {
  const { status, result } = request;
  if ((status === 'pending') !== (result === null)) return `is ${status}, but its result says otherwise`;
  if (send?.state === 'dead') return `is bound to send ${request.send}, which was never executed`;
  if (result === null) return undefined;
  if (send && send.state !== 'done') return `has ended, but send ${request.send} has not`;
  const ended = resultOf(request);
  if (ended.transactionHash !== undefined && ended.transactionHash !== send?.hash)
    return 'names another transaction than the one that sent it';
  if (status === 'failed') return ended.reason ? undefined : 'failed without a reason';
  if (!send) return 'is completed, but was never sent';
  return faultInReceipt(unpack<StoredDecision>(request.decision), ended.receipt);
}

/** Checks the checksum of an ended request. */
function faultInSeal(request: ChainRequest, send: SendKnown | undefined): string | undefined {
  if (request.status === 'pending' || isSealed(request, send ?? null)) return undefined;
  return 'is not what it was when it ended: its checksum does not match';
}

/** Checks that the stored receipt differs from the expected one only in amounts that the chain decides. */
function faultInReceipt(decided: StoredDecision, stored: ChainReceipt | undefined): string | undefined {
  if ('takesBack' in decided) return stored ? 'has a receipt that nobody asked for' : undefined;
  const { receipt: expected, protocolFeePpm } = decided;
  if (stored?.kind !== expected.kind) return 'has a receipt of another kind';
  if (stored.kind === 'transfer' || expected.kind === 'transfer')
    return pack(stored) === pack(expected) ? undefined : 'has a receipt that does not add up';
  if (stored.amountA < 0n || stored.amountB < 0n) return 'has a receipt with a negative amount';
  const follows = settledReceipt(expected, arrivedBy(expected, stored), protocolFeePpm);
  return pack(follows) === pack(stored) ? undefined : 'has a receipt that does not add up';
}

/** The amounts that must have arrived if the stored receipt is right. */
function arrivedBy(expected: DexReceipt, stored: DexReceipt): Parameters<typeof settledReceipt>[1] {
  if (stored.kind === 'swap')
    return { sides: [0n, stored.amountB], lp: 0n, refFee: 'fees' in stored ? stored.fees.ref : 0n };
  if (stored.kind === 'refund') return { sides: [stored.amountA, stored.amountB], lp: 0n, refFee: 0n };
  const { amountA, amountB } = expected as ProvideReceipt;
  return { sides: [amountA - stored.amountA, amountB - stored.amountB], lp: stored.lpTokens, refFee: 0n };
}
