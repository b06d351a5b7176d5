// Sends each checkpoint to the witnesses that the operator named, and collects their cosignatures (C2SP tlog-witness).
import { setTimeout as sleep } from 'node:timers/promises';
import type { LogReads, StoredCheckpoint } from '../../ports/public-log.ts';
import { requestFault, sendPost } from '../../webhooks/request.ts';
import { parseVkey, type VerifierKey } from '../format/keys.ts';
import { hasSignature } from '../format/note.ts';
import { wantedConsistency } from '../format/proofs.ts';
import { addCheckpointBody, readWitnessAnswer } from '../format/witness.ts';
import type { Signed } from './signer.ts';
import { hashesOf } from './stored-tree.ts';

/** `url` is the prefix to which `/add-checkpoint` is added. */
export type WitnessAddress = { readonly vkey: string; readonly url: string };

/** Status messages about a witness, by its name. */
export type WitnessNotice =
  | { readonly witnessFails: string; readonly why: string }
  | { readonly witnessWorks: string }
  | { readonly witnessDisagrees: string; readonly why: string }
  | { readonly failingWitnesses: number };

/** What the witnesses say about a checkpoint: a witness that cosigns it has cosigned nothing newer. */
export type Vouching = {
  /** At least one cosigns it, and none knows another or a larger one. */
  readonly vouched: boolean;
  readonly disagrees: boolean;
  /** Why those do not that do not, in words. */
  readonly reasons: string;
};

export type WitnessesOptions = {
  readonly onNotice?: (notice: WitnessNotice) => void;
  readonly timeoutMs?: number;
  readonly pausesMs?: { readonly first: number; readonly longest: number };
};

type ProofStore = Pick<LogReads, 'logTiles' | 'lastCheckpoint'>;

const MAX_ANSWER_BYTES = 65_536;
/** With pauses from one second to five minutes, a checkpoint is offered to a failing witness for about an hour. */
const MOST_TRIES = 20;
const DEFAULTS = { onNotice: () => {}, timeoutMs: 10_000, pausesMs: { first: 1000, longest: 300_000 } };

/** Never throws and never makes its caller wait; requests run beside it. */
export class Witnesses {
  readonly #witnesses: readonly Witness[];
  readonly #onNotice: (notice: WitnessNotice) => void;
  #withdrawn = new AbortController();
  #offered: Offered | undefined;
  #cosigned = new Set<Offered>();
  #failing = 0;

  constructor(store: ProofStore, addresses: readonly WitnessAddress[], given: WitnessesOptions = {}) {
    const options = { ...DEFAULTS, ...given };
    this.#onNotice = options.onNotice;
    const onNotice = (notice: WitnessNotice) => {
      this.#onNotice(notice);
      this.#count();
    };
    this.#witnesses = addresses.map((address) => new Witness(store, address, { ...options, onNotice }));
  }

