// Parses a transaction's name in a path: its number in the journal, or its id.

type TransactionQuery = { readonly sequence: string } | { readonly transactionId: string };

/** Null if the name is neither. */
export function queryOf(name: string): TransactionQuery | null {
  const number = name.replaceAll(',', '');
  if (/^[1-9]\d{0,14}$/.test(number)) return { sequence: number };
  const id = name.toLowerCase();
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id) ? { transactionId: id } : null;
}
