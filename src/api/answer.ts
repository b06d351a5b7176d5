// Turns an admitted request into the text of its answer; status and headers are set on the reply.
import type { Readable } from 'node:stream';
import type { Logger } from 'pino';
import type { Caller } from '../access/keys.ts';
import { takesKey } from '../contract/call.ts';
import type { SignedReceipt } from '../ports/public-log.ts';
import type { BulkBounds } from './bulk/bounds.ts';
import { runBulk } from './bulk/bulk.ts';
import type { Call, CallContext, CallServices } from './call.ts';
import type { AdmissionGuard } from './door/admission.ts';
import { Charge } from './door/charge.ts';
import type { FilesInFlight } from './door/files-in-flight.ts';
import { isPrivileged, logPrivileged } from './door/privileged-log.ts';
import type { Limits } from './door/rate-limit.ts';
import type { HttpReply, HttpRequest } from './door/request.ts';
import { changeSession } from './door/session-change.ts';
import { ApiError } from './errors.ts';
import { checkOf } from './fields/validation.ts';
import { type DecimalForm, printExact } from './json/exact-json.ts';
import { exportOf, printExport } from './json/export.ts';
import { RecentAnswers } from './json/recent-answers.ts';
import { type Receipts, wantsReceipt } from './public-log/receipts.ts';
import { schemaOf } from './reference/openapi.ts';
import { type CallAnswer, runCall } from './run-call.ts';

/** The services and limits that every call is answered with. */
export type Dependencies = {
  readonly services: CallServices;
  readonly limits: Limits;
  readonly files: FilesInFlight;
  readonly bulks: BulkBounds;
  readonly logger: Logger;
  readonly receipts: Receipts;
};

/** Text, or a stream for an export, which is sent page by page. */
export type AnswerRequest = (request: HttpRequest, reply: HttpReply) => Promise<string | Readable>;

export function answerOf(call: Call, dependencies: Dependencies, admitAgain: AdmissionGuard): AnswerRequest {
  const { services, limits, files, bulks, logger, receipts } = dependencies;
  const check = checkOf(schemaOf(call));
  const hasBody = call.method === 'POST';
  const recent = 'ask' in call && call.isOftenRepeated ? new RecentAnswers(() => services.venue.head()) : undefined;
  const exported = exportOf(call);
  /** The items of a bulk have their own receipts. */
  const mayPromise = takesKey(call) && !call.carries;
  const isWatched = isPrivileged(call);
  // Calls that sign in are made before there is an account to count them for.
  const isCounted = call.changes && call.who !== 'anyone';
  const answer: AnswerRequest = async (request, reply) => {
    const again = hasBody ? admitAgain(request, reply) : undefined;
    if (again) await again;
    if (call.queryForBody) takeQueryForBody(request);
    // A cached answer skips validation: the same request was valid when it was first answered.
    if (recent) {
      const form = decimalForm(request);
      const known = await recent.find(request, questionIn(request, form));
      if (known !== undefined) return asJson(reply, known, form);
    }
    check(request);
    const form = decimalForm(request);
    const context = contextOf(request, dependencies, call);
    if (call.carries) bulks.count(request);
    else if (isCounted) limits.countChange(context.caller);
    const file = exported?.(context);
    if (file) {
      files.hold(request, reply);
      return printExport(file, form, { reply, isHead: request.method === 'HEAD' });
    }
    const key = keyOf(request, call);
    const answered =
      'carried' in call
        ? await runBulk(call, context, { request, key, logger, receipts })
        : 'change' in call
          ? await changeSession(call, context, { request, reply, logger })
          : await runCall(call, context, key);
    const receipt = mayPromise && wantsReceipt(request) ? await receipts.of(answered.transactionId) : undefined;
    if (answered.isPending) reply.code(202);
    if (answered.transactionId !== undefined) reply.header('transaction-id', answered.transactionId);
    if (isWatched && context.caller.role === 'operator') logPrivileged(logger, call, request, answered);
    const text = print(call, answered, form, receipt);
    recent?.keep(request, questionIn(request, form), text);
    return asJson(reply, text, form);
  };
  const asCaller = services.venue.asCaller?.bind(services.venue);
  if (!asCaller) return answer;
  return (request, reply) => {
    const { account = '', keyId = '' } = request.caller ?? {};
    // Without a key also who asks about a wallet that everybody can see: a caller must not take the turns of many.
    const isStranger = account === '' || keyId === '';
    return asCaller({ isStranger, name: isStranger ? request.ip : account }, () =>
      answer(request, reply),
    ) as ReturnType<AnswerRequest>;
  };
}

const contextOf = (request: HttpRequest, { services, limits }: Dependencies, { method }: Call): CallContext => ({
  ...services,
  input: (method === 'GET' ? request.query : request.body) as never,
  caller: request.caller as Caller,
  charge: new Charge(limits, request),
});

function keyOf({ headers }: HttpRequest, { takesNoKey }: Call): string | undefined {
  const key = headers['idempotency-key'] as string | undefined;
  if (!takesNoKey || key === undefined) return key;
  throw new ApiError('invalid_request', 'This call takes no Idempotency-Key; see its description in /docs.');
}

const print = ({ bare }: Call, { data }: CallAnswer, form: DecimalForm, receipt?: SignedReceipt | null): string =>
  bare
    ? printExact(data, form)
    : `{"success":true,"data":${printExact(data, form)}${receipt === undefined ? '' : `,"receipt":${JSON.stringify(receipt)}`}}`;

function asJson(reply: HttpReply, text: string, form: DecimalForm): string {
  if (form === 'string') reply.header('amounts', form);
  reply.header('content-type', JSON_TYPE);
  return text;
}

export const JSON_TYPE = 'application/json; charset=utf-8';

/** Cache key of an answer, which is kept once for each form of amounts. */
const questionIn = ({ url }: HttpRequest, form: DecimalForm): string => (form === 'number' ? url : `${form} ${url}`);

/** The form of amounts that the header Amounts asks for; a misspelt value is refused, not ignored. */
function decimalForm({ headers: { amounts = 'number' } }: HttpRequest): DecimalForm {
  if (amounts === 'number' || amounts === 'string') return amounts;
  throw new ApiError('invalid_request', 'The header Amounts must be "string" or "number".');
}

/** Lets a POST carry its parameters in the query, like the GET of the same name. */
function takeQueryForBody(request: HttpRequest): void {
  if (request.body !== undefined && request.body !== null) return;
  request.body = request.query;
  request.query = {};
}
