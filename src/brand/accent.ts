// The accent colour: derives the palettes of both themes from it, and checks their contrast on every background of the page.
import { contrast, fromOklch, type Oklch, printColour, type Rgb, readColour, toOklch } from './colour.ts';

/** The colours derived from an accent, by their names in `web/src/tokens.css`. */
export type Palette = {
  readonly pond: Rgb;
  readonly 'pond-hover': Rgb;
  readonly 'on-pond': Rgb;
  readonly water: Rgb;
  readonly 'water-deep': Rgb;
};

type Theme = 'light' | 'dark';
const THEMES = ['light', 'dark'] as const satisfies readonly Theme[];

const hex = (text: string): Rgb => readColour(text) as Rgb;

/** The page's backgrounds and text colours (`INKS`), as in `web/src/tokens.css`; a test compares them. */
export const GROUNDS: Readonly<Record<Theme, Readonly<Record<'paper' | 'sheet' | 'water' | 'water-deep', Rgb>>>> = {
  light: { paper: hex('#f3f2ea'), sheet: hex('#fbfaf5'), water: hex('#d5e6df'), 'water-deep': hex('#b9d3c9') },
  dark: { paper: hex('#0b1513'), sheet: hex('#111e1b'), water: hex('#14312b'), 'water-deep': hex('#1a3a34') },
};
export const INKS: Readonly<Record<Theme, readonly Rgb[]>> = {
  light: [hex('#16241f'), hex('#45554d'), hex('#556158')],
  dark: [hex('#e8ede4'), hex('#b3c0b6'), hex('#93a298')],
};
/** The text colours of buttons; the more readable one is used. */
const ON: readonly Rgb[] = [hex('#f7fbf6'), hex('#08211c')];

/** WCAG 2.2, level AA: for text, and for borders and graphics. */
const [TEXT, BORDER] = [4.5, 3];
const STEP = 0.005;
/** How much darker or lighter a button gets under the pointer. */
const HOVER = 0.06;
/** The least lightness of the accent in the dark theme: that of Millpond's own accent. */
const DARK_LIGHTNESS = 0.79;

export type AccentFault = {
  /** In words: `text on water in the light theme`. */
  readonly pair: string;
  readonly contrast: number;
  readonly needed: number;
  /** The nearest colour that passes. */
  readonly nearest: string;
};

export type Accent = { readonly light: Palette; readonly dark: Palette };

/** The light theme uses the colour as it is, the dark theme with another lightness; null if the text is no colour. */
export function accentOf(text: string): Accent | AccentFault | null {
  const colour = readColour(text);
  if (colour === null) return null;
  const accent = derive(colour);
  const fault = faultIn(accent);
  return fault === null ? accent : { ...fault, nearest: nearestTo(colour) };
}

const derive = (colour: Rgb): Accent => ({ light: lightOf(colour), dark: darkOf(colour) });

function lightOf(pond: Rgb): Palette {
  const shade = toOklch(pond);
  const hover = fromOklch({ ...shade, lightness: Math.max(0, shade.lightness - HOVER) });
  return { pond, 'pond-hover': hover, 'on-pond': readable(pond, hover), ...watersOf(shade, 'light') };
}

function darkOf(colour: Rgb): Palette {
  const shade = toOklch(colour);
  const waters = watersOf(shade, 'dark');
  const grounds = Object.values({ ...GROUNDS.dark, ...waters });
  let lightness = DARK_LIGHTNESS;
  let pond = fromOklch({ ...shade, lightness });
  while (lightness < 1 && grounds.some((ground) => contrast(pond, ground) < TEXT)) {
    lightness += STEP;
    pond = fromOklch({ ...shade, lightness });
  }
  const hover = fromOklch({ ...shade, lightness: Math.min(1, lightness + HOVER) });
  return { pond, 'pond-hover': hover, 'on-pond': readable(pond, hover), ...waters };
}

/** The backgrounds of received amounts and selected rows: the accent's hue, in their own lightness if text is readable on it. */
function watersOf({ chroma, hue }: Oklch, theme: Theme): Pick<Palette, 'water' | 'water-deep'> {
  const tinted = (name: 'water' | 'water-deep'): Rgb => {
    const own = toOklch(GROUNDS[theme][name]);
    const towards = theme === 'light' ? STEP : -STEP;
    for (let lightness = own.lightness; ; lightness += towards) {
      const water = fromOklch({ lightness, chroma: Math.min(own.chroma, chroma), hue });
      if (lightness <= 0 || lightness >= 1 || INKS[theme].every((ink) => contrast(ink, water) >= inkOn(name)))
        return water;
    }
  };
  return { water: tinted('water'), 'water-deep': tinted('water-deep') };
}

/** The contrast that text needs: `water-deep` has no small text on it. */
const inkOn = (ground: 'water' | 'water-deep'): number => (ground === 'water' ? TEXT : BORDER);

const readable = (...grounds: readonly Rgb[]): Rgb =>
  ON.toSorted((a, b) => least(b, grounds) - least(a, grounds))[0] as Rgb;
const least = (ink: Rgb, grounds: readonly Rgb[]): number =>
  Math.min(...grounds.map((ground) => contrast(ink, ground)));

type Pair = Omit<AccentFault, 'nearest'>;

/** The pair of colours that is furthest below its required contrast; null if all pass. */
function faultIn(accent: Accent): Pair | null {
  const pairs = THEMES.flatMap((theme) => pairsOf(accent[theme], theme));
  const failing = pairs.filter(({ contrast, needed }) => contrast < needed);
  return failing.toSorted((a, b) => a.contrast / a.needed - b.contrast / b.needed)[0] ?? null;
}

export function pairsOf(palette: Palette, theme: Theme): readonly Pair[] {
  const { pond, water, 'water-deep': deep } = palette;
  const pair = (what: string, one: Rgb, other: Rgb, needed: number): Pair => ({
    pair: `${what} in the ${theme} theme`,
    contrast: contrast(one, other),
    needed,
  });
  return [
    pair('text on paper', pond, GROUNDS[theme].paper, TEXT),
    pair('text on cards', pond, GROUNDS[theme].sheet, TEXT),
    pair('text on water', pond, water, TEXT),
    pair('borders on selected rows', pond, deep, BORDER),
    pair('the text of buttons', palette['on-pond'], pond, TEXT),
    pair('the text of buttons under the pointer', palette['on-pond'], palette['pond-hover'], TEXT),
  ];
}

/** The same hue, with the nearest lightness that passes. */
function nearestTo(colour: Rgb): string {
  const shade = toOklch(colour);
  for (let away = STEP; away < 1; away += STEP) {
    for (const lightness of [shade.lightness - away, shade.lightness + away]) {
      if (lightness < 0 || lightness > 1) continue;
      const other = fromOklch({ ...shade, lightness });
      if (faultIn(derive(other)) === null) return printColour(other);
    }
  }
  return printColour(GROUNDS.dark.paper);
}

/** `:root:root` has a higher specificity than the page's own stylesheet, so these colours replace its own. */
export const stylesheetOf = ({ light, dark }: Accent): string =>
  `:root:root{${Object.entries(light)
    .map(([name, colour]) => `--${name}:light-dark(${printColour(colour)},${printColour(dark[name as keyof Palette])})`)
    .join(';')}}\n`;
