// A refusal to admit someone: a code, a message that they can act on, and for some codes the reason.

export type AccessCode =
  | 'sign_up_closed'
  | 'invitation_invalid'
  | 'input_refused'
  | 'name_taken'
  | 'used_up_today'
  | 'passkey_refused'
  | 'passkeys_unavailable'
  | 'not_found'
  | 'too_many'
  | 'last_credential';

type AccessReason = 'name' | 'sign_ups' | 'passkey' | 'passkeys';

export class AccessRefused extends Error {
  override name = 'AccessRefused';
  readonly code: AccessCode;
  readonly reasonCode: AccessReason | undefined;
  constructor(code: AccessCode, message: string, reasonCode?: AccessReason) {
    super(message);
    this.code = code;
    this.reasonCode = reasonCode;
  }
}
