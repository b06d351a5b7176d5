// The page's colours for a canvas, resolved for the current theme.

const NAMES = ['paper', 'ink', 'soft', 'faint', 'line', 'line-strong', 'pond', 'on-pond', 'up', 'oxide'] as const;
export type Colours = Readonly<Record<(typeof NAMES)[number], string>>;

/** A CSS variable holds both themes; an element's computed colour is the active one. */
export function coloursOf(element: HTMLElement): Colours {
  const probe = document.createElement('i');
  probe.hidden = true;
  element.append(probe);
  const read = (name: string): string => {
    probe.style.color = `var(--${name})`;
    return getComputedStyle(probe).color;
  };
  const colours = Object.fromEntries(NAMES.map((name) => [name, read(name)])) as Colours;
  probe.remove();
  return colours;
}

export const fade = (colour: string, alpha: number): string => {
  const [red, green, blue] = colour.match(/[\d.]+/g) ?? [];
  return `rgba(${red}, ${green}, ${blue}, ${alpha})`;
};

/** Calls the listener when the reader or the system changes the theme; returns a function to stop. */
export function onTheme(listener: () => void): () => void {
  const dark = window.matchMedia('(prefers-color-scheme: dark)');
  const root = new MutationObserver(listener);
  root.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  dark.addEventListener('change', listener);
  return () => {
    root.disconnect();
    dark.removeEventListener('change', listener);
  };
}