  /** Sends a stored checkpoint to all witnesses that have not cosigned it; a witness that still works on an older one gets it next. */
  offer(checkpoint: StoredCheckpoint): void {
    const { log, size } = this.#offered?.checkpoint ?? {};
    if (this.#witnesses.length === 0 || (checkpoint.log === log && checkpoint.size === size)) return;
    const offered = new Offered(checkpoint, this.#withdrawn.signal, (cosigned) => this.#cosigned.add(cosigned));
    this.#offered = offered;
    for (const witness of this.#witnesses) witness.offer(offered);
  }

  /** Asks all witnesses whether they have cosigned nothing newer than a checkpoint. */
  async vouch(checkpoint: Signed): Promise<Vouching> {
    const outcomes = await Promise.all(this.#witnesses.map((witness) => witness.vouch(checkpoint)));
    const refused = outcomes.filter((outcome) => !('line' in outcome));
    const disagrees = refused.some((outcome) => 'disagrees' in outcome);
    const reasons = refused.map((outcome) => `${outcome.witness}: ${Object.values(outcome).at(-1)}`);
    return {
      vouched: !disagrees && refused.length < outcomes.length,
      disagrees,
      reasons: reasons.join('; ') || 'there is none',
    };
  }

  /** The checkpoints that were cosigned since the last call, with all their cosignatures. */
  take(): readonly StoredCheckpoint[] {
    const taken = [...this.#cosigned].map(({ cosigned }) => cosigned);
    this.#cosigned.clear();
    return taken;
  }

  /** Ends all requests and drops all results: the checkpoints may no longer be those of the journal, or of this process. */
  withdraw(): void {
    this.#withdrawn.abort();
    this.#withdrawn = new AbortController();
    this.#offered = undefined;
    this.#cosigned.clear();
  }

  /** Called while another process keeps the log: what is known about the witnesses is then outdated. */
  rest(): void {
    this.withdraw();
    for (const witness of this.#witnesses) witness.forget();
    this.#count();
  }

  #count(): void {
    const failing = this.#witnesses.filter(({ isFailing }) => isFailing).length;
    if (failing !== this.#failing) this.#onNotice({ failingWitnesses: failing });
    this.#failing = failing;
  }
}

/** A checkpoint that is sent to witnesses. */
class Offered {
  readonly checkpoint: StoredCheckpoint;
  readonly withdrawn: AbortSignal;
  readonly #onCosigned: (offered: Offered) => void;
  #lines = '';

  constructor(checkpoint: StoredCheckpoint, withdrawn: AbortSignal, onCosigned: (offered: Offered) => void) {
    this.checkpoint = checkpoint;
    this.withdrawn = withdrawn;
    this.#onCosigned = onCosigned;
  }

  add(line: string): void {
    this.#lines += line;
    this.#onCosigned(this);
  }

  get cosigned(): StoredCheckpoint {
    return { ...this.checkpoint, note: `${this.checkpoint.note}${this.#lines}` };
  }
}

type Sent = { readonly checkpoint: Signed; readonly withdrawn: AbortSignal };

type Outcome =
  | { readonly line: string }
  | { readonly fails: string }
  | { readonly disagrees: string }
  /** Another process has published a larger checkpoint in the meantime, and the witness knows it. */
  | 'outdated';

/** One witness: sends it one checkpoint at a time, the newest, and again after a growing pause if that fails. */
class Witness {
  readonly #store: ProofStore;
  readonly #key: VerifierKey;
  readonly #url: URL;
  readonly #options: Required<WitnessesOptions>;
  #log: number | undefined;
  /** Size of the checkpoint of this log that it last cosigned, as far as known: it names the right one if this is wrong. */
  #size = 0;
  #wanted: Offered | undefined;
  #isSending = false;
  #tries = 0;
  #failures = 0;
  /** The log of which the witness knows another history. It gets nothing more of it until this process is restarted. */
  #disputedLog: number | undefined;

  constructor(store: ProofStore, { vkey, url }: WitnessAddress, options: Required<WitnessesOptions>) {
    this.#store = store;
    this.#key = parseVkey(vkey);
    this.#url = new URL(`${url.replace(/\/+$/, '')}/add-checkpoint`);
    this.#options = options;
  }

  get isFailing(): boolean {
    return this.#failures > 0 || this.#disputedLog !== undefined;
  }

  offer(offered: Offered): void {
    const { log, size, note } = offered.checkpoint;
    if (log === this.#disputedLog) return;
    this.#disputedLog = undefined;
    if (log !== this.#log) this.#size = 0;
    this.#log = log;
    if (hasSignature(note, this.#key)) {
      this.#size = size;
      return;
    }
    this.#wanted = offered;
    this.#tries = 0;
    if (!this.#isSending) void this.#send();
  }

  async vouch(checkpoint: Signed) {
    const { signal } = new AbortController();
    const outcome = await this.#outcomeOf({ checkpoint, withdrawn: signal });
    return {
      witness: this.#key.name,
      ...(outcome === 'outdated' ? { fails: 'the log has a newer checkpoint by now' } : outcome),
    };
  }

  forget(): void {
    this.#wanted = undefined;
    this.#failures = 0;
  }

  async #send(): Promise<void> {
    this.#isSending = true;
    while (this.#wanted) {
      const offered = this.#wanted;
      const outcome = await this.#outcomeOf(offered);
      if (offered.withdrawn.aborted) {
        if (this.#wanted === offered) this.#wanted = undefined;
        continue;
      }
      this.#take(outcome, offered);
      if (outcome !== 'outdated' && 'fails' in outcome) await this.#pause();
    }
    this.#isSending = false;
  }

  #take(outcome: Outcome, offered: Offered): void {
    const { onNotice } = this.#options;
    const witness = this.#key.name;
    const isNewest = this.#wanted === offered;
    if (outcome !== 'outdated' && 'fails' in outcome) {
      this.#failures += 1;
      this.#tries += 1;
      if (isNewest && this.#tries >= MOST_TRIES) this.#wanted = undefined;
      if (this.#failures === 1) onNotice({ witnessFails: witness, why: outcome.fails });
      return;
    }
    const hasFailed = this.#failures > 0;
    this.#failures = 0;
    if (isNewest) this.#wanted = undefined;
    if (outcome === 'outdated') return;
    if ('disagrees' in outcome) {
      this.#wanted = undefined;
      this.#disputedLog = offered.checkpoint.log;
      onNotice({ witnessDisagrees: witness, why: outcome.disagrees });
      return;
    }
    this.#size = offered.checkpoint.size;
    offered.add(outcome.line);
    if (hasFailed) onNotice({ witnessWorks: witness });
  }

  async #pause(): Promise<void> {
    const { first, longest } = this.#options.pausesMs;
    await sleep(Math.min(longest, first * 2 ** (this.#failures - 1)), undefined, { ref: false });
  }

  /** If the witness names another size than the one it was sent, it is asked once more with the proof from there. */
  async #outcomeOf({ checkpoint, withdrawn }: Sent): Promise<Outcome> {
    try {
      let from = Math.min(this.#size, checkpoint.size);
      for (let asked = 0; asked < 2; asked++) {
        const answer = await this.#ask(checkpoint, from, withdrawn);
        if (answer.status === 422)
          return { disagrees: `it refuses the proof that ${checkpoint.size} entries continue the ${from} it cosigned` };
        const reply = readWitnessAnswer(answer, checkpoint.note, [this.#key]);
        if ('refused' in reply) return { fails: reply.refused };
        if ('cosignatures' in reply) return { line: reply.cosignatures[0]?.line as string };
        if (reply.conflictSize === from && from === checkpoint.size)
          return { disagrees: `it has cosigned another root of ${from} entries` };
        from = reply.conflictSize;
        if (from > checkpoint.size) return await this.#largerThan(checkpoint, from);
      }
      return { fails: 'it names another size each time' };
    } catch (error) {
      return { fails: requestFault(error as NodeJS.ErrnoException) };
    }
  }

  async #largerThan({ log, size }: Signed, known: number): Promise<Outcome> {
    const last = await this.#store.lastCheckpoint();
    if (last && last.log >= log && last.size >= known) return 'outdated';
    return { disagrees: `it has cosigned ${known} entries, but the log has ${size}` };
  }

  async #ask(checkpoint: Signed, oldSize: number, withdrawn: AbortSignal) {
    const proof = await hashesOf(this.#store, wantedConsistency(oldSize, checkpoint.size));
    const late = AbortSignal.timeout(this.#options.timeoutMs);
    try {
      const response = await sendPost({
        url: this.#url,
        headers: { 'content-type': 'text/plain; charset=utf-8' },
        body: addCheckpointBody({ oldSize, proof, checkpoint: checkpoint.note }),
        signal: AbortSignal.any([withdrawn, late]),
      });
      const parts: Buffer[] = [];
      let bytes = 0;
      for await (const part of response) {
        bytes += part.length;
        if (bytes > MAX_ANSWER_BYTES) throw new Error(`it answers more than ${MAX_ANSWER_BYTES} bytes`);
        parts.push(part);
      }
      const { statusCode: status = 0, headers } = response;
      return { status, type: headers['content-type'] ?? '', body: Buffer.concat(parts).toString() };
    } catch (error) {
      if (late.aborted) throw new Error(`no answer within ${this.#options.timeoutMs / 1000} s`);
      throw error;
    }
  }
}
