// Formats counts, times and lists in the page's language.
import { LANGUAGES, language } from './words.ts';

const locale = (): string => LANGUAGES[language()].locale;

/** Caches formatters: creating one costs as much as a hundred uses. */
function kept<Options, Made>(make: (locale: string, options: Options) => Made): (options: Options) => Made {
  const made = new Map<string, Made>();
  return (options) => {
    const name = `${locale()} ${JSON.stringify(options)}`;
    const known = made.get(name) ?? make(locale(), options);
    made.set(name, known);
    return known;
  };
}

/** By language rather than locale: British English would write millions as "m". */
const numbers = kept((_, options: Intl.NumberFormatOptions) => new Intl.NumberFormat(language(), options));
/** Abbreviates thousands, millions and so on; takes an exact decimal, so no digit is lost to a float. */
export const compact = (value: string): string =>
  numbers({ notation: 'compact', minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(value as `${number}`);

type Marks = {
  readonly decimal: string;
  /** The thousands separator. */
  readonly group: string;
  /** The least number of whole digits that is grouped: Spanish writes 1234 but 12.345. */
  readonly groupedFrom: number;
  /** The percent sign, with the no-break space before it if the language has one. */
  readonly percent: string;
};

const made = new Map<string, Marks>();

/** The number format of the page's language. */
export function marks(): Marks {
  const known = made.get(locale());
  if (known) return known;
  const markOf = (type: string) =>
    numbers({})
      .formatToParts(12_345.6)
      .find((part) => part.type === type)?.value ?? '';
  const found = {
    decimal: markOf('decimal'),
    group: markOf('group'),
    groupedFrom: count(1234).length > 4 ? 4 : 5,
    percent: numbers({ style: 'percent' }).format(0).slice(1),
  };
  made.set(locale(), found);
  return found;
}

const lists = kept((locale, options: Intl.ListFormatOptions) => new Intl.ListFormat(locale, options));
export const dates = kept((locale, options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, options));
export const relative = kept(
  (locale, options: Intl.RelativeTimeFormatOptions) => new Intl.RelativeTimeFormat(locale, options),
);

/** For counts only; exact amounts are formatted by `exact/`. */
export const count = (value: number, options: Intl.NumberFormatOptions = {}): string => numbers(options).format(value);

export const either = (items: readonly string[]): string => lists({ type: 'disjunction' }).format(items);
export const listed = (items: readonly string[]): string => lists({ type: 'conjunction' }).format(items);
