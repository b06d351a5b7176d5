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

const numbers = kept((locale, options: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale, options));
const lists = kept((locale, options: Intl.ListFormatOptions) => new Intl.ListFormat(locale, options));
export const dates = kept((locale, options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, options));
export const relative = kept(
  (locale, options: Intl.RelativeTimeFormatOptions) => new Intl.RelativeTimeFormat(locale, options),
);

/** What is counted; amounts are exact and formatted by `exact/`. */
export const count = (value: number, options: Intl.NumberFormatOptions = {}): string => numbers(options).format(value);

export const listed = (items: readonly string[]): string => lists({ type: 'conjunction' }).format(items);
