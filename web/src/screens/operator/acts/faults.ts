// Finds the form field that a refusal is about: by its code, or by the field name its message begins with.
import type { FailureCode } from '#client';

const BY_CODE: Partial<Record<FailureCode, readonly string[]>> = {
  reference_reused: ['reference'],
  unknown_token: ['token', 'address'],
  insufficient_funds: ['amount'],
  amount_too_large: ['amount'],
  token_exists: ['address'],
  address_reserved: ['address'],
  symbol_taken: ['symbol', 'status'],
  pool_exists: ['Pair.tokenB'],
  same_token: ['Pair.tokenB'],
  fees_too_high: ['lpFee'],
  unknown_pool: ['pools'],
};

export function fieldOf(
  { code, message }: { readonly code: FailureCode; readonly message: string },
  fields: readonly string[],
): string | null {
  const named = fields.find((field) => message.startsWith(`${field} `) || message.startsWith(`${field}.`));
  const known = BY_CODE[code]?.find((field) => fields.includes(field));
  const mentioned = code === 'invalid_request' ? fields.find((field) => message.includes(` ${field}`)) : undefined;
  return named ?? known ?? mentioned ?? null;
}

/** The message for display under its field: without the API's field name. */
export function underField(message: string, field: string): string {
  if (!message.startsWith(`${field} `)) return message;
  const rest = message.slice(field.length + 1);
  return `${rest.charAt(0).toUpperCase()}${rest.slice(1)}`;
}
