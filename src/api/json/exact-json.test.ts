// Exact JSON keeps the text of numbers and finds duplicate members, however they are written.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { times } from '../../../test/times.ts';
import { MAX_AMOUNT } from '../../core/amount.ts';
import { parseDecimal, printDecimal } from '../../core/maths/decimal.ts';
import { type ExactNumber, NumberText, number, parseExact, printExact, textOf } from './exact-json.ts';

const TWICE = 'an object has the same member twice';

/** A JSON text as intended, which may have duplicate members. */
type Tree = { readonly members: readonly (readonly [string, Tree])[] } | { readonly items: readonly Tree[] } | string;

/** Strings that look like the syntax around them. */
const TRICKY = ['a', '', '"', '\\', '\\"', 'a":', '":1,"a', ':', '{', '}', ',', '0', '1', '__proto__', 'é', '😀', '\n'];
const text = fc.oneof(fc.constantFrom(...TRICKY), fc.string({ unit: 'binary', maxLength: 4 }));
// V8 misreads escaped names once it has seen one that begins with a backslash (nodejs/node#63785): none does here.
const name = text.map((one) => one.replaceAll('\\', '/'));

const anyTree = fc.letrec<{ tree: Tree }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 4 },
    text,
    fc.record({ members: fc.array(fc.tuple(name, tie('tree')), { maxLength: 4 }) }),
    fc.record({ items: fc.array(tie('tree'), { maxLength: 3 }) }),
  ),
})).tree;

/** Writes a tree with random escapes and white space. */
function write(tree: Tree, draw: (choices: number) => number): string {
  const space = () => ['', '', ' ', '\n', '\t\r '][draw(5)];
  const string = (value: string) => {
    const escaped = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
    return `"${[...value.split('')].map((unit) => (draw(3) === 0 ? escaped(unit) : JSON.stringify(unit).slice(1, -1))).join('')}"`;
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
  test('is found if and only if there is one', () => {
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
      { numRuns: times(500) },
    );
    expect(found).toBeGreaterThan(2);
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
    '{"x\\\\":1,"x":2}',
    '"a"',
    '{"":{"":""}}',
  ])('%s is accepted, since no object has a member twice', (written) => {
    expect(() => parseExact(written)).not.toThrow();
  });
});

test('invalid JSON is refused and valid JSON is accepted', () => {
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
    { numRuns: times(500) },
  );
});

