// Parses the page's texts and finds texts in its source that come from no catalogue: for tests.
import { type CompiledMessage, compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import { parseSync } from 'vite';

/** The names of a text's values and its elements, sorted; plural cases are left out, since they differ between languages. */
export function partsOf(text: string): readonly string[] {
  const elements = [...text.matchAll(/<(\w+)>/g)].map(([element]) => element);
  return [...new Set([...valuesOf(compileMessageOrThrow(text)), ...elements])].sort();
}

function valuesOf(message: CompiledMessage): string[] {
  if (!Array.isArray(message)) return [];
  return message.flatMap((part) => {
    if (!Array.isArray(part)) return [];
    const [name, , cases] = part as [string, string?, unknown?];
    return [
      name,
      ...(isObject(cases) ? Object.values(cases).flatMap((inner) => valuesOf(inner as CompiledMessage)) : []),
    ];
  });
}

type Node = { readonly type: string; readonly start: number } & Record<string, unknown>;
const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
const isNode = (value: unknown): value is Node => isObject(value) && 'type' in value;

/** Readable text: a capitalised word, or words with spaces between. */
const IS_TEXT = /^\P{L}*\p{Lu}\p{Ll}|\p{L}{2,}[,;:]? \p{L}/u;
const HAS_LETTERS = /\p{L}/u;
/** Attributes that people read, on any element, and attributes for the browser only. */
const VISIBLE = /^(label|title|placeholder|alt|one|many|what|aria-(label|description|valuetext|roledescription))$/;
const TECHNICAL = /^(className|id|style|key|d)$/;

export type Source = {
  /** Texts that come from no catalogue, each with its line. */
  readonly outside: readonly string[];
  /** Every string in the source as a pattern, to find out which ids are used. */
  readonly strings: readonly string[];
  /** Ids with the names of the values and elements passed to them, if the source spells them out. */
  readonly uses: readonly { readonly id: string; readonly given: readonly string[]; readonly line: number }[];
};

export function sourceOf(file: string, text: string): Source {
  const lineOf = ({ start }: Node): number => text.slice(0, start).split('\n').length;
  const outside: string[] = [];
  const strings: string[] = [];
  const uses: Source['uses'][number][] = [];
  const tell = (node: Node, said: string): void => {
    outside.push(`${file}:${lineOf(node)} ${said.trim().replace(/\s+/g, ' ')}`);
  };
  const visit = (node: Node, parent: Node): void => {
    if (
      /^(Import(Declaration|Expression)|TS\w+|ExportAllDeclaration)$/.test(node.type) &&
      !/^TS(As|Satisfies|NonNull|Inst)/.test(node.type)
    )
      return;
    if (node.type === 'JSXText' && HAS_LETTERS.test(String(node.value).replace(/&\w+;/g, '')))
      tell(node, String(node.value));
    if (node.type === 'JSXAttribute') {
      const name = (node.name as Node).name as string;
      if (isNode(node.value) && node.value.type === 'Literal') {
        const value = String(node.value.value);
        strings.push(value);
        if (VISIBLE.test(name) ? HAS_LETTERS.test(value) : IS_TEXT.test(value) && !TECHNICAL.test(name))
          tell(node, value);
        return;
      }
    }
    if (node.type === 'Literal' && typeof node.value === 'string') {
      strings.push(node.value);
      if (IS_TEXT.test(node.value) && !isTechnical(node, parent)) tell(node, node.value);
    }
    if (node.type === 'TemplateLiteral') {
      const parts = (node.quasis as Node[]).map(({ value }) => (value as { cooked: string }).cooked);
      strings.push(parts.join('\u0000'));
      if (IS_TEXT.test(parts.join('0')) && !isTechnical(node, parent)) tell(node, parts.join('…'));
    }
    const usage = usageOf(node);
    if (usage) uses.push({ ...usage, line: lineOf(node) });
    for (const value of Object.values(node))
      for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) visit(child, node);
  };
  const { program, errors } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`);
  visit(program as unknown as Node, program as unknown as Node);
  return { outside, strings, uses };
}

/** True for error messages for programmers, keys of objects, and operands of a comparison. */
function isTechnical(node: Node, parent: Node): boolean {
  if (parent.type === 'NewExpression' && /Error$/.test(String((parent.callee as Node).name))) return true;
  if (/^(Property|MemberExpression)$/.test(parent.type)) return parent.key === node || parent.property === node;
  return parent.type === 'BinaryExpression' && /^[!=]==$/.test(String(parent.operator));
}

/** Recognises `t('id', { name })` and `<T id="id" values={{ name }} components={{ link }} />` if they are spelled out. */
function usageOf(node: Node): { id: string; given: readonly string[] } | null {
  if (node.type === 'CallExpression' && (node.callee as Node).name === 't') {
    const [id, values] = node.arguments as [Node, Node?];
    const given = keysOf(values);
    return id.type === 'Literal' && given ? { id: String(id.value), given } : null;
  }
  if (node.type !== 'JSXOpeningElement' || (node.name as Node).name !== 'T') return null;
  const attributes = new Map(
    (node.attributes as Node[]).map(({ name, value }) => [(name as Node | undefined)?.name as string, value as Node]),
  );
  const id = attributes.get('id');
  const [values, components] = ['values', 'components'].map((name) => keysOf(attributes.get(name)?.expression as Node));
  if (id?.type !== 'Literal' || !values || !components) return null;
  return { id: String(id.value), given: [...values, ...components.map((name) => `<${name}>`)].sort() };
}

function keysOf(node: Node | undefined): readonly string[] | null {
  if (node === undefined) return [];
  if (node.type !== 'ObjectExpression') return null;
  const properties = node.properties as Node[];
  if (properties.some(({ type }) => type !== 'Property')) return null;
  return properties.map(({ key }) => String((key as Node).name ?? (key as Node).value)).sort();
}
