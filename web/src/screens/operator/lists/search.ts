// Interprets the text of a journal search: as a number, an id, an account or a reference.
import { halfWidth } from '../../../exact/amount.ts';

export type Meaning =
  | { readonly by: 'sequence'; readonly sequence: number }
  | { readonly by: 'transactionId'; readonly transactionId: string }
  | { readonly by: 'account'; readonly account: string }
  | { readonly by: 'reference'; readonly reference: string };

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
/** A journal number, with or without grouping and a leading "No." or "#". */
const NUMBER = /^(?:no\.?|#)?\s*(\d{1,3}(?:,\d{3})+|\d{1,15})$/i;
const MOST_NAME = 128;
const MOST_REFERENCE = 256;

/** All possible meanings, the likeliest first; none for empty text. */
export function meaningsOf(typed: string): readonly Meaning[] {
  const text = typed.trim();
  if (text === '') return [];
  if (UUID.test(text)) {
    return [
      { by: 'transactionId', transactionId: text.toLowerCase() },
      { by: 'reference', reference: text },
    ];
  }
  const number = Number(NUMBER.exec(halfWidth(text))?.[1]?.replaceAll(',', '') ?? 0);
  return [
    ...(number > 0 ? [{ by: 'sequence', sequence: number } as const] : []),
    ...(!/\s/.test(text) && text.length <= MOST_NAME ? [{ by: 'account', account: text } as const] : []),
    ...(text.length <= MOST_REFERENCE ? [{ by: 'reference', reference: text } as const] : []),
  ];
}
