// Receipts that no party may read as a whole: a match of two orders. The log contains the parts of each party as hashes.
import { hash } from 'node:crypto';

/** A member of a receipt that the log contains as SHA-256(nonce ‖ text). */
export type SealedMember = { readonly name: string; readonly text: string; readonly nonce: Buffer };

/** The kind of rows that are sealed. */
export const SEALED_KIND = 'matchOrders';
/** Orders with their accounts and what is left of them, and the fee, which the taker pays. */
const SEALED_MEMBERS = ['maker', 'taker', 'fee'];

/** Replaces the members of each party by their hashes. If an order is not found, as in a damaged receipt, seals the whole as one member. */
export function seal(receipt: string, nonceOf: (name: string) => Buffer): SealedReceipt {
  const found = SEALED_MEMBERS.flatMap((name) => memberOf(receipt, name) ?? []);
  const names = found.map(({ name }) => name);
  if (!names.includes('maker') || !names.includes('taker')) {
    const whole = { name: 'receipt', text: receipt, nonce: nonceOf('receipt') };
    return { receipt: `{"receipt":"${hashOf(whole)}"}`, members: [whole] };
  }
  const members: SealedMember[] = [];
  let sealed = receipt;
  // From the last to the first, so that the places of those before it stay the same.
  for (const { name, start, end } of found.toSorted((a, b) => b.start - a.start)) {
    const member = { name, text: receipt.slice(start, end), nonce: nonceOf(name) };
    sealed = `${sealed.slice(0, start)}"${hashOf(member)}"${sealed.slice(end)}`;
    members.unshift(member);
  }
  return { receipt: sealed, members };
}

type SealedReceipt = { readonly receipt: string; readonly members: readonly SealedMember[] };

const hashOf = ({ nonce, text }: SealedMember): string =>
  hash('sha256', Buffer.concat([nonce, Buffer.from(text)]), 'hex');

/** The place of an object that is a member of a JSON object without spaces. */
function memberOf(json: string, name: string): { name: string; start: number; end: number } | undefined {
  let depth = 0;
  let start: number | undefined;
  for (const { 0: token, index } of json.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\]]/g)) {
    if (depth === 1 && token === `"${name}"` && json.startsWith(':{', index + token.length))
      start = index + token.length + 1;
    if (token === '{' || token === '[') depth += 1;
    if (token === '}' || token === ']') depth -= 1;
    if (start !== undefined && depth === 1 && index > start) return { name, start, end: index + 1 };
  }
  return undefined;
}
