// Reads responses: of the exchange, or of a proxy in between.
import { type Failing, isErrorCode } from './error.ts';
import type { Request } from './request.ts';

/** A request with its response, unparsed. */
export type AnsweredRequest = Request & {
  readonly status: number;
  readonly text: string;
  readonly transactionId: string | null;
  readonly requestId: string | null;
  readonly attempts: number;
};

export type Failed = { readonly message: string } & Failing;
/** The outcome of one attempt: data, or why there is none. */
export type AttemptOutcome = {
  readonly answer?: Omit<AnsweredRequest, 'attempts'>;
  readonly data?: unknown;
  readonly failing?: Failed;
};

export const lost = (cause: unknown): Failed => ({
  message: `No answer from the exchange: ${whyOf(cause)}`,
  code: 'network',
  cause,
});

/** Node's message is only "fetch failed"; the reason is in its cause. */
const whyOf = (cause: unknown): string => {
  const { message, cause: inner } = cause as { message?: string; cause?: { message?: string } };
  return inner?.message || message || String(cause);
};

export function read(request: Request, response: Response, text: string): AttemptOutcome {
  const { status, headers } = response;
  const answer = {
    ...request,
    status,
    text,
    transactionId: headers.get('Transaction-Id'),
    requestId: headers.get('X-Request-Id'),
  };
  const json = parsed(text);
  if (response.ok && json) return { answer, data: 'success' in json ? json.data : json };
  return { answer, failing: failureOf(response, json) };
}

type Json = { readonly data?: unknown; readonly error?: unknown };

export function failureOf({ ok, status, headers }: Response, json: Json | null): Failed {
  const serverCode = headers.get('Error-Code');
  const type = headers.get('Content-Type') ?? 'nothing';
  // A proxy's gateway error, or JSON that was cut off, counts as no response.
  const isLost =
    serverCode === null && (ok ? type.includes('json') : status === 502 || status === 503 || status === 504);
  const said = json && typeof json.error === 'string' && json.error;
  return {
    message: said || `What was answered is not of the exchange: ${status}, ${type}.`,
    code: isErrorCode(serverCode) ? serverCode : isLost ? 'network' : 'unreadable',
    status,
    serverCode,
    statement: textOf(headers.get('Signed-Statement')),
    reasonCode: headers.get('Reason-Code') as Failing['reasonCode'],
    requestId: headers.get('X-Request-Id'),
    retryAfterMs: waitOf(headers.get('Retry-After')),
  };
}

export function parsed(text: string): Json | null {
  try {
    const json = JSON.parse(text);
    return typeof json === 'object' ? json : null;
  } catch {
    return null;
  }
}

/** The header has base64 of UTF-8. */
function textOf(base64: string | null): string | null {
  try {
    return base64 && new TextDecoder().decode(Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0)));
  } catch {
    return null;
  }
}

/** The header has seconds or a date. */
function waitOf(text: string | null): number | null {
  if (text === null) return null;
  const ms = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.now();
  return Number.isNaN(ms) ? null : Math.max(0, ms);
}
