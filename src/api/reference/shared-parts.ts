// Writes whatever the OpenAPI document repeats once, among its components.

type Part = Readonly<Record<string, unknown>>;
type Components = Readonly<Record<string, Readonly<Record<string, unknown>>>>;
type Section = 'schemas' | 'parameters' | 'headers' | 'responses';

/** The members of a part that are parts themselves, or lists or records of them. */
const SECTIONS: Readonly<Record<string, Section>> = {
  schema: 'schemas',
  contentSchema: 'schemas',
  items: 'schemas',
  anyOf: 'schemas',
  oneOf: 'schemas',
  allOf: 'schemas',
  properties: 'schemas',
  headers: 'headers',
  responses: 'responses',
  parameters: 'parameters',
};
const BY_NAME = ['properties', 'headers', 'responses'];
const VALUES = ['example', 'examples', 'enum', 'required'];

/** The document with a reference wherever a part occurs again. A description other than the usual one stays beside the reference. */
export function withSharedParts(document: { readonly paths: object; readonly components: Components }): object {
  const { paths, components } = document;
  const occurrences = occurrencesIn([paths, components]);
  const added: Record<Section, Record<string, Part>> = { responses: {}, parameters: {}, headers: {}, schemas: {} };
  const entries = new Map<string, Entry | null>();
  const entryOf = (key: string, section: Section): Entry | null => {
    const known = entries.get(key);
    if (known !== undefined) return known;
    const found = occurrences.get(key) ?? [];
    const name = mostOf(found.map((one) => one.name)) ?? '';
    const equal = found.map(({ part }) => part);
    const usual = usualOf(equal);
    const entry = isShorter(equal, usual, name)
      ? { name: freeName(name, { ...components[section], ...added[section] }), description: usual.description }
      : null;
    entries.set(key, entry);
    if (entry) {
      added[section][entry.name] = {};
      added[section][entry.name] = below(usual, share, name) as Part;
    }
    return entry;
  };
  const share: Replace = (part, section, name) => {
    const entry = entryOf(keyOf(part, section), section);
    if (!entry) return below(part, share, name) as Part;
    const { description } = part;
    const isUsual = description === entry.description;
    return { $ref: `#/components/${section}/${entry.name}`, ...(!isUsual && { description }) };
  };
  const [sharedPaths, shared] = below([paths, components], share, '') as [object, Components];
  const merged = Object.entries(added).map(([section, parts]) => [section, { ...shared[section], ...parts }]);
  return { ...document, paths: sharedPaths, components: { ...shared, ...Object.fromEntries(merged) } };
}

/** The parts by their keys; what is below a part that occurs again is counted once, since it will be written once, with the part. */
function occurrencesIn(root: unknown): ReadonlyMap<string, readonly Occurrence[]> {
  const occurrences = new Map<string, Occurrence[]>();
  const note: Replace = (part, section, name) => {
    const key = keyOf(part, section);
    const equal = occurrences.get(key);
    if (equal) equal.push({ part, name });
    else {
      occurrences.set(key, [{ part, name }]);
      below(part, note, name);
    }
    return part;
  };
  below(root, note, '');
  return occurrences;
}

/** A part, and the name of the member that it is or is in. */
type Occurrence = { readonly part: Part; readonly name: string };

type Entry = { readonly name: string; readonly description: unknown };

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

/** The one whose description is the most common. */
function usualOf(equal: readonly Part[]): Part {
  const usual = mostOf(equal.map(({ description }) => description));
  return equal.find(({ description }) => description === usual) ?? {};
}

/** The value that occurs most; of several the first. */
function mostOf<Value>(values: readonly Value[]): Value | undefined {
  const [most] = [...Map.groupBy(values, (value) => value).values()].sort((one, other) => other.length - one.length);
  return most?.[0];
}

function isShorter(equal: readonly Part[], { description: usual }: Part, name: string): boolean {
  const isReference = Object.keys(equal[0] ?? {}).join() === '$ref';
  if (equal.length < 2 || isReference) return false;
  const refs = equal.map(({ description }) => ({
    $ref: `#/components/schemas/${name}`,
    ...(description !== usual && { description }),
  }));
  return lengthOf(equal) > lengthOf({ [name]: equal[0] }) + lengthOf(refs);
}

const lengthOf = (part: object): number => JSON.stringify(part).length;

function freeName(name: string, taken: object): string {
  let free = name;
  for (let number = 2; free in taken; number++) free = `${name}.${number}`;
  return free;
}
