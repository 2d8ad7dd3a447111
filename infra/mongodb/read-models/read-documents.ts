import type { JsonObject } from "../../ports/json.ts";
import { assertCollectionName, assertFieldName } from "../../ports/stores/read-names.ts";
import type { CollectionDefinition, Scalar, StoredDocument } from "../../ports/stores/read-store.ts";

/** Lists and objects are JSON: any field names and depth, and nobody filters by them. */
type StoredValue = Scalar | { json: string };

/** A deleted document stays as null: a repeated older change can't bring it back. */
export type ReadDocument = {
  _id: string;
  position: string;
  fence: number;
  document: Record<string, StoredValue> | null;
};

export const toCollectionName = (collection: string): string => {
  assertCollectionName(collection);
  return `read-model.${collection}`;
};

/** Characters that have a meaning in MongoDB field names, or escape one. */
const reservedCharacters = /[%.$\0]/g;
const encodeName = (name: string): string =>
  name === ""
    ? "%"
    : name.replace(reservedCharacters, (sign) => `%${sign.charCodeAt(0).toString(16).padStart(2, "0")}`);
const decodeName = (name: string): string =>
  name === "%"
    ? ""
    : name.replace(/%([0-9a-f]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

/** Path of a field in updates. */
export const toUpdatePath = (name: string): string => `document.${encodeName(name)}`;

/** Path of a field in filters and sorts. */
export const toFieldPath = (field: string): string => {
  assertFieldName(field);
  return toUpdatePath(field);
};

/** UTF-8 has no lone surrogates; JSON escapes them. */
const isStoredAsIs = (value: unknown): value is Scalar =>
  value === null ||
  typeof value === "number" ||
  typeof value === "boolean" ||
  (typeof value === "string" && value.isWellFormed());

const encodeValue = (value: JsonObject[string]): StoredValue =>
  isStoredAsIs(value) ? value : { json: JSON.stringify(value) };

export const encodeFields = (
  fields: JsonObject,
  nameOf: (name: string) => string = encodeName,
): Record<string, StoredValue> =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [nameOf(name), encodeValue(value)]),
  );

export const storedDocument = ({ _id, position, document }: ReadDocument): StoredDocument => ({
  id: _id,
  position,
  document: Object.fromEntries(
    Object.entries(document ?? {}).map(([name, value]) => [
      decodeName(name),
      typeof value === "object" && value !== null ? JSON.parse(value.json) : value,
    ]),
  ) as JsonObject,
});

/**
 * A compound index's last field sorts, and ties come by ascending id in either direction: each direction needs an
 * index.
 */
export const toIndexes = ({ indexes }: CollectionDefinition) =>
  indexes.flatMap((index) => {
    const fields = (typeof index === "string" ? [index] : index).map(toFieldPath);
    const upward = { key: { ...Object.fromEntries(fields.map((field) => [field, 1])), _id: 1 } };
    const last = fields.at(-1) ?? "_id";
    return fields.length === 1 ? [upward] : [upward, { key: { ...upward.key, [last]: -1 } }];
  });
