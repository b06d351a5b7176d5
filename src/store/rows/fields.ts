// Maps the fields of records to columns: each field is named once, with the conversion in both directions.

export type Value = string | number | null | Uint8Array;
/** The values of a row, in the order of its columns. */
export type Values = readonly Value[];
export type Row = Readonly<Record<string, unknown>>;

export type Field<T> = {
  readonly type: 'bigint' | 'integer' | 'text';
  readonly toValue: (field: T) => Value;
  readonly toField: (value: never) => T;
};

const same = (value: never) => value;

export const number = <T extends number | null = number>(): Field<T> => ({
  type: 'bigint',
  toValue: same as never,
  toField: same,
});
export const text = <T extends string | null = string>(): Field<T> => ({
  type: 'text',
  toValue: same as never,
  toField: same,
});
/** Integers of any size, as text. */
export const digits = <T extends bigint>(): Field<T> => ({
  type: 'text',
  toValue: (field) => `${field}`,
  toField: (value) => BigInt(value) as T,
});
/** Small bigints, as numbers. */
export const small = <T extends bigint | null>(): Field<T> => ({
  type: 'integer',
  toValue: (field) => (field === null ? null : Number(field)),
  toField: (value) => (value === null ? null : BigInt(value)) as T,
});
export const flag: Field<boolean> = { type: 'bigint', toValue: Number, toField: (value) => value === 1 };
export const json = <T>(): Field<T> => ({
  type: 'text',
  toValue: (field) => (field === null ? null : JSON.stringify(field)),
  toField: (value) => (value === null ? null : JSON.parse(value)),
});

/** The fields of a record in the order of their columns. */
export type Fields<Rec> = { readonly [Name in keyof Rec]-?: Field<Rec[Name]> };

export type Columns<Rec> = {
  /** The type of each column, by its name. */
  readonly types: Readonly<Record<string, Field<unknown>['type']>>;
  /** The columns as a list for SQL. */
  readonly list: string;
  /** In the order of the columns. */
  readonly valuesOf: (record: Rec) => Values;
  /** The columns and values of the fields that a change contains. */
  readonly changeOf: (change: Partial<Rec>) => { readonly columns: readonly string[]; readonly values: Values };
  readonly recordOf: (row: Row) => Rec;
};

/** All values of a row as one text, to compare two readings of it. */
export const markOf = (row: Row | undefined): string => Object.values(row ?? {}).join(' ');

/** A placeholder for each column. */
export const places = ({ list }: Pick<Columns<never>, 'list'>): string => list.replaceAll(/\w+/g, '?');

/** Columns are called like their fields, in snake case, except those in `renamed`. */
export function columnsOf<Rec extends object>(
  fields: Fields<Rec>,
  renamed: { readonly [Name in keyof Rec]?: string } = {},
): Columns<Rec> {
  const all = Object.entries<Field<never>>(fields as never).map(([name, field]) => {
    const column = renamed[name as keyof Rec] ?? name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    return { name: name as keyof Rec, column, ...field };
  });
  return {
    types: Object.fromEntries(all.map(({ column, type }) => [column, type])),
    list: all.map(({ column }) => column).join(', '),
    valuesOf: (record) => all.map(({ name, toValue }) => toValue(record[name] as never)),
    changeOf(change) {
      const named = all.filter(({ name }) => name in change);
      return {
        columns: named.map(({ column }) => column),
        values: named.map(({ name, toValue }) => toValue(change[name] as never)),
      };
    },
    recordOf(row) {
      const record: Record<PropertyKey, unknown> = {};
      for (const { name, column, toField } of all) record[name] = toField(row[column] as never);
      return record as Rec;
    },
  };
}
