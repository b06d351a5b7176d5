// An answer of a toncenter endpoint: a result, or an error with a status and a message.
export class Refusal extends Error {
  override name = 'Refusal';
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

export type Answer = { readonly status: number; readonly body: object };

export const resultOf = (result: unknown): Answer => ({ status: 200, body: { ok: true, result } });

export const errorOf = ({ status, message }: Refusal): Answer => ({
  status,
  body: { ok: false, error: message, code: status },
});
