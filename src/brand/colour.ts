// Colours: WCAG contrast, and conversions to change the lightness but not the hue (OKLCH, https://bottosson.github.io/posts/oklab/).

export type Rgb = readonly [red: number, green: number, blue: number];
/** Lightness 0 to 1, chroma, hue in radians. */
export type Oklch = { readonly lightness: number; readonly chroma: number; readonly hue: number };

/** From `#rrggbb`; null for any other text. */
export function readColour(text: string): Rgb | null {
  if (!/^#[0-9a-fA-F]{6}$/.test(text)) return null;
  return [1, 3, 5].map((at) => Number.parseInt(text.slice(at, at + 2), 16)) as unknown as Rgb;
}

export const printColour = (rgb: Rgb): string => `#${rgb.map((part) => part.toString(16).padStart(2, '0')).join('')}`;

/** WCAG 2.2, relative luminance. */
const luminance = (rgb: Rgb): number => {
  const [red, green, blue] = rgb.map((part) => linear(part / 255)) as unknown as Rgb;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};

/** WCAG 2.2, contrast ratio: 1 to 21. */
export function contrast(one: Rgb, other: Rgb): number {
  const [lighter, darker] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number];
  return (lighter + 0.05) / (darker + 0.05);
}

export function toOklch(rgb: Rgb): Oklch {
  const [red, green, blue] = rgb.map((part) => linear(part / 255)) as unknown as Rgb;
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
  const b = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
  return {
    lightness: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    chroma: Math.hypot(a, b),
    hue: Math.atan2(b, a),
  };
}

/** The nearest displayable colour: reduces the chroma as far as needed. */
export function fromOklch({ lightness, chroma, hue }: Oklch): Rgb {
  let [least, most] = [0, chroma];
  if (isShown(linearOf({ lightness, chroma, hue }))) least = chroma;
  for (let step = 0; least < most && step < 20; step++) {
    const middle = (least + most) / 2;
    if (isShown(linearOf({ lightness, chroma: middle, hue }))) least = middle;
    else most = middle;
  }
  return linearOf({ lightness, chroma: least, hue }).map((part) =>
    Math.round(255 * gamma(Math.min(1, Math.max(0, part)))),
  ) as unknown as Rgb;
}

function linearOf({ lightness, chroma, hue }: Oklch): Rgb {
  const [a, b] = [chroma * Math.cos(hue), chroma * Math.sin(hue)];
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
}

const isShown = (parts: Rgb): boolean => parts.every((part) => part >= -0.0005 && part <= 1.0005);
const linear = (part: number): number => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
const gamma = (part: number): number => (part <= 0.0031308 ? 12.92 * part : 1.055 * part ** (1 / 2.4) - 0.055);
