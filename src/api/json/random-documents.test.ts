// The exact parser against JSON.parse, on random documents whose strings look like numbers and syntax.
import { expect, test } from 'vitest';
import { Random } from '../../../test/simulation/random.ts';
import { NumberText, parseExact } from './exact-json.ts';

const seed = Number(process.env.JSON_SEED ?? Math.floor(Math.random() * 2 ** 32));
const documents = Number(process.env.JSON_DOCUMENTS ?? 3000);

test(`parseExact reads random documents as JSON.parse does, and refuses duplicate members: JSON_SEED=${seed} JSON_DOCUMENTS=${documents}`, () => {
  const writer = new Writer(new Random(seed));
  const seen = { documents: 0, numbers: 0, exact: 0, twice: 0 };
  while (seen.documents < documents) {
    const { text, isNamedTwice } = writer.document();
    seen.documents += 1;
    if (isNamedTwice) {
      seen.twice += 1;
      if (faultOf(text) !== 'an object has the same member twice') throw new Error(`a name is twice in ${text}`);
      continue;
    }
    const difference = differenceOf(parseExact(text), JSON.parse(text, withSource), seen);
    if (difference !== undefined) throw new Error(`${difference} in ${text}`);
  }
  expect(Math.min(seen.numbers, seen.exact, seen.twice)).toBeGreaterThan(documents / 1000);
});

/** A number as JSON.parse reads it, with its text. */
class Written {
  readonly value: number;
  readonly text: string;
  constructor(value: number, text: string) {
    this.value = value;
    this.text = text;
  }
}

const withSource = (_name: string, value: unknown, { source }: { source: string }) =>
  typeof value === 'number' ? new Written(value, source) : value;

function differenceOf(ours: unknown, theirs: unknown, seen: { numbers: number; exact: number }): string | undefined {
  if (theirs instanceof Written) {
    seen.numbers += 1;
    if (ours instanceof NumberText) {
      seen.exact += 1;
      if (ours.text !== theirs.text) return `${theirs.text} was read as ${ours.text}`;
      // Schemas accept an integer only if it was parsed as a float.
      return /^-?\d{1,15}$/.test(ours.text) ? `the integer ${theirs.text} is no float` : undefined;
    }
    if (!Object.is(ours, theirs.value)) return `${theirs.text} was read as ${String(ours)}`;
    return digitsOf(String(ours)) === digitsOf(theirs.text) ? undefined : `${theirs.text} lost digits`;
  }
  if (typeof theirs !== 'object' || theirs === null)
    return ours === theirs ? undefined : `${String(theirs)} was read as ${String(ours)}`;
  if (typeof ours !== 'object' || ours === null || Array.isArray(ours) !== Array.isArray(theirs)) return 'another kind';
  const names = Object.keys(theirs);
  if (Object.keys(ours).join() !== names.join()) return 'other names';
  for (const name of names) {
    const difference = differenceOf(ours[name as never], theirs[name as never], seen);
    if (difference !== undefined) return difference;
  }
  return undefined;
}

/** The significant digits and the power of ten of the last one, equal for every spelling of a number. */
function digitsOf(text: string): string {
  const [, whole = '', part = '', power = '0'] = /^-?(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text) ?? [];
  const digits = `${whole}${part}`.replace(/^0+/, '');
  const kept = digits.replace(/0+$/, '');
  return kept === '' ? '0' : `${kept}e${Number(power) - part.length + digits.length - kept.length}`;
}

function faultOf(text: string): string | undefined {
  try {
    parseExact(text);
  } catch (error) {
    return error instanceof SyntaxError ? error.message : String(error);
  }
  return undefined;
}

/** Parts of strings that look like numbers, names or syntax. */
const PIECES = [
  '0:98933e',
  '1234567890123456789',
  ':1e5',
  ',-1.5E3',
  '[0.1234567890123456',
  ' 7e1',
  '":1,"a',
  '\\',
  '"',
].concat([
  '{',
  '}',
  ',',
  ':',
  '.',
  'e',
  'E',
  '-',
  '\n',
  '\t',
  '\u2028',
  'é',
  '😀',
  '\ud800',
  '__proto__',
  'a',
  'b',
  '5',
]);
const SPACES = ['', '', '', '', ' ', '\n', '\t\r '];

class Writer {
  readonly #random: Random;
  #isNamedTwice = false;

  constructor(random: Random) {
    this.#random = random;
  }

  document(): { readonly text: string; readonly isNamedTwice: boolean } {
    this.#isNamedTwice = false;
    const text = this.#value(0);
    return { text, isNamedTwice: this.#isNamedTwice };
  }

  #value(depth: number): string {
    const kind = this.#random.below(depth < 4 ? 10 : 6);
    const value =
      kind < 3
        ? this.#number()
        : kind < 5
          ? this.#string(this.#text())
          : kind === 5
            ? this.#random.pick(['true', 'false', 'null'])
            : kind < 8
              ? this.#array(depth)
              : this.#object(depth);
    return this.#space() + value + this.#space();
  }

  #array(depth: number): string {
    return `[${Array.from({ length: this.#random.below(4) }, () => this.#value(depth + 1)).join(',')}]`;
  }

  #object(depth: number): string {
    const names = new Set<string>();
    const members = Array.from({ length: this.#random.below(4) }, () => {
      // V8 misreads escaped names once it has seen one that begins with a backslash (nodejs/node#63785): none does here.
      const name = this.#text().replaceAll('\\', '/');
      if (names.has(name)) this.#isNamedTwice = true;
      names.add(name);
      return `${this.#space()}${this.#string(name)}${this.#space()}:${this.#value(depth + 1)}`;
    });
    return `{${members.join(',')}}`;
  }

  #text(): string {
    return Array.from({ length: this.#random.below(4) }, () => this.#random.pick(PIECES)).join('');
  }

  #string(value: string): string {
    let text = '';
    for (const unit of value.split('')) {
      const escaped = `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
      text += this.#random.chance(5) ? escaped : JSON.stringify(unit).slice(1, -1);
    }
    return `"${text}"`;
  }

  #number(): string {
    const sign = this.#random.chance(20) ? '-' : '';
    const whole = this.#random.chance(20) ? '0' : `${1 + this.#random.below(9)}${this.#digits()}`;
    const part = this.#random.chance(30) ? `.${this.#random.below(10)}${this.#digits()}` : '';
    const power = this.#random.chance(15)
      ? `${this.#random.pick(['e', 'E', 'e+', 'E-'])}${this.#random.below(30)}`
      : '';
    const far = this.#random.chance(1) ? this.#random.pick(['e400', 'e-400']) : power;
    return sign + whole + part + far;
  }

  #digits(): string {
    const length = this.#random.chance(70) ? this.#random.below(6) : this.#random.below(22);
    return Array.from({ length }, () => this.#random.pick(['0', '9', String(this.#random.below(10))])).join('');
  }

  #space(): string {
    return this.#random.pick(SPACES);
  }
}
