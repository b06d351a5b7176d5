// Counts, moments and lists as the language of the page writes them.
import { LANGUAGES, language } from './words.ts';

export const locale = (): string => LANGUAGES[language()].locale;

/** Making a formatter takes longer than using it a hundred times. */
function kept<Options, Made>(make: (locale: string, options: Options) => Made): (options: Options) => Made {
  const made = new Map<string, Made>();
  return (options) => {
    const name = `${locale()} ${JSON.stringify(options)}`;
    const known = made.get(name) ?? make(locale(), options);
    made.set(name, known);
    return known;
  };
}

/** English millions are "M" everywhere, British ones "m". */
const numbers = kept((_, options: Intl.NumberFormatOptions) => new Intl.NumberFormat(language(), options));
/** From ten thousand on in thousands, millions and so on: of an exact decimal, which is not made a float. */
export const compact = (value: string): string =>
  numbers({ notation: 'compact', minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(value as `${number}`);

type Marks = {
  /** Before the fraction. */
  readonly decimal: string;
  /** Between thousands. */
  readonly group: string;
  /** How many digits there are before they are grouped at all: 1234 in Spanish, 12.345. */
  readonly groupedFrom: number;
};

const made = new Map<string, Marks>();

/** How the language writes numbers. */
export function marks(): Marks {
  const known = made.get(locale());
  if (known) return known;
  const markOf = (type: string) =>
    numbers({})
      .formatToParts(12_345.6)
      .find((part) => part.type === type)?.value ?? '';
  const found = { decimal: markOf('decimal'), group: markOf('group'), groupedFrom: count(1234).length > 4 ? 4 : 5 };
  made.set(locale(), found);
  return found;
}

const lists = kept((locale, options: Intl.ListFormatOptions) => new Intl.ListFormat(locale, options));
export const dates = kept((locale, options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, options));
export const relative = kept(
  (locale, options: Intl.RelativeTimeFormatOptions) => new Intl.RelativeTimeFormat(locale, options),
);

/** What is counted; amounts are exact and formatted by `exact/`. */
export const count = (value: number, options: Intl.NumberFormatOptions = {}): string => numbers(options).format(value);

export const listed = (items: readonly string[]): string => lists({ type: 'conjunction' }).format(items);
