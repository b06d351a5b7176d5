// Exact JSON: the text of numbers survives, and a member named twice is found, however it is written.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { NumberText, number, parseExact } from './json.ts';

const TWICE = 'an object names the same member twice';

/** A JSON text as it was meant, with room for members named twice. */
type Tree = { readonly members: readonly (readonly [string, Tree])[] } | { readonly items: readonly Tree[] } | string;

/** Strings that look like the syntax around them. */
const TRICKY = ['a', '', '"', '\\', '\\"', 'a":', '":1,"a', ':', '{', '}', ',', '0', '1', '__proto__', 'é', '😀', '\n'];
const text = fc.oneof(fc.constantFrom(...TRICKY), fc.string({ unit: 'binary', maxLength: 4 }));
// V8 14.6 itself misreads a name of one escaped character, so names of one character are plain here.
const name = text.map((one) => (one.length === 1 ? 'n' : one));

const anyTree = fc.letrec<{ tree: Tree }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 4 },
    text,
    fc.record({ members: fc.array(fc.tuple(name, tie('tree')), { maxLength: 4 }) }),
    fc.record({ items: fc.array(tie('tree'), { maxLength: 3 }) }),
  ),
})).tree;

/** Writes a string with as many escapes as it pleases, and white space wherever it may stand. */
function write(tree: Tree, draw: (choices: number) => number): string {
  const space = () => ['', '', ' ', '\n', '\t\r '][draw(5)];
  const string = (value: string) => {
    const escaped = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
    return `"${[...value.split('')].map((unit) => (draw(3) === 0 && value.length > 1 ? escaped(unit) : JSON.stringify(unit).slice(1, -1))).join('')}"`;
  };
  if (typeof tree === 'string') return string(tree);
  const parts =
    'items' in tree
      ? tree.items.map((item) => `${space()}${write(item, draw)}${space()}`)
      : tree.members.map(
          ([name, member]) => `${space()}${string(name)}${space()}:${space()}${write(member, draw)}${space()}`,
        );
  return 'items' in tree ? `[${parts.join(',')}]` : `{${parts.join(',')}}`;
}

const namesTwice = (tree: Tree): boolean => {
  if (typeof tree === 'string') return false;
  if ('items' in tree) return tree.items.some(namesTwice);
  const names = tree.members.map(([name]) => name);
  return new Set(names).size < names.length || tree.members.some(([, member]) => namesTwice(member));
};

describe('a member named twice', () => {
  test('is found exactly where there is one', () => {
    let found = 0;
    fc.assert(
      fc.property(anyTree, fc.infiniteStream(fc.nat(59)), (tree, stream) => {
        const written = write(tree, (choices) => (stream.next().value as number) % choices);
        if (namesTwice(tree)) {
          found += 1;
          expect(() => parseExact(written)).toThrow(new SyntaxError(TWICE));
        } else {
          expect(parseExact(written)).toEqual(JSON.parse(written));
        }
      }),
      { numRuns: 2000 },
    );
    expect(found).toBeGreaterThan(20);
  });

  test.each([
    '{"a":1,"a":1}',
    '{"ab":1,"a\\u0062":2}',
    '{"a":{"b":1,"b":2}}',
    '[{"x":{}},{"y":[{"b":1 , "b" : 2}]}]',
    '{"__proto__":1,"__proto__":2}',
    '{"1":1,"0":0,"1":1}',
    '{"":1,"":2}',
    '{"\\"\\"":1,"\\u0022\\"":2}',
  ])('%s is refused', (written) => {
    expect(() => parseExact(written)).toThrow(new SyntaxError(TWICE));
  });

  test.each([
    '{"a":{"a":{"a":1}}}',
    '[{"a":1},{"a":1}]',
    '{"a":"\\"a\\":1","b":"a\\":"}',
    '{"a":"a","b":["a","a"]}',
    '["a","a"]',
    '{"A":1,"a":1}',
    '{"a\\\\":1,"a":2}',
    '"a"',
    '{"":{"":""}}',
  ])('%s is not', (written) => {
    expect(() => parseExact(written)).not.toThrow();
  });
});

test('what is no JSON is refused, and what is JSON is not', () => {
  const broken = fc.tuple(fc.json(), fc.nat(), fc.string({ maxLength: 2 })).map(([json, at, noise]) => {
    const place = at % (json.length + 1);
    return json.slice(0, place) + noise + json.slice(place + noise.length);
  });
  const outcome = (parse: () => unknown) => {
    try {
      parse();
      return 'parsed';
    } catch (error) {
      return error instanceof SyntaxError && error.message !== TWICE ? 'refused' : 'named twice';
    }
  };
  fc.assert(
    fc.property(fc.oneof(fc.string(), broken), (written) => {
      const ours = outcome(() => parseExact(written));
      expect(ours === 'refused').toBe(outcome(() => JSON.parse(written)) === 'refused');
    }),
    { numRuns: 2000 },
  );
});

describe('a number', () => {
  test.each(['0', '-0', '1.50', '1e400', '1E+2', '1e-30', '0.1', '18446744073709551617', `0.${'1'.repeat(40)}`])(
    '%s keeps its text',
    (written) => {
      expect(parseExact(written)).toEqual(new NumberText(written));
      expect(parseExact(`{"a":[ ${written} ]}`)).toEqual({ a: [new NumberText(written)] });
      expect(parseExact(`"${written}"`)).toBe(written);
    },
  );

  test('keeps its text wherever it stands', () => {
    const backToNumbers = (value: unknown): unknown => {
      if (value instanceof NumberText) return Number(value.text);
      if (Array.isArray(value)) return value.map(backToNumbers);
      if (typeof value !== 'object' || value === null) return value;
      return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, backToNumbers(member)]));
    };
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const written = JSON.stringify(value);
        expect(backToNumbers(parseExact(written))).toEqual(JSON.parse(written));
      }),
    );
  });

  test('is written with every digit that it has', () => {
    const digits = '123456789012345678901234567890.000000000000000001';
    expect(JSON.stringify({ amount: number(digits) })).toBe(`{"amount":${digits}}`);
    expect(() => number('12,5')).toThrow(SyntaxError);
  });
});

test('__proto__ is a member like any other', () => {
  const parsed = parseExact('{"__proto__":{"role":"operator"}}') as object;
  expect(Object.getPrototypeOf(parsed)).toBe(Object.prototype);
  expect(Object.keys(parsed)).toEqual(['__proto__']);
  expect('role' in {}).toBe(false);
});

test('a string of a megabyte is no trouble, also when it is all escapes', () => {
  for (const long of ['x'.repeat(1_000_000), '\\"'.repeat(500_000), '\\\\'.repeat(500_000)]) {
    expect(parseExact(`{"a":"${long}"}`)).toEqual({ a: JSON.parse(`"${long}"`) });
  }
});
