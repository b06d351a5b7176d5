// Shares parts that many operations of the OpenAPI document have in common, each written once among its components.

type Section = 'responses' | 'parameters' | 'headers';

export class SharedParts {
  readonly components: Readonly<Record<Section, Record<string, object>>> = {
    responses: {},
    parameters: {},
    headers: {},
  };
  readonly #refs = new Map<string, object>();

  /** A reference to the part. Equal parts share one entry; different ones of the same name are numbered. */
  refTo(section: Section, name: string, part: object): object {
    const text = `${section} ${name} ${JSON.stringify(part)}`;
    const known = this.#refs.get(text);
    if (known) return known;
    const entries = this.components[section];
    let entry = name;
    for (let count = 2; entry in entries; count++) entry = `${name}.${count}`;
    entries[entry] = part;
    const ref = { $ref: `#/components/${section}/${entry}` };
    this.#refs.set(text, ref);
    return ref;
  }
}
