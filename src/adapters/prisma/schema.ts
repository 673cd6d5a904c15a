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
}

export type SchemaNotes = (model: string, field: string) => FieldNotes;

/** Reads the schema that a client was generated from. */
export function notesOf(schema: unknown): SchemaNotes {
  const text = typeof schema === "string" ? schema : "";
  const lines = new Map<string, string>();
  for (const [model, fields] of modelsIn(text)) {
    for (const line of fields) lines.set(`${model}.${line.split(/\s+/, 1)[0] ?? ""}`, line);
  }
  return (model, field) => {
    const line = lines.get(`${model}.${field}`);
    // The default without a schema, as in most projects.
    if (line === undefined) return { made: field === "id", touched: field === "updatedAt" };
    return {
      made: /@default\(\s*(?:cuid|uuid|ulid|nanoid)\b/.test(line),
      touched: /@updatedAt\b/.test(line),
      native: /@db\.\w+(?:\([^)]*\))?/.exec(line)?.[0],
    };
  };
}

/** The lines of each model, without comments. */
export function modelsIn(schema: string): ReadonlyMap<string, readonly string[]> {
  const models = new Map<string, string[]>();
  let current: string[] | undefined;
  for (const raw of schema.split("\n")) {
    const line = (raw.split("//", 1)[0] ?? "").trim();
    const [keyword, name = ""] = line.replace("{", " ").split(/\s+/, 2);
    if (keyword === "model" && line.endsWith("{")) models.set(name, (current = []));
    else if (line === "}") current = undefined;
    else current?.push(line);
  }
  return models;
}
