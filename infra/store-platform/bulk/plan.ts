import { bulkDocument } from "../documents/document.ts";
import { buildSelection, type Selection } from "../documents/selection.ts";
import { getFieldType, implementations, shapes } from "../documents/shapes.ts";
import { splitFields } from "../documents/split-fields.ts";

/** Fields that a bulk query can't return, fetched by order id for orders with a non-empty `where` path. */
export type Completion = { fields: readonly string[]; where: readonly string[] };

/** Names of connections by node type. */
export type NodeConnections = ReadonlyMap<string, string>;

/** The bulk query reads `selection`, paged queries everything else. */
export type BulkPlan = {
  selection: Selection;
  /** Connections by node type, because a line only has its type. */
  connections: NodeConnections;
  /** Connections of an order's children, by the children's connection. */
  nested: ReadonlyMap<string, NodeConnections>;
  completions: readonly Completion[];
};

/** Including `orders` itself (P-4.6). */
const maxConnections = 5;
const maxBytes = 65_535;

type Connection = { name: string; node: string };

/** How a field is reached: directly, through a connection of the order or of that one's nodes, or otherwise. */
type FieldAccess =
  | { kind: "plain" }
  | { kind: "connection"; outer: Connection; inner?: Connection }
  | { kind: "nested"; head: string };

const fieldAccessOf = (path: string): FieldAccess => {
  const segments = path.split(".").filter((segment) => segment !== "nodes" && !segment.startsWith("("));
  const [head = ""] = segments;
  let type = "Order";
  let access: FieldAccess = { kind: "plain" };
  for (const [place, segment] of segments.entries()) {
    const next = getFieldType(type, segment);
    if (next === undefined) break;
    type = next.replace(/Connection$/, "");
    if (type === next) continue;
    const connection = { name: segment, node: type };
    if (place === 0) access = { kind: "connection", outer: connection };
    else if (place === 1 && access.kind === "connection" && shapes[access.outer.node]?.id)
      access = { kind: "connection", outer: access.outer, inner: connection };
    else return { kind: "nested", head };
  }
  return access;
};

/** Adds a connection under the types of its nodes. False if a line couldn't tell which connection it is of. */
const addConnection = (connections: Map<string, string>, { name, node }: Connection): boolean => {
  const shape = shapes[node];
  const kinds = implementations[node] ?? [];
  if (shape?.abstract && (!shape.id || kinds.length === 0)) return false;
  return [node, ...kinds].every((kind) => {
    const known = connections.get(kind) ?? name;
    connections.set(kind, name);
    return known === name;
  });
};

/**
 * Splits fields between the bulk query and pages. Undefined if every order would need another fetch, as pages alone are
 * cheaper, or if two connections have nodes of one type.
 * @throws {UnknownField} a path that leads nowhere
 */
export const planBulk = (fields: readonly string[]): BulkPlan | undefined => {
  const inFile = new Set(["id", "createdAt"]);
  const headOf = new Map<string, string>();
  const connections = new Map<string, string>();
  const nested = new Map<string, Map<string, string>>();
  for (const path of fields) {
    const access = fieldAccessOf(path);
    if (access.kind === "nested") {
      const parent = getFieldType("Order", access.head);
      // The parent must be in the file if it has any such field, and needs an id to merge by.
      if (parent === undefined || parent.endsWith("Connection") || !shapes[parent]?.id) return undefined;
      inFile.add(`${access.head}.id`);
      headOf.set(path, access.head);
      continue;
    }
    if (access.kind === "connection") {
      const { outer, inner } = access;
      if (!addConnection(connections, outer)) return undefined;
      const below = nested.get(outer.name) ?? new Map<string, string>();
      if (inner) nested.set(outer.name, below);
      if (inner && !addConnection(below, inner)) return undefined;
    }
    inFile.add(path);
  }
  const count = [connections, ...nested.values()].reduce((sum, names) => sum + new Set(names.values()).size, 1);
  if (count > maxConnections) return undefined;
  const parts = headOf.size === 0 ? [] : splitFields([...headOf.keys()]);
  return {
    selection: buildSelection([...inFile]),
    connections,
    nested,
    completions: parts.map((part) => ({
      fields: part,
      where: [...new Set(part.flatMap((path) => headOf.get(path) ?? []))],
    })),
  };
};

/** Builds the query. Undefined if the text is too long. `key` makes it unique. */
export const buildBulkQuery = ({ selection }: BulkPlan, query: string, key: string): string | undefined => {
  const text = bulkDocument(`Sheaf_${key.replaceAll(/\W/g, "_")}`, query, selection);
  return Buffer.byteLength(text) > maxBytes ? undefined : text;
};
