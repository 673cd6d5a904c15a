/** What only the schema says about a field, not the client's data model. */
export interface FieldNotes {
  /**
   * The client generates the value of a new row: `@default(cuid())`, `uuid()`, `ulid()`,
   * `nanoid()`.
   */
  readonly made: boolean;
  /** `@updatedAt` */
  readonly touched: boolean;
  /** Such as `@db.Uuid`. */
  readonly native?: string | undefined;
  /** Such as `String[]`. */
  readonly isList: boolean;
  /** The values of its enum that have other names in the database: those, by the client's names. */
  readonly mapped?: ReadonlyMap<string, string> | undefined;
}

export type SchemaNotes = (model: string, field: string) => FieldNotes;

/** Reads the schema that a client was generated from. */
export function notesOf(schema: unknown): SchemaNotes {
  const text = typeof schema === "string" ? schema : "";
  const lines = new Map<string, string>();
  const enums = blocksIn(text, "enum");
  for (const [model, fields] of modelsIn(text)) {
    for (const line of fields) lines.set(`${model}.${line.split(/\s+/, 1)[0] ?? ""}`, line);
  }
  return (model, field) => {
    const line = lines.get(`${model}.${field}`);
    // The default without a schema, as in most projects.
    if (line === undefined) {
      return { made: field === "id", touched: field === "updatedAt", isList: false };
    }
    const [, type = "", list] = /^\w+\s+(\w+)(\[\])?/.exec(line) ?? [];
    const values = enums.get(type);
    return {
      isList: list !== undefined,
      mapped: values && mappedIn(values),
      made: /@default\(\s*(?:cuid|uuid|ulid|nanoid)\b/.test(line),
      touched: /@updatedAt\b/.test(line),
      native: /@db\.\w+(?:\([^)]*\))?/.exec(line)?.[0],
    };
  };
}

/** The names in the database of an enum's values that have `@map`. */
function mappedIn(values: readonly string[]): ReadonlyMap<string, string> {
  return new Map(
    values.flatMap((line): [string, string][] => {
      const [, value, name] = /^(\w+)\s+@map\(\s*(?:name:\s*)?("(?:[^"\\]|\\.)*")/.exec(line) ?? [];
      return value !== undefined && name !== undefined ? [[value, String(JSON.parse(name))]] : [];
    }),
  );
}

/** The lines of each model, without comments. */
export const modelsIn = (schema: string): Blocks => blocksIn(schema, "model");

type Blocks = ReadonlyMap<string, readonly string[]>;

function blocksIn(schema: string, kind: "model" | "enum"): Blocks {
  const blocks = new Map<string, string[]>();
  let current: string[] | undefined;
  for (const raw of schema.split("\n")) {
    const line = (raw.split("//", 1)[0] ?? "").trim();
    const [keyword, name = ""] = line.replace("{", " ").split(/\s+/, 2);
    if (keyword === kind && line.endsWith("{")) blocks.set(name, (current = []));
    else if (line === "}") current = undefined;
    else current?.push(line);
  }
  return blocks;
}
