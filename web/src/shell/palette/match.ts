// Interprets search text: pure functions.
import { halfWidth } from '../../exact/amount.ts';

/** True if each typed word is the beginning of some word of the label, in any order. */
export function matches(label: string, typed: string): boolean {
  const words = wordsOf(label);
  return wordsOf(typed).every((part) => words.some((word) => word.startsWith(part)));
}

const wordsOf = (text: string): readonly string[] =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');

/** Normalises a pair for the server: `ton / usdt` and `ton usdt` become `ton/usdt`. */
export function poolSearch(typed: string): string {
  const text = typed.trim();
  const pair = /^(\S+?)(?:\s*\/\s*|\s+)(\S+)$/.exec(text);
  return pair ? `${pair[1]}/${pair[2]}` : text;
}

type Named = { readonly sequence: string } | { readonly transactionId: string };

/** A transaction by its number as the page writes it, or by its id; null if the text is neither. */
export function transactionOf(typed: string): Named | null {
  const text = halfWidth(typed)
    .trim()
    .replace(/^(?:no\.?|#)\s*/i, '');
  const number = text.replace(/[\s,.’'\u00a0\u202f]/g, '');
  if (/^[1-9]\d{0,14}$/.test(number)) return { sequence: number };
  const id = text.toLowerCase();
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id) ? { transactionId: id } : null;
}
