import type { JsonObject } from "../../ports/json.ts";
import type { WorkFile } from "../../ports/stores/work-files.ts";
import { truncateTexts } from "../documents/truncate-texts.ts";
import { createUnreadableFileError } from "./bulk-errors.ts";
import { groupLinesByOrder, type Sorting } from "./group-lines.ts";
import { parseLine, parseLineHead } from "./line-head.ts";
import type { Line } from "./lines.ts";
import { createParentOf } from "./parents.ts";
import type { BulkPlan, NodeConnections } from "./plan.ts";
import { surveyFile } from "./survey.ts";

/**
 * Limits of a batch: few orders, so that they die before the garbage collector promotes them; many if pages must
 * complete them.
 */
const batchLimits = { orders: 16, ordersToComplete: 100, bytes: 2_000_000 };

export type FileReading = Sorting & {
  plan: BulkPlan;
  counted: { objects: number; orders: number };
};

/**
 * Reads orders newest first, in batches, like flattened pages.
 * @throws {PlatformError} unexpected-answer: the file is malformed
 */
export async function* readFileOrders(
  file: WorkFile,
  { plan, counted, ...sorting }: FileReading,
): AsyncGenerator<JsonObject[]> {
  const parentOf = createParentOf(plan);
  const survey = await surveyFile(file, counted, parentOf, sorting.signal);
  let batch: JsonObject[] = [];
  let bytes = 0;
  const batchSize = plan.completions.length > 0 ? batchLimits.ordersToComplete : batchLimits.orders;
  for await (const some of groupLinesByOrder(file, { ...survey, parentOf }, sorting))
    for (const { lines, bytes: ofLines } of some) {
      const order = assembleOrder(lines, plan);
      sorting.onCut(truncateTexts(order));
      batch.push(order);
      bytes += ofLines;
      if (batch.length < batchSize && bytes < batchLimits.bytes) continue;
      yield batch;
      batch = [];
      bytes = 0;
    }
  if (batch.length > 0) yield batch;
}

const assembleOrder = ([own, ...below]: readonly Line[], { connections, nested }: BulkPlan): JsonObject => {
  const order: JsonObject = own ? parseLine(own) : {};
  // The line's head looked like an order's.
  if (order.__parentId !== undefined) throw createUnreadableFileError(`${String(order.id)} is in something else`);
  for (const name of connections.values()) order[name] = [];
  const seen = below.length > 1 ? new Set<unknown>() : undefined;
  const parents = new Map<string, { node: JsonObject; connections: NodeConnections }>();
  for (const line of below) {
    const head = nested.size > 0 ? parseLineHead(line) : undefined;
    // V8 slows after `delete`.
    const { __parentId: _parent, ...node } = parseLine(line);
    const parent = head?.kind === "deep" ? parents.get(head.parent) : { node: order, connections };
    const type = typeOf(node);
    const name = parent?.connections.get(type) ?? "";
    const list = parent?.node[name];
    if (!Array.isArray(list))
      throw createUnreadableFileError(`a line of no kind that was asked for: ${String(node.id).slice(0, 80)}`);
    if (node.errors !== undefined) order.errors = node.errors;
    const inner = head?.kind === "deep" ? undefined : nested.get(name);
    if (inner) {
      for (const innerName of inner.values()) node[innerName] = [];
      parents.set(nameOf(node), { node, connections: inner });
    }
    if (node.id === undefined) delete node.__typename;
    else if (seen?.has(node.id)) throw createUnreadableFileError(`${String(node.id)} is there twice`);
    else seen?.add(node.id);
    list.push(node);
  }
  return order;
};

/** `{type}/{number}` of a node's id, as lines below it name their parent. */
const nameOf = ({ id }: JsonObject): string => String(id).split("/").slice(-2).join("/");

/** Type of a node, from its id `gid://shopify/{type}/{number}`; nodes without one have `__typename`. */
const typeOf = ({ id, __typename }: JsonObject): string => {
  if (typeof id !== "string") return String(__typename);
  const end = id.lastIndexOf("/");
  return id.slice(id.lastIndexOf("/", end - 1) + 1, end);
};
