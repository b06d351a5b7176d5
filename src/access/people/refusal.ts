// A refusal to admit someone: a code, and a message that they can act on.

export type AccessCode =
  | 'sign_up_closed'
  | 'invitation_invalid'
  | 'name_refused'
  | 'name_taken'
  | 'too_many_sign_ups'
  | 'passkey_refused'
  | 'passkeys_unavailable'
  | 'unknown_passkey'
  | 'too_many_passkeys'
  | 'last_credential';

export class AccessRefused extends Error {
  override name = 'AccessRefused';
  readonly code: AccessCode;
  constructor(code: AccessCode, message: string) {
    super(message);
    this.code = code;
  }
}