describe('a number', () => {
  const decimalOf = (text: string) => parseDecimal(text, 60, 10n ** 200n);

  test.each(['0', '-0', '1.50', '1e400', '1E+2', '1e-30', '0.1', '18446744073709551617', `0.${'1'.repeat(40)}`])(
    '%s keeps its value',
    (written) => {
      expect(decimalOf(textOf(parseExact(written) as ExactNumber))).toEqual(decimalOf(written));
      const { a } = parseExact(`{"a":[ ${written} ]}`) as { a: [ExactNumber] };
      expect(decimalOf(textOf(a[0]))).toEqual(decimalOf(written));
      expect(parseExact(`"${written}"`)).toBe(written);
    },
  );

  test('keeps its value for any digits, within and beyond the precision of a float', () => {
    const digits = fc.stringMatching(/^[0-9]{1,20}$/).map((text) => text.replace(/^0+(?=.)/, ''));
    fc.assert(
      fc.property(
        digits,
        fc.stringMatching(/^[0-9]{0,20}$/),
        fc.constantFrom('', 'e3', 'E-5'),
        (whole, part, power) => {
          const written = `${whole}${part === '' ? '' : `.${part}`}${power}`;
          expect(decimalOf(textOf(parseExact(written) as ExactNumber))).toBe(decimalOf(written));
        },
      ),
      { numRuns: times(1000) },
    );
  });

  test.each(['%', '[%]', '[null,%]', '{"a":%}', '{"a": %}', '{"a":\t%,"b":0}', '[\n%\r\n]', ' %'])(
    'keeps its digits at every position: %j',
    (place) => {
      for (const written of ['-1.2345678901234567', '1e400', '-12E-30']) {
        const [found] = JSON.stringify(parseExact(place.replace('%', written))).match(/"text":"[^"]*"/) ?? [];
        expect(found).toBe(`"text":"${written}"`);
      }
    },
  );

  test('is a float next to strings that look like numbers', () => {
    expect(parseExact('{"a":"EQ1e5_1234567890123456789","b":0.5}')).toEqual({
      a: 'EQ1e5_1234567890123456789',
      b: 0.5,
    });
  });

  test('is a float only if it has at most 15 digits', () => {
    expect(parseExact('123456789012345')).toBe(123456789012345);
    expect(parseExact('1.2345678901234')).toBe(1.2345678901234);
    expect(parseExact('1234567890123456')).toEqual(new NumberText('1234567890123456'));
    expect(parseExact('[123456789012345e0,123456789012345,1234567890123456e0]')).toEqual([
      123456789012345,
      123456789012345,
      new NumberText('1234567890123456e0'),
    ]);
  });

  test('with an exponent, is a float if it is a safe integer', () => {
    expect(parseExact('[1e2,-1.5E+1,900719925474099e1,1e-400,0e5,1e400,1e-5,9007199254740993e0]')).toEqual([
      100,
      -15,
      9007199254740990,
      new NumberText('1e-400'),
      new NumberText('0e5'),
      new NumberText('1e400'),
      new NumberText('1e-5'),
      new NumberText('9007199254740993e0'),
    ]);
  });

  test('is a float next to an address that looks like a long number, and next to a long number', () => {
    const address = `0:98933e${'0'.repeat(58)}`;
    expect(parseExact(`{"address":"${address}","at":1893456000,"of":[1234567890123456789,12,0.5]}`)).toEqual({
      address,
      at: 1893456000,
      of: [new NumberText('1234567890123456789'), 12, 0.5],
    });
  });

  test('is printed with all its digits, as a number or as a string', () => {
    const property = fc.property(fc.bigInt({ min: -MAX_AMOUNT, max: MAX_AMOUNT }), fc.nat(40), (value, decimals) => {
      const text = printDecimal(value, decimals);
      const answer = { list: [{ amount: number(text) }], count: 1 };
      expect(printExact(answer, 'number')).toBe(`{"list":[{"amount":${text}}],"count":1}`);
      expect(JSON.parse(printExact(answer, 'string'))).toEqual({ list: [{ amount: text }], count: 1 });
    });
    fc.assert(property, { numRuns: times(300) });
  });
});

test('values without decimals are printed as by JSON.stringify', () => {
  const leaf = fc.oneof(text, fc.integer(), fc.boolean(), fc.constantFrom(null, '\u2028', '\ud800', '\x7f', 'é'));
  const data = fc.letrec((tie) => ({
    any: fc.oneof(
      { maxDepth: 4 },
      leaf,
      fc.array(tie('any'), { maxLength: 3 }),
      fc.dictionary(fc.constantFrom('a', 'b', 'nextCursor'), fc.oneof(fc.constant(undefined), tie('any'))),
    ),
  })).any;
  const property = fc.property(data, (value) => {
    expect(printExact(value, 'string')).toBe(JSON.stringify(value));
  });
  fc.assert(property, { numRuns: times(500) });
});

test('__proto__ is a member like any other', () => {
  const parsed = parseExact('{"__proto__":{"role":"operator"}}') as object;
  expect(Object.getPrototypeOf(parsed)).toBe(Object.prototype);
  expect(Object.keys(parsed)).toEqual(['__proto__']);
  expect('role' in {}).toBe(false);
});

test('a string of a megabyte is handled, even if it is all escapes', () => {
  for (const long of ['x'.repeat(1_000_000), '\\"'.repeat(500_000), '\\\\'.repeat(500_000)]) {
    expect(parseExact(`{"a":"${long}"}`)).toEqual({ a: JSON.parse(`"${long}"`) });
  }
});
