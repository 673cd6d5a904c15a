import { isWholeText } from "../../../core/values/text.js";
import { toText } from "../../rows/convert.js";
import type { Row } from "../../rows/convert.js";
import type { Model } from "../models.js";
import type { SchemaNotes } from "../schema.js";

/** A field of a model. */
interface PlaceField {
  /** The field's name in the client. */
  readonly called: string;
  readonly type: string;
  readonly isUuid: boolean;
  readonly isList: boolean;
  readonly column: string;
}

/** A model, and the fields of it that are read and written, by the names that the library has for them. */
export interface Place {
  /** The member of the client, such as `verificationToken`. */
  readonly model: string;
  readonly fields: ReadonlyMap<string, PlaceField>;
  readonly select: Readonly<Record<string, true>>;
}

/** `names` are the columns to use by the library's names; without, all fields by their own names. */
export function placeOf(
  { name, fields }: Model,
  notes: SchemaNotes,
  names?: ReadonlyMap<string, string>,
): Place {
  const own = new Map(fields.map((field) => [field.name, field.column]));
  const used = Array.from(names ?? own).flatMap(([known, column]) => {
    const field = fields.find((one) => one.column === column);
    if (!field) return [];
    const { native = "", isList } = notes(name, field.name);
    const isUuid = /^@db\.(?:Uuid|UniqueIdentifier)$/.test(native);
    return [[known, { called: field.name, type: field.type, isUuid, isList, column }] as const];
  });
  return {
    model: name.charAt(0).toLowerCase() + name.slice(1),
    fields: new Map(used),
    select: Object.fromEntries(used.map(([, { called }]) => [called, true as const])),
  };
}

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;
const number = /^(?:0|[1-9]\d{0,17})$/;
const largestInt = 2 ** 31 - 1;

/** Whether a row can have these values. Prisma and databases refuse others with errors of their own. */
export function canHave(place: Place, key: Row): boolean {
  return Object.entries(key).every(([name, value]) => {
    if (typeof value !== "string") return value !== undefined;
    const field = place.fields.get(name);
    if (!isWholeText(value)) return false;
    if (field?.type === "Int") return number.test(value) && Number(value) <= largestInt;
    if (field?.type === "BigInt") return number.test(value);
    return field?.isUuid !== true || uuid.test(value);
  });
}

/** Whether a row has exactly these texts. SQL Server treats `A` as `a`, and ignores trailing spaces. */
export function hasTexts(row: Row, key: Row): boolean {
  return Object.entries(key).every(
    ([name, value]) => typeof value !== "string" || isText(row[name], value),
  );
}

const isText = (found: unknown, value: string): boolean => found != null && toText(found) === value;

/** A condition on all of these fields. Prisma ignores undefined ones, and would match every row. */
export function toWhere(place: Place, key: Row): Record<string, unknown> {
  const unknown = Object.keys(key).filter(
    (name) => key[name] === undefined || !place.fields.has(name),
  );
  if (unknown.length === 0) return toClient(place, key);
  throw new TypeError(`Rows of \`${place.model}\` can't be found by ${unknown.join(", ")}`);
}

/** The fields to write, as the client takes them. Undefined members are left out. */
export function toClient(place: Place, row: Row): Record<string, unknown> {
  const entries = Object.entries(row).flatMap(([name, value]) => {
    const field = place.fields.get(name);
    return field && value !== undefined ? [[field.called, encoded(field, value)] as const] : [];
  });
  return Object.fromEntries(entries);
}

function encoded({ type, called, isList }: PlaceField, value: unknown): unknown {
  if (isList) return value;
  if (value === null) {
    if (type !== "Json") return null;
    throw new TypeError(
      `\`${called}\` is Json, which can't be set to null without your client's \`Prisma.DbNull\`. Pass that, or leave the field out.`,
    );
  }
  if (type === "Int" && typeof value === "string") return Number(value);
  if (type === "BigInt" && (typeof value === "string" || typeof value === "number")) {
    return BigInt(value);
  }
  const isObject = typeof value === "object" && !(value instanceof Date);
  return type === "String" && isObject ? JSON.stringify(value) : value;
}

/** A row with the library's names. */
export function fromClient({ fields }: Place, row: Row): Row {
  return Object.fromEntries(Array.from(fields, ([name, { called }]) => [name, row[called]]));
}
