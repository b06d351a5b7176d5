// A token's mark: its logo or, without one, a pebble whose shape and colour derive from its address.
import { useState } from 'react';
import { ownLogo, smallLogo } from '../data/logo.ts';
import { useTokens } from '../data/tokens.ts';
import styles from './pebble.module.css';

/** Three outlines in a 44 by 44 box. */
const SHAPES = [
  'M22 2C33 1 42 8 42 20C43 33 35 42 23 42C10 43 2 35 2 23C1 10 9 3 22 2Z',
  'M20 3C31 0 41 6 42 18C43 29 39 39 27 42C15 44 4 39 2 27C0 15 8 6 20 3Z',
  'M24 2C34 3 43 11 42 23C41 34 32 43 20 42C9 41 1 32 2 20C3 9 13 1 24 2Z',
] as const;
/** White letters have a contrast of at least 4.5:1 on each. */
const HUES = [
  '#1f6f7b',
  '#3f7555',
  '#7a5a1c',
  '#8a4b34',
  '#6a5388',
  '#3d659b',
  '#93435e',
  '#5b6b2d',
  '#2f7468',
  '#7d4f7c',
  '#4f6076',
  '#86541f',
] as const;

function hashOf(text: string): number {
  let hash = 2_166_136_261;
  for (const char of text) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 16_777_619) >>> 0;
  return hash;
}

type MarkOf = { readonly address: string; readonly symbol: string; readonly size?: number };

/** Shows the pebble until the logo has loaded, or if it fails to. */
export function Pebble({ address, symbol, size = 28 }: MarkOf) {
  const logo = ownLogo(useTokens().get(address)?.logo);
  const [shown, setShown] = useState<string | null>(null);
  const [broken, setBroken] = useState<string | null>(null);
  const stone = <Stone address={address} symbol={symbol} size={size} />;
  if (logo === null || logo === broken) return stone;
  return (
    <span className={styles.logo} data-shown={logo === shown || undefined} style={{ width: size, height: size }}>
      {logo !== shown && stone}
      <img
        src={smallLogo(logo)}
        srcSet={`${smallLogo(logo)} 64w, ${logo} 192w`}
        sizes={`${size}px`}
        width={size}
        height={size}
        alt=""
        loading="lazy"
        decoding="async"
        onLoad={() => setShown(logo)}
        onError={() => setBroken(logo)}
      />
    </span>
  );
}

/** Wide letters are set smaller, so that they stay on the pebble. */
const sizeOf = (letters: string): number => {
  const wide = [...letters].filter((letter) => /[MW@%]|\P{ASCII}/u.test(letter)).length;
  return Math.min(letters.length > 3 ? 11.5 : 14, 36 / (wide + 0.65 * (letters.length - wide)));
};

function Stone({ address, symbol, size }: Required<MarkOf>) {
  const hash = hashOf(address);
  const letters = [...symbol].slice(0, 4).join('');
  return (
    <svg className={styles.pebble} width={size} height={size} viewBox="0 0 44 44" aria-hidden="true">
      <path d={SHAPES[hash % 3] ?? SHAPES[0]} fill={HUES[(hash >>> 4) % 12] ?? HUES[0]} />
      <path d="M4 30Q10 26 16 29T28 29T40 28" fill="none" stroke="#fff" strokeOpacity="0.45" strokeWidth="1.6" />
      <text x="22" y="24" textAnchor="middle" fontSize={sizeOf(letters)} fill="#fff">
        {letters}
      </text>
    </svg>
  );
}

export const PebblePair = ({
  a,
  b,
  size = 28,
}: {
  readonly a: PebbleOf;
  readonly b: PebbleOf;
  readonly size?: number;
}) => (
  <span className={styles.pair}>
    <Pebble {...a} size={size} />
    <Pebble {...b} size={size} />
  </span>
);

type PebbleOf = { readonly address: string; readonly symbol: string };
