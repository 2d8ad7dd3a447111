import type { FieldFilter, Query, Scalar } from "../../ports/stores/read-store.ts";
import { limitClause } from "../limit-clause.ts";
import { toFieldExpression, toTableName } from "./read-schema.ts";

type Sql = { text: string; parameters: (string | number)[] };

/** SQLite reads JSON's true and false as 1 and 0. */
const bound = (value: Exclude<Scalar, null>): string | number => (typeof value === "boolean" ? Number(value) : value);

const equals = (field: string, value: Scalar): Sql =>
  value === null ? { text: `${field} IS NULL`, parameters: [] } : { text: `${field} = ?`, parameters: [bound(value)] };

const among = (field: string, values: readonly Scalar[]): Sql => {
  const list = JSON.stringify(values.filter((value) => value !== null));
  const orNull = values.includes(null) ? ` OR ${field} IS NULL` : "";
  return { text: `(${field} IN (SELECT value FROM json_each(?))${orNull})`, parameters: [list] };
};

/** Compares only values of one type: in SQLite every text is above every number. */
const compare = (field: string, sign: ">" | "<", value: Scalar): Sql => {
  if (value === null) return { text: "0", parameters: [] };
  const kinds = typeof value === "string" ? "('text')" : "('integer', 'real')";
  return { text: `(${field} ${sign} ? AND typeof(${field}) IN ${kinds})`, parameters: [bound(value)] };
};

const conditions = (where: readonly FieldFilter[]): Sql => {
  const parts = where.flatMap((filter) => {
    const field = toFieldExpression(filter.field);
    return [
      ...(filter.equals === undefined ? [] : [equals(field, filter.equals)]),
      ...(filter.in === undefined ? [] : [among(field, filter.in)]),
      ...(filter.above === undefined ? [] : [compare(field, ">", filter.above)]),
      ...(filter.below === undefined ? [] : [compare(field, "<", filter.below)]),
    ];
  });
  return {
    text: ["document IS NOT NULL", ...parts.map((part) => part.text)].join(" AND "),
    parameters: parts.flatMap((part) => part.parameters),
  };
};

export const findSql = (collection: string, { where = [], sort = [], offset = 0, limit = 1_000 }: Query): Sql => {
  const { text, parameters } = conditions(where);
  const order = [
    ...sort.map(({ field, descending }) => `${toFieldExpression(field)} ${descending ? "DESC" : "ASC"}`),
    "id",
  ];
  return {
    text: `SELECT id, position, document FROM ${toTableName(collection)} WHERE ${text} ORDER BY ${order.join(", ")} ${limitClause} OFFSET ?`,
    parameters: [...parameters, limit, offset],
  };
};

/** Counts documents. `atMost` saves time: each counted row costs a look at its document. */
export const countSql = (collection: string, where: readonly FieldFilter[], atMost?: number): Sql => {
  const { text, parameters } = conditions(where);
  if (atMost === undefined)
    return { text: `SELECT count(*) AS count FROM ${toTableName(collection)} WHERE ${text}`, parameters };
  return {
    text: `SELECT count(*) AS count FROM (SELECT 1 FROM ${toTableName(collection)} WHERE ${text} ${limitClause})`,
    parameters: [...parameters, atMost],
  };
};
