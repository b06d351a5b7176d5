// Writes whatever the OpenAPI document repeats once, among its components.

type Part = Readonly<Record<string, unknown>>;
type Components = Readonly<Record<string, Readonly<Record<string, unknown>>>>;
type Section = 'schemas' | 'parameters' | 'headers';

/** The members of a part that are parts themselves, or lists or records of them. */
const SECTIONS: Readonly<Record<string, Section>> = {
  schema: 'schemas',
  contentSchema: 'schemas',
  items: 'schemas',
  anyOf: 'schemas',
  oneOf: 'schemas',
  properties: 'schemas',
  headers: 'headers',
  parameters: 'parameters',
};
const BY_NAME = ['properties', 'headers'];
const VALUES = ['example', 'examples', 'enum', 'required'];

/** The document with a reference wherever a part occurs again. An occurrence keeps its own description beside the reference. */
export function withSharedParts(document: { readonly paths: object; readonly components: Components }): object {
  const { paths, components } = document;
  const counts = new Map<string, number>();
  const count: Replace = (part, section, name) => {
    const key = keyOf(part, section);
    const known = counts.get(key) ?? 0;
    counts.set(key, known + 1);
    // What is below a part that occurs again will be written once, with the part.
    if (known === 0) below(part, count, name);
    return part;
  };
  below([paths, components], count, '');

  const added: Record<Section, Record<string, Part>> = { parameters: {}, headers: {}, schemas: {} };
  const entries = new Map<string, string>();
  const share: Replace = (part, section, name) => {
    const key = keyOf(part, section);
    if (!isShorter(key, counts.get(key) ?? 1, name)) return below(part, share, name) as Part;
    const entry = entries.get(key) ?? freeName(name, { ...components[section], ...added[section] });
    if (!entries.has(key)) {
      entries.set(key, entry);
      added[section][entry] = {};
      added[section][entry] = below(part, share, name) as Part;
    }
    const { description } = part;
    const isOwn = description !== undefined && description !== added[section][entry]?.description;
    return { $ref: `#/components/${section}/${entry}`, ...(isOwn && { description }) };
  };
  const [sharedPaths, shared] = below([paths, components], share, '') as [object, Components];
  const merged = Object.entries(added).map(([section, parts]) => [section, { ...shared[section], ...parts }]);
  return { ...document, paths: sharedPaths, components: { ...shared, ...Object.fromEntries(merged) } };
}

type Replace = (part: Part, section: Section, name: string) => Part;

/** A copy of `node` in which the parts next below it are replaced. A part in no record by name has that of the one around it. */
function below(node: unknown, replace: Replace, name: string): unknown {
  if (Array.isArray(node)) return node.map((item) => below(item, replace, name));
  if (typeof node !== 'object' || node === null) return node;
  const members = Object.entries(node).map(([key, value]) => {
    const section = SECTIONS[key];
    if (VALUES.includes(key)) return [key, value];
    if (section === undefined || typeof value !== 'object') return [key, below(value, replace, key)];
    if (Array.isArray(value)) return [key, value.map((part) => replace(part, section, part.name ?? name))];
    if (!BY_NAME.includes(key)) return [key, replace(value, section, name)];
    const parts = Object.entries(value as object).map(([its, part]) => [its, replace(part, section, its)]);
    return [key, Object.fromEntries(parts)];
  });
  return Object.fromEntries(members);
}

/** Only schemas are equal whatever their description: many programs ignore what is beside the reference to another part. */
function keyOf(part: Part, section: Section): string {
  const { description, ...rest } = part;
  const isDescribed = section === 'schemas' && description !== undefined;
  return isDescribed ? `described ${JSON.stringify(rest)}` : `${section} ${JSON.stringify(part)}`;
}

function isShorter(key: string, count: number, name: string): boolean {
  const refLength = `{"$ref":"#/components/schemas/${name}"}`.length;
  return (count - 1) * key.length > count * refLength + name.length;
}

function freeName(name: string, taken: object): string {
  let free = name;
  for (let number = 2; free in taken; number++) free = `${name}.${number}`;
  return free;
}
