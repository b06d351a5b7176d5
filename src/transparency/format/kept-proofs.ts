// A file of proofs that an owner keeps (client/src/proof/proof-file.ts), checked without the exchange and with code of its own.
import { hash } from 'node:crypto';
import { parseCheckpoint } from './checkpoint.ts';
import { bytesOf, fromHex, membersIn, openCheckpoint, type RowProof, rowIn, Unproven } from './evidence.ts';
import { hashFromBase64, MalformedLogText, sizeOf } from './format.ts';
import { parseVkey, type VerifierKey, vkeyOf } from './keys.ts';
import { Unverified } from './note.ts';
import { entryOf } from './receipt.ts';
import { openLines } from './signed-text.ts';
import { leafHash } from './tree.ts';
import { isIncluded, type TreeHead } from './verify.ts';

const FORMAT = 'millpond-proofs/v1';

type Part = { readonly name: string; readonly text: string; readonly nonce: string };
type OwnRow = RowProof & { readonly opened?: readonly Part[] };
type Place = { readonly index: number; readonly path: readonly string[] };
type Balance = Place & {
  readonly token: string;
  readonly account: string;
  readonly amount: string;
  readonly nonce: string;
  readonly line: Place & { readonly text: string };
  readonly list: string;
  readonly transaction: RowProof;
};
type Receipt = Place & {
  readonly sequence: number;
  readonly entry: string;
  readonly atMs: number;
  readonly note: string;
  readonly row?: string;
  readonly nonce?: string;
  readonly opened?: readonly Part[];
};
type Kept = {
  readonly vkey: string;
  readonly transaction?: OwnRow;
  readonly balance?: Balance;
  readonly receipt?: Receipt;
  readonly notCounted?: string;
  readonly checkpoint?: string;
};

/** What a proof shows, in words, and what it makes the log say about each thing. */
type Shown = { readonly says: string; readonly claims: readonly (readonly [about: string, says: string])[] };

export type CheckedFile = {
  readonly shown: readonly string[];
  /** Proofs that prove nothing, and things about which the log has said two. */
  readonly faults: readonly string[];
  /** The keys of the logs that have signed what is shown. */
  readonly vkeys: readonly string[];
  /** Number of proofs that are of another log than that of the trusted key, and were not checked. */
  readonly others: number;
};

/** The proofs of a file; undefined if it is something else. */
export function proofsIn(text: string): readonly Kept[] | undefined {
  try {
    const { format, proofs } = Object(JSON.parse(text));
    return format === FORMAT && Array.isArray(proofs) ? proofs : undefined;
  } catch {
    return undefined;
  }
}

/** Checks each proof with the trusted key, or else with the one that it names, and compares them with each other. */
export function checkedProofs(proofs: readonly Kept[], trusted?: VerifierKey): CheckedFile {
  const [shown, faults, vkeys]: [string[], Set<string>, Set<string>] = [[], new Set(), new Set()];
  const said = new Map<string, string>();
  let others = 0;
  for (const [at, proof] of proofs.entries()) {
    if (trusted && proof?.vkey !== vkeyOf(trusted)) {
      others += 1;
      continue;
    }
    try {
      const { says, claims } = shownBy(proof, parseVkey(proof.vkey));
      shown.push(says);
      vkeys.add(proof.vkey);
      for (const [about, what] of claims) {
        const claim = `${proof.vkey} ${about}`;
        if ((said.get(claim) ?? what) !== what) faults.add(`the log says two things about ${about}`);
        said.set(claim, said.get(claim) ?? what);
      }
    } catch (error) {
      faults.add(`proof ${at + 1} proves nothing: ${whyOf(error)}`);
    }
  }
  return { shown, faults: [...faults], vkeys: [...vkeys], others };
}

function whyOf(error: unknown): string {
  if (error instanceof TypeError) return 'it lacks a part';
  if (error instanceof Unproven || error instanceof MalformedLogText || error instanceof Unverified)
    return error.message;
  throw error;
}

function shownBy(proof: Kept, key: VerifierKey): Shown {
  if (proof.transaction) return shownRow(proof.transaction, key);
  if (proof.balance) return shownBalance(proof.balance, key);
  if (proof.receipt) return shownReceipt(proof.receipt, key);
  if (proof.notCounted) return shownAbsence(proof.notCounted, key);
  if (!proof.checkpoint) throw new Unproven('it is of an unknown kind');
  const { size } = openCheckpoint(proof.checkpoint, key);
  return { says: `${key.name} had ${size} entries`, claims: [rootIn(proof.checkpoint)] };
}

