// Validates requests by their schemas, with messages that name the field and the remedy.
import AjvCompiler from '@fastify/ajv-compiler';
import type { FastifyServerOptions } from 'fastify';
import { ApiError } from '../errors.ts';
import { NumberText } from '../json/exact-json.ts';

type Fault = {
  readonly keyword: string;
  readonly instancePath: string;
  readonly params: Record<string, unknown>;
  readonly parentSchema: {
    readonly title?: string;
    readonly description?: string;
    readonly enum?: readonly string[];
    readonly maxLength?: number;
    readonly whole?: readonly [number, number];
  };
};

type Check = { (value: unknown): boolean; errors?: unknown };

let compiler: ((route: { readonly schema: object }) => Check) | undefined;

/** Compiles a schema; the compiler is created on first use, once per process. */
export function compile(schema: object): Check {
  compiler ??= AjvCompiler()({}, AJV as never) as unknown as typeof compiler;
  return (compiler as NonNullable<typeof compiler>)({ schema });
}

const AJV: FastifyServerOptions['ajv'] = {
  customOptions: {
    coerceTypes: false,
    removeAdditional: false,
    useDefaults: false,
    allErrors: false,
    strict: true,
    verbose: true,
  },
  onCreate(instance) {
    instance.addKeyword({
      keyword: 'decimal',
      validate: (_: unknown, data: unknown) =>
        typeof data === 'number' || typeof data === 'string' || data instanceof NumberText,
    });
    // Digits in the shortest form, so that one number has one text.
    instance.addKeyword({
      keyword: 'whole',
      type: 'string',
      validate: ([least, most]: readonly [number, number], text: string) =>
        /^(0|[1-9][0-9]*)$/.test(text) && Number(text) >= least && Number(text) <= most,
    });
    instance.addKeyword('orSeconds');
    // Characters are counted only if the length in UTF-16 units leaves doubt: for an address, counting costs more than the rest.
    for (const [keyword, isMet] of LENGTHS) {
      instance.removeKeyword(keyword);
      instance.addKeyword({
        keyword,
        // Checked where Ajv itself would check the length; otherwise another fault would be reported first.
        before: 'pattern',
        type: 'string',
        schemaType: 'number',
        compile: (limit: number) => (text: string) => isMet(text, limit),
      });
    }
  },
};

/** A character takes one or two UTF-16 units. */
const LENGTHS: readonly (readonly [string, (text: string, limit: number) => boolean])[] = [
  ['minLength', (text, limit) => text.length >= 2 * limit || [...text].length >= limit],
  ['maxLength', (text, limit) => text.length <= limit || (text.length <= 2 * limit && [...text].length <= limit)],
];

/**
 * Validates the parts of a request and throws the first fault. Schemas are compiled when the first request needs them:
 * compiling all of them would take a third of the start-up time.
 */
export function checkOf(schemas: PartSchemas): (request: Record<Part, unknown>) => void {
  let checks: readonly (readonly [where: string, part: Part, isValid: Check])[] | undefined;
  return (request) => {
    checks ??= PARTS.filter(([where]) => schemas[where] !== undefined).map(([where, part]) => [
      where,
      part,
      compile(schemas[where] as object),
    ]);
    for (const [where, part, isValid] of checks) {
      if (!isValid(request[part] ?? null)) throw validationError(isValid.errors as never, where);
    }
  };
}

type Part = 'body' | 'query' | 'headers';
type PartSchemas = { readonly body?: unknown; readonly querystring?: unknown; readonly headers?: unknown };
const PARTS: readonly (readonly [keyof PartSchemas, Part])[] = [
  ['body', 'body'],
  ['querystring', 'query'],
  ['headers', 'headers'],
];

const HEADERS: Readonly<Record<string, string>> = {
  'idempotency-key': 'Idempotency-Key must be 1 to 255 printable ASCII characters without spaces.',
  'signed-receipt': 'The header Signed-Receipt must be "true", or be left out.',
};

/** The first fault of a request, as an error that the caller can act on. */
export function validationError(faults: readonly Fault[], where: string): ApiError {
  const fault = faultToTell(faults);
  const field = fault.instancePath.slice(1).replaceAll('/', '.');
  if (where === 'headers') return new ApiError('invalid_request', HEADERS[field] as string);
  return new ApiError('invalid_request', sentence(fault, field, where));
}

/** The fault to report. If a value fits none of its forms (anyOf): the fault inside the form that was meant, or the list of forms. */
function faultToTell(faults: readonly Fault[]): Fault {
  const forms = faults.find(({ keyword }) => keyword === 'anyOf');
  const inside = forms && faults.find(({ instancePath }) => instancePath.length > forms.instancePath.length);
  return (inside ?? forms ?? faults[0]) as Fault;
}

function sentence({ keyword, params, parentSchema }: Fault, field: string, where: string): string {
  const inBody = where !== 'querystring';
  const member = (name: unknown) => (field === '' ? name : `${field}.${name}`);
  const subject = field === '' ? `The ${where}` : field;
  switch (keyword) {
    case 'required':
      return `${member(params.missingProperty)} is missing.`;
    case 'additionalProperties':
      return `${member(shown(params.additionalProperty as string))} is not a ${PART[where] ?? 'field of this call'}.`;
    case 'decimal':
      return inBody ? `${subject} must be a number.` : `${subject} was given more than once.`;
    case 'type':
      if (!inBody) return `${subject} was given more than once.`;
      return `${subject} must be a ${JSON_TYPES.has(params.type) ? 'JSON ' : ''}${params.type}.`;
    case 'minLength':
    case 'minItems':
      return `${subject} must not be empty.`;
    case 'maxItems':
      return `${subject} must have at most ${params.limit} entries.`;
    case 'uniqueItems':
      return `${subject} must not have the same entry twice.`;
    case 'maxLength':
      return `${subject} must have at most ${parentSchema.maxLength} characters.`;
    case 'enum':
      return `${subject} must be ${anyOf(parentSchema.enum ?? [])}.`;
    case 'anyOf':
      return `${subject} must be ${parentSchema.title}.`;
    default:
      if (parentSchema.title !== undefined) return `${subject} must be ${parentSchema.title}.`;
      if (parentSchema.whole) return `${subject} must be a whole number from ${parentSchema.whole.join(' to ')}.`;
      return `${subject} is not valid: ${parentSchema.description}`;
  }
}

const PART: Readonly<Record<string, string>> = {
  querystring: 'parameter of this call',
  item: 'field of an item',
};
const JSON_TYPES: ReadonlySet<unknown> = new Set(['object', 'array']);

const anyOf = (words: readonly string[]): string => words.join(', ').replace(/, ([^,]*)$/, ' or $1');

/** Quotes a name that the caller made up, to set it off from the sentence. */
const shown = (name: string): string => (/^\w{1,64}$/.test(name) ? name : JSON.stringify(name.slice(0, 64)));
