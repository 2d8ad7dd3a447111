import { parseMetafield } from "#domain/orders/metafields.ts";
import type { FirstOf } from "../calls/cost.ts";
import { scopesField } from "../calls/scopes.ts";
import type { Anchor, Child, Selection } from "./selection.ts";

/** Document for a page of orders, newest first. Variables: first, after, query. */
export const ordersDocument = (selection: Selection, firstOf: FirstOf): string => ordersWith(page(selection, firstOf));

/** Page with only these fields, even without ids. */
export const pageOfNodes = (fields: readonly string[]): string =>
  ordersWith(`{ pageInfo { hasNextPage endCursor } nodes { ${fields.join(" ")} } }`);

const ordersWith = (below: string): string =>
  `query Orders($first: Int!, $after: String, $query: String) {
  orders(first: $first, after: $after, query: $query, sortKey: CREATED_AT, reverse: true) ${below}
  ${scopesField}
}`;

/** Document for `count` orders by id; the response has them under `o0`, `o1`, … Variables: id0, id1, … */
export const partDocument = (selection: Selection, firstOf: FirstOf, count: number): string => {
  const numbers = Array.from({ length: count }, (_, index) => index);
  const asked = fields(selection, firstOf);
  const nodes = numbers.map((index) => `  o${index}: node(id: $id${index}) { ... on Order ${asked} }`);
  return `query Part(${numbers.map((index) => `$id${index}: ID!`).join(", ")}) {\n${nodes.join("\n")}\n}`;
};

/**
 * Document for further pages of a connection of `count` objects; the response has them under `n0`, `n1`, … Variables:
 * id0, after0, id1, after1, … and first; of0, of1, … if the objects are searched.
 */
export const followDocument = (anchor: Anchor, connection: Child, firstOf: FirstOf, count: number): string => {
  const numbers = Array.from({ length: count }, (_, index) => index);
  const { searched } = anchor;
  const variables = numbers
    .map((index) => `$id${index}: ID!, $after${index}: String${searched ? `, $of${index}: String!` : ""}`)
    .join(", ");
  const below = page(connection.selection, firstOf);
  const nodes = numbers.map((index) => {
    const further = `${connection.name}(first: $first, after: $after${index}) ${below}`;
    const inner = searched ? `${searched}(first: 1, query: $of${index}) { nodes { id ${further} } }` : further;
    const nested = anchor.path.reduceRight((text, name) => `${name} { ${text} }`, inner);
    return `  n${index}: node(id: $id${index}) { ... on ${anchor.type} { ${nested} } }`;
  });
  return `query Follow($first: Int!, ${variables}) {\n${nodes.join("\n")}\n}`;
};

/**
 * Orders and the connections up to two levels below, by edges (P-4.6). Id and date come first, to be found without reading the
 * line. `name`: identifies the operation. Nodes without an id get `__typename`.
 */
export const bulkDocument = (name: string, query: string, selection: Selection): string => {
  const edges = (inner: Selection): string => {
    const typed = inner.scalars.has("id") ? inner : { ...inner, scalars: new Set([...inner.scalars, "__typename"]) };
    return `{ edges { node ${fieldsBy(typed, (child) => `${child.name} ${edges(child.selection)}`)} } }`;
  };
  const scalars = new Set(["id", "createdAt", ...selection.scalars]);
  return `query ${name} { orders(query: ${JSON.stringify(query)}, sortKey: CREATED_AT, reverse: true) ${edges({ ...selection, scalars })} }`;
};

const page = (selection: Selection, firstOf: FirstOf): string =>
  `{ pageInfo { hasNextPage endCursor } nodes ${fields(selection, firstOf)} }`;

/** A metafield gets an alias that identifies it. */
const named = (field: string): string => {
  const metafield = parseMetafield(field);
  if (metafield === undefined) return field;
  return `${field}: metafield(namespace: ${JSON.stringify(metafield.namespace)}, key: ${JSON.stringify(metafield.key)})`;
};

const fields = (selection: Selection, firstOf: FirstOf): string =>
  fieldsBy(selection, (child) => `${child.name}(first: ${firstOf(child)}) ${page(child.selection, firstOf)}`);

const fieldsBy = (selection: Selection, connection: (child: Child) => string): string => {
  const parts = [...selection.scalars];
  for (const child of selection.children.values())
    parts.push(child.connection ? connection(child) : `${named(child.name)} ${fieldsBy(child.selection, connection)}`);
  for (const [type, fragment] of selection.fragments) parts.push(`... on ${type} ${fieldsBy(fragment, connection)}`);
  return `{ ${parts.join(" ")} }`;
};
