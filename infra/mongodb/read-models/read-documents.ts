import type { JsonObject } from "../../ports/json.ts";
import { assertCollectionName, assertFieldName } from "../../ports/stores/read-names.ts";
import type { CollectionDefinition, Scalar, StoredDocument } from "../../ports/stores/read-store.ts";

/**
 * Lists and objects are stored as JSON: they may have any field names and depth, and nobody filters by their contents.
 */
type Kept = Scalar | { json: string };

/** A deleted document stays as null, so that a repeated older change can't bring it back. */
export type ReadDocument = { _id: string; position: string; fence: number; document: Record<string, Kept> | null };

export const collectionOf = (collection: string): string => {
  assertCollectionName(collection);
  return `read-model.${collection}`;
};

/** Characters with a meaning in MongoDB field names, and the escape character. */
const signs = /[%.$\0]/g;
const kept = (name: string): string =>
  name === "" ? "%" : name.replace(signs, (sign) => `%${sign.charCodeAt(0).toString(16).padStart(2, "0")}`);
const named = (name: string): string =>
  name === "%"
    ? ""
    : name.replace(/%([0-9a-f]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

/** For updates. */
export const placeOf = (name: string): string => `document.${kept(name)}`;

/** For filters and sorts. */
export const fieldOf = (field: string): string => {
  assertFieldName(field);
  return placeOf(field);
};

/** UTF-8 has no lone surrogates; JSON escapes them. */
const isKeptAsItIs = (value: unknown): value is Scalar =>
  value === null ||
  typeof value === "number" ||
  typeof value === "boolean" ||
  (typeof value === "string" && value.isWellFormed());

const toKept = (value: JsonObject[string]): Kept => (isKeptAsItIs(value) ? value : { json: JSON.stringify(value) });

export const fieldsToKeep = (fields: JsonObject, nameOf: (name: string) => string = kept): Record<string, Kept> =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [nameOf(name), toKept(value)]),
  );

export const storedDocument = ({ _id, position, document }: ReadDocument): StoredDocument => ({
  id: _id,
  position,
  document: Object.fromEntries(
    Object.entries(document ?? {}).map(([name, value]) => [
      named(name),
      typeof value === "object" && value !== null ? JSON.parse(value.json) : value,
    ]),
  ) as JsonObject,
});

/**
 * In a compound index the last field sorts the documents, and ties come by ascending id in either direction. So there
 * is an index for each direction.
 */
export const indexesOf = ({ indexes }: CollectionDefinition) =>
  indexes.flatMap((index) => {
    const fields = (typeof index === "string" ? [index] : index).map(fieldOf);
    const upward = { key: { ...Object.fromEntries(fields.map((field) => [field, 1])), _id: 1 } };
    const last = fields.at(-1) ?? "_id";
    return fields.length === 1 ? [upward] : [upward, { key: { ...upward.key, [last]: -1 } }];
  });
