// A text with React nodes: `{amount}` is replaced by a value, `<link>…</link>` by an element around that part.
import { cloneElement, Fragment, type ReactElement, type ReactNode } from 'react';
import { type Id, t } from './words.ts';

type Nodes = Readonly<Record<string, ReactNode>>;
type Elements = Readonly<Record<string, ReactElement<{ children?: ReactNode }>>>;

/** Values are inserted after the text is parsed, so a token named `<b>` is no tag. */
const PARTS = /\uE000(\w+)\uE001|<(\w+)>(.*?)<\/\2>/gs;

export function T({
  id,
  values = {},
  components = {},
}: {
  readonly id: Id;
  readonly values?: Nodes;
  readonly components?: Elements;
}) {
  // Plural rules need the number itself; other values are replaced by placeholders.
  const marks = Object.entries(values).map(([name, value]) => [
    name,
    typeof value === 'number' ? value : `\uE000${name}\uE001`,
  ]);
  return <>{filled(t(id, Object.fromEntries(marks)), values, components)}</>;
}

function filled(text: string, values: Nodes, components: Elements): readonly ReactNode[] {
  const parts: ReactNode[] = [];
  let end = 0;
  for (const { 0: whole, 1: value, 2: tag = '', 3: inside = '', index } of text.matchAll(PARTS)) {
    parts.push(text.slice(end, index));
    end = index + whole.length;
    const element = components[tag];
    if (value !== undefined) parts.push(<Fragment key={index}>{values[value]}</Fragment>);
    else if (element) parts.push(cloneElement(element, { key: index }, ...filled(inside, values, components)));
  }
  return [...parts, text.slice(end)];
}
