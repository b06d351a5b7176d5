// Receipts that one of their parties may not read as a whole: a match of two orders, and a swap with a referrer. The log contains the parts
// of each party as hashes.
import { hash } from 'node:crypto';

/** A member of a receipt that the log contains as SHA-256(nonce ‖ text). */
export type SealedMember = { readonly name: string; readonly text: string; readonly nonce: Buffer };

/** Only rows of these kinds are sealed: each match, and those swaps whose text contains `REFERRER`. */
export const MATCH_KIND = 'matchOrders';
export const SWAP_KIND = 'swap';
/** No text inside a receipt can contain this: its quotes would be escaped. */
export const REFERRER = Buffer.from('"referrer":"');

/** Orders with their accounts and what is left of them, and the fee, which the taker pays. */
const MATCH_MEMBERS = ['maker', 'taker', 'fee'];

type NonceOf = (name: string) => Buffer;
type SealedReceipt = { readonly receipt: string; readonly members: readonly SealedMember[] };

/** Replaces the members of each party by their hashes. If an order is not found, as in a damaged receipt, seals the whole as one member. */
export function sealMatch(receipt: string, nonceOf: NonceOf): SealedReceipt {
  const found = MATCH_MEMBERS.flatMap((name) => memberOf(receipt, name, '{') ?? []);
  const names = found.map(({ name }) => name);
  if (!names.includes('maker') || !names.includes('taker')) return sealAll({ receipt }, nonceOf);
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

/**
 * Seals who swapped and the whole receipt, and beside them the income of the referrer, who may read nothing else. A damaged receipt has
 * no such income.
 */
export function sealReferred(actor: string, receipt: string, nonceOf: NonceOf): SealedReceipt {
  const referral = referralIn(receipt);
  return sealAll({ actor, receipt, ...(referral !== undefined && { referral }) }, nonceOf);
}

/** The referrer, the token and the sum of all referral fees of a swap, and its pool if there is one only. */
function referralIn(receipt: string): string | undefined {
  const textOf = (name: string) => {
    const found = memberOf(receipt, name, '"');
    return found && receipt.slice(found.start, found.end);
  };
  const [account, token, pool] = [textOf('referrer'), textOf('tokenB'), textOf('pool')];
  if (account === undefined || token === undefined) return undefined;
  const amount = Array.from(receipt.matchAll(/"ref":(\d+)/g), ([, units]) => BigInt(units as string)).reduce(
    (sum, units) => sum + units,
    0n,
  );
  return `{"account":${account},"token":${token},"amount":${amount}${pool === undefined ? '' : `,"pool":${pool}`}}`;
}

/** A receipt whose members are the hashes of these texts. */
function sealAll(texts: Readonly<Record<string, string>>, nonceOf: NonceOf): SealedReceipt {
  const members = Object.entries(texts).map(([name, text]) => ({ name, text, nonce: nonceOf(name) }));
  return { receipt: `{${members.map((member) => `"${member.name}":"${hashOf(member)}"`).join(',')}}`, members };
}

const hashOf = ({ nonce, text }: SealedMember): string =>
  hash('sha256', Buffer.concat([nonce, Buffer.from(text)]), 'hex');

/** The place of a member of a JSON object without spaces, if its value begins with `first`: an object or a text. */
function memberOf(
  json: string,
  name: string,
  first: '{' | '"',
): { readonly name: string; readonly start: number; readonly end: number } | undefined {
  let depth = 0;
  let start: number | undefined;
  for (const { 0: token, index } of json.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\]]/g)) {
    if (token === '{' || token === '[') depth += 1;
    if (token === '}' || token === ']') depth -= 1;
    if (start !== undefined && depth === 1 && index >= start) return { name, start, end: index + token.length };
    const after = index + token.length;
    if (depth === 1 && token === `"${name}"` && json.startsWith(`:${first}`, after)) start = after + 1;
  }
  return undefined;
}
