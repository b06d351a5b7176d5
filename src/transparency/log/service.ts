// Answers queries about the public log from the stored tiles and checkpoints, on every node.

import type {
  LogStore,
  PublicLog,
  RowProof,
  StatementsPage,
  StoredCheckpoint,
  TileAt,
} from '../../ports/public-log.ts';
import { wantedInclusion } from '../format/proofs.ts';
import { idIn, NONCE_BYTES, sequenceIn } from '../format/row.ts';
import { HASH_BYTES } from '../format/tree.ts';
import { KnownLogs } from './known-logs.ts';
import { hashesOf, rootAt } from './stored-tree.ts';

export class LogService implements Omit<PublicLog, 'isSigning' | 'receipts'> {
  readonly #store: LogStore;
  #logs = new KnownLogs([]);

  constructor(store: LogStore) {
    this.#store = store;
  }

  checkpoint(): Promise<StoredCheckpoint | undefined> {
    return this.#store.lastCheckpoint();
  }

  async ended(log: number): Promise<StoredCheckpoint | undefined> {
    const checkpoint = await this.#store.lastCheckpoint(log);
    if (!checkpoint || checkpoint.size > (await this.#store.logStanding()).size) return undefined;
    const root = await rootAt(this.#store, checkpoint.size);
    return root.toString('base64') === checkpoint.root ? checkpoint : undefined;
  }

  /** A tile that has grown since is answered with the hashes that it had at the given width. */
  async tile({ level, index }: TileAt, width: number): ReturnType<PublicLog['tile']> {
    const checkpoint = await this.checkpoint();
    const { size } = await this.#store.logStanding();
    // Hashes beyond the size may be of rows that the journal no longer has; those beyond the checkpoint may be lost with a failover,
    // and the same log would then have others there.
    const signed = Math.min(size, checkpoint?.size ?? 0);
    if (!checkpoint || index * 256 + width > Math.floor(signed / 256 ** level)) return undefined;
    const [nodes] = await this.#store.logTiles([{ level, index }]);
    if (!nodes || nodes.length < width * HASH_BYTES) return undefined;
    return { log: checkpoint.log, nodes: nodes.subarray(0, width * HASH_BYTES) };
  }

  async proof(sequence: number): Promise<RowProof | undefined> {
    const checkpoint = await this.checkpoint();
    return checkpoint && this.#proofIn(checkpoint, sequence);
  }

  async statements({ order, ...page }: StatementsPage): Promise<readonly RowProof[]> {
    const checkpoint = await this.checkpoint();
    if (!checkpoint) return [];
    const isAscending = typeof order === 'object' && 'after' in order;
    const before = typeof order === 'object' && 'before' in order ? order.before : Number.MAX_SAFE_INTEGER;
    const from = isAscending ? order : { before: Math.min(before, checkpoint.size + 1) };
    const proofs: RowProof[] = [];
    for (const { sequence } of await this.#store.statements({ order: from, ...page })) {
      const proof = await this.#proofIn(checkpoint, sequence);
      if (proof) proofs.push(proof);
    }
    return proofs;
  }

  async #proofIn(checkpoint: StoredCheckpoint, sequence: number): Promise<RowProof | undefined> {
    if (sequence > checkpoint.size) return undefined;
    const { bytes } = await this.#store.logRows(sequence - 1, 1);
    if (sequenceIn(bytes) !== sequence) return undefined;
    if (this.#logs.current?.number !== checkpoint.log) this.#logs = new KnownLogs(await this.#store.logs());
    const path = await hashesOf(this.#store, wantedInclusion(sequence - 1, checkpoint.size));
    const hasher = this.#logs.hasherFor(sequence);
    const { row, members } = hasher.sealed(bytes);
    return {
      row: row.toString('utf8', NONCE_BYTES),
      nonce: hasher.nonceOf({ sequence, id: idIn(row) }).toString('hex'),
      sealed: members.map(({ nonce, ...member }) => ({ ...member, nonce: nonce.toString('hex') })),
      index: sequence - 1,
      path: path.map((hash) => hash.toString('hex')),
      checkpoint,
    };
  }
}