function shownRow(proof: OwnRow, key: VerifierKey): Shown {
  const { sequence, kind, receipt, entry } = rowIn(proof, key);
  checkParts(proof.opened, receipt);
  const claims = [[`entry ${sequence}`, entry], rootIn(proof.checkpoint)] as const;
  return { says: `transaction ${sequence} (${kind}) is in ${key.name}`, claims };
}

function shownBalance({ token, account, amount, nonce, line, list, transaction, ...place }: Balance, key: VerifierKey) {
  const { sequence, kind, receipt } = rowIn(transaction, key);
  const listHash = hash('sha256', list);
  if (kind !== 'liabilities' || receipt.hash !== listHash)
    throw new Unproven(`transaction ${sequence} does not state this list`);
  const [version, asOf, , , , , lines = '', linesRoot = ''] = list.split('\n');
  const head = { size: sizeOf(lines, 'the number of tokens'), root: fromHex(linesRoot) };
  if (version !== 'millpond-liabilities/v2' || !isAt(bytesOf(line.text), line, head))
    throw new Unproven(`the line of ${token} is not in the list`);
  const [, people = '', total = '', root = '', name] =
    /^(\d+) (\d+) ([0-9a-f]{64}) \d+ [0-9a-f]{64} (.+)$/.exec(line.text) ?? [];
  const units = BigInt(/^(0|[1-9]\d{0,36})$/.exec(amount)?.[0] ?? -1);
  if (name !== token || units < 0n || units > BigInt(total))
    throw new Unproven(`the line does not have ${amount} of ${token}`);
  const id = hash('sha256', Buffer.concat([fromHex(nonce), bytesOf(account)]));
  const record = Buffer.from(id + units.toString(16).padStart(32, '0'), 'hex');
  if (!isAt(record, place, { size: sizeOf(people, 'the number of people'), root: fromHex(root) }))
    throw new Unproven(`${amount} of ${token} is not counted for ${account}`);
  const about = `what ${account} has of ${token} in the list ${listHash}`;
  return {
    says: `${amount} units of ${token} are counted for ${account} after transaction ${asOf}, in ${key.name}`,
    claims: [[about, amount], rootIn(transaction.checkpoint)] as const,
  };
}

function shownReceipt({ sequence, entry, atMs, note, row, nonce, opened, ...place }: Receipt, key: VerifierKey): Shown {
  const [size = '', root = ''] = openLines('receipt', note, key);
  const text = `${sequence}\n${fromHex(entry).toString('base64')}\n${atMs}\n`;
  const head = { size: sizeOf(size, 'the number of receipts'), root: hashFromBase64(root, 'the root of the receipts') };
  if (place.path.length > 10 || !isAt(bytesOf(text), place, head))
    throw new Unproven(`the log has not signed this receipt of ${sequence}`);
  if (row !== undefined && nonce !== undefined) {
    const [, number, , , , time, ...receipt] = row.split('\n');
    const isPromised = entryOf(fromHex(nonce), bytesOf(row)).toString('hex') === entry;
    if (!isPromised || number !== String(sequence) || time !== String(atMs))
      throw new Unproven('the receipt promises another row');
    checkParts(opened, membersIn(receipt.join('\n')));
  }
  return { says: `${key.name} has promised entry ${sequence}`, claims: [[`entry ${sequence}`, entry]] };
}

function shownAbsence(note: string, key: VerifierKey): Shown {
  const [account, token, list, atMs, ...more] = openLines('notCounted', note, key);
  if (atMs === undefined || more.length > 0) throw new Unproven('the statement has not four lines');
  const at = new Date(sizeOf(atMs, 'the time of the list'));
  if (Number.isNaN(at.getTime())) throw new Unproven('the time of the list is not one');
  return {
    says: `${key.name} states that its list of ${at.toISOString()} does not count ${account} among the holders of ${token}`,
    claims: [[`what ${account} has of ${token} in the list ${list}`, 'none']],
  };
}

/** Throws unless the row has the hash of each part that its owner may read. */
function checkParts(parts: readonly Part[] = [], receipt: { readonly [name: string]: unknown }): void {
  for (const { name, text, nonce } of parts)
    if (receipt[name] !== entryOf(fromHex(nonce), bytesOf(text)).toString('hex'))
      throw new Unproven(`the part ${name} is not the one in the row`);
}

const isAt = (leaf: Buffer, { index, path }: Place, head: TreeHead): boolean =>
  isIncluded(leafHash(leaf), index, path.map(fromHex), head);

/** Of a note that was opened before. */
function rootIn(note: string): readonly [string, string] {
  const { size, root } = parseCheckpoint(note.slice(0, note.indexOf('\n\n') + 1));
  return [`its first ${size} entries`, Buffer.from(root).toString('hex')];
}
