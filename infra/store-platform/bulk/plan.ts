import { bulkDocument } from "../documents/document.ts";
import { buildSelection, type Selection } from "../documents/selection.ts";
import { getFieldType, shapes } from "../documents/shapes.ts";
import { splitFields } from "../documents/split-fields.ts";

/** Fields that a bulk query can't return, fetched by order id for orders with a non-empty `where` path. */
export type Completion = { fields: readonly string[]; where: readonly string[] };

/** The bulk query reads `selection`, paged queries everything else. */
export type BulkPlan = {
  selection: Selection;
  /** Connections by node type, because a line only has its type. */
  connections: ReadonlyMap<string, string>;
  completions: readonly Completion[];
};

/** Including `orders` itself (P-4.6). */
const maxConnections = 5;
const maxBytes = 65_535;

/** How a field is reached: directly, through a connection of the order, or through a nested one. */
type FieldAccess =
  | { kind: "plain" }
  | { kind: "connection"; name: string; node: string }
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
    if (place > 0) return { kind: "nested", head };
    access = { kind: "connection", name: head, node: type };
  }
  return access;
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
      if (shapes[access.node]?.abstract || (connections.get(access.node) ?? access.name) !== access.name)
        return undefined;
      connections.set(access.node, access.name);
    }
    inFile.add(path);
  }
  if (connections.size + 1 > maxConnections) return undefined;
  const parts = headOf.size === 0 ? [] : splitFields([...headOf.keys()]);
  return {
    selection: buildSelection([...inFile]),
    connections,
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
