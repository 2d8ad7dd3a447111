import { bulkDocument } from "../documents/document.ts";
import { buildSelection, type Selection } from "../documents/selection.ts";
import { getFieldType, shapes } from "../documents/shapes.ts";
import { splitFields } from "../documents/split-fields.ts";

/** Fields that bulk files can't have, fetched by id for orders with something in one of `where`. */
export type Completion = { fields: readonly string[]; where: readonly string[] };

/** `selection` goes into the file, the rest comes by pages. */
export type BulkPlan = {
  selection: Selection;
  /** Connection names below an order by node type: a file's lines only tell the type. */
  connections: ReadonlyMap<string, string>;
  completions: readonly Completion[];
};

/** Most connections of a bulk query, the orders' own included (P-4.6). */
const maxConnections = 5;
const maxBytes = 65_535;

/** Without pages, by a connection of the order itself, or by a deeper one. */
type FieldAccess =
  | { kind: "plain" }
  | { kind: "connection"; name: string; node: string }
  | { kind: "beyond"; head: string };

const fieldAccessOf = (path: string): FieldAccess => {
  const segments = path.split(".").filter((segment) => segment !== "nodes" && !segment.startsWith("("));
  const [head = ""] = segments;
  let type = "Order";
  let way: FieldAccess = { kind: "plain" };
  for (const [place, segment] of segments.entries()) {
    const next = getFieldType(type, segment);
    if (next === undefined) break;
    type = next.replace(/Connection$/, "");
    if (type === next) continue;
    if (place > 0) return { kind: "beyond", head };
    way = { kind: "connection", name: head, node: type };
  }
  return way;
};

/**
 * Splits the fields into a bulk query's and those fetched by pages. Undefined if every order would need another fetch:
 * pages alone are cheaper. Undefined also if two connections have nodes of one type, as a line only tells its type.
 * @throws {UnknownField} a path that leads nowhere
 */
export const planBulk = (fields: readonly string[]): BulkPlan | undefined => {
  const inFile = new Set(["id", "createdAt"]);
  const headOf = new Map<string, string>();
  const connections = new Map<string, string>();
  for (const path of fields) {
    const way = fieldAccessOf(path);
    if (way.kind === "beyond") {
      const around = getFieldType("Order", way.head);
      // The surrounding object must tell if there are any, and is merged by its id.
      if (around === undefined || around.endsWith("Connection") || !shapes[around]?.id) return undefined;
      inFile.add(`${way.head}.id`);
      headOf.set(path, way.head);
      continue;
    }
    if (way.kind === "connection") {
      if (shapes[way.node]?.abstract || (connections.get(way.node) ?? way.name) !== way.name) return undefined;
      connections.set(way.node, way.name);
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

/** Returns undefined if the platform doesn't take text of this length. `key` makes it unique. */
export const buildBulkQuery = ({ selection }: BulkPlan, query: string, key: string): string | undefined => {
  const text = bulkDocument(`Sheaf_${key.replaceAll(/\W/g, "_")}`, query, selection);
  return Buffer.byteLength(text) > maxBytes ? undefined : text;
};
