import { bulkDocument } from "../documents/document.ts";
import { type Selection, selectionOf } from "../documents/selection.ts";
import { shapes, typeOfField } from "../documents/shapes.ts";
import { splitFields } from "../documents/split-fields.ts";

/** More of orders than their bulk file has, asked by their ids; needed of an order that has something in one of `where`. */
export type Completion = { fields: readonly string[]; where: readonly string[] };

/** How a request is read by a bulk operation: `selection` in the file, the rest by pages of the orders that need it. */
export type BulkPlan = {
  selection: Selection;
  /** Name of each connection below an order, by the type of its nodes: lines of a file say no more than that. */
  connections: ReadonlyMap<string, string>;
  completions: readonly Completion[];
};

/** Connections that a bulk query may have, that of the orders among them (P-4.6). */
const mostConnections = 5;
/** Bytes of its text. */
const mostBytes = 65_535;

/** What of an order a path leads through: nothing paged, one connection of the order itself, or one further in. */
type Way = { kind: "plain" } | { kind: "connection"; name: string; node: string } | { kind: "beyond"; head: string };

const wayOf = (path: string): Way => {
  const segments = path.split(".").filter((segment) => segment !== "nodes" && !segment.startsWith("("));
  const [head = ""] = segments;
  let type = "Order";
  let way: Way = { kind: "plain" };
  for (const [place, segment] of segments.entries()) {
    const next = typeOfField(type, segment);
    if (next === undefined) break;
    type = next.replace(/Connection$/, "");
    if (type === next) continue;
    if (place > 0) return { kind: "beyond", head };
    way = { kind: "connection", name: head, node: type };
  }
  return way;
};

/**
 * Divides what is asked of orders into what a bulk query may ask and what is asked by pages. Undefined where every order would have to be
 * asked again: pages are the shorter way then. So are they where one type of nodes stands in two connections: a line says no more of
 * itself than its type.
 * @throws {UnknownField} a path that leads nowhere
 */
export const planBulk = (fields: readonly string[]): BulkPlan | undefined => {
  const inFile = new Set(["id", "createdAt"]);
  const headOf = new Map<string, string>();
  const connections = new Map<string, string>();
  for (const path of fields) {
    const way = wayOf(path);
    if (way.kind === "beyond") {
      const around = typeOfField("Order", way.head);
      // What is around it must say whether there is any, and be put together again by its id.
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
  if (connections.size + 1 > mostConnections) return undefined;
  const parts = headOf.size === 0 ? [] : splitFields([...headOf.keys()]);
  return {
    selection: selectionOf([...inFile]),
    connections,
    completions: parts.map((part) => ({
      fields: part,
      where: [...new Set(part.flatMap((path) => headOf.get(path) ?? []))],
    })),
  };
};

/** The text of a plan's bulk query; undefined where it is longer than the platform takes. `key` tells it from any other. */
export const bulkQueryOf = ({ selection }: BulkPlan, query: string, key: string): string | undefined => {
  const text = bulkDocument(`Sheaf_${key.replaceAll(/\W/g, "_")}`, query, selection);
  return Buffer.byteLength(text) > mostBytes ? undefined : text;
};
