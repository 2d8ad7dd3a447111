import type { JsonObject } from "../../ports/json.ts";
import type { BulkRoom, BulkTicket, ShopAccess } from "../../ports/store-platform.ts";
import { boundTexts, tellOfCut } from "../bounded-texts.ts";
import { countingCuts, nameDenied } from "../export-orders.ts";
import { isObject } from "../flatten.ts";
import type { Send } from "../follow.ts";
import type { Graphql } from "../graphql.ts";
import type { Tools } from "../options.ts";
import { notAnswered } from "../patience.ts";
import { partReader } from "../read-parts.ts";
import { createSizing } from "../sizing.ts";
import { downloadBulk } from "./download.ts";
import { ordersOfFile } from "./groups.ts";
import { parsedLine } from "./line-head.ts";
import { lookAtBulk } from "./operations.ts";
import { type BulkPlan, type Completion, planBulk } from "./plan.ts";
import { surveyOf } from "./survey.ts";
import { unreadableFile } from "./unreadable.ts";

/** Orders that are given together, and the bytes of their lines, whichever comes first. */
const together = { orders: 100, bytes: 2_000_000 };

type Means = { graphql: Graphql; tools: Tools; urlTemplate: string };

/**
 * The orders of a bulk operation that is ready, in batches, exactly as pages give them: newest first, connections as plain arrays, what a
 * bulk query may not ask added by pages of the orders that have it (ADR 64). One that was deleted meanwhile is left out there.
 * @throws {PlatformError} unavailable: the file is not to be had any more; unexpected-answer: it is not what it should be
 */
export async function* readBulkOrders(
  means: Means,
  access: ShopAccess,
  ticket: BulkTicket,
  { workFiles, spool }: BulkRoom,
): AsyncGenerator<JsonObject[]> {
  const { tools } = means;
  const plan = planBulk(ticket.fields);
  if (!plan) throw new Error(`The operation ${ticket.id} was begun by another plan.`);
  const look = await lookAtBulk(means.graphql, access, ticket);
  if (look.kind !== "ready") throw notAnswered(`bulk operation ${ticket.id} is ${look.kind}`);
  if (look.file === null) return;
  const { counted, cut } = countingCuts(means.graphql);
  let own = 0;
  const complete = completer(counted, access, plan.completions);
  const file = await workFiles.create();
  try {
    await downloadBulk(means, access, look.file, file);
    const survey = await surveyOf(file, look, access.signal);
    let batch: JsonObject[] = [];
    let bytes = 0;
    const finished = async (): Promise<JsonObject[]> => {
      const orders = await complete(batch);
      nameDenied(orders, ticket);
      batch = [];
      bytes = 0;
      return orders;
    };
    for await (const { lines } of ordersOfFile(file, survey, spool, access.signal)) {
      const order = assembled(lines, plan);
      own += boundTexts(order);
      batch.push(order);
      for (const line of lines) bytes += line.length;
      if (batch.length >= together.orders || bytes >= together.bytes) yield await finished();
    }
    if (batch.length > 0) yield await finished();
  } finally {
    await file.close();
    tellOfCut(tools.logger, access.shop, cut() + own);
  }
}

/** An order of its lines, in the shape in which pages are flattened. */
const assembled = ([first, ...rest]: readonly Buffer[], { connections }: BulkPlan): JsonObject => {
  const order: JsonObject = first ? parsedLine(first) : {};
  const lists = new Map<string, JsonObject[]>();
  for (const [type, name] of connections) {
    const list: JsonObject[] = [];
    order[name] = list;
    lists.set(type, list);
  }
  const seen = new Set<unknown>();
  for (const line of rest) {
    const node = parsedLine(line);
    const list = lists.get(typeOf(node));
    if (!list) throw unreadableFile(`a line of no kind that was asked for: ${String(node.id).slice(0, 80)}`);
    if (node.id === undefined) delete node.__typename;
    else if (seen.has(node.id)) throw unreadableFile(`${String(node.id)} is there twice`);
    else seen.add(node.id);
    delete node.__parentId;
    list.push(node);
  }
  return order;
};

/** Told by the id; what has none was asked for its type. */
const typeOf = (node: JsonObject): string =>
  typeof node.id === "string" ? (node.id.split("/").at(-2) ?? "") : String(node.__typename);

/** Adds to the orders of a batch what the file cannot have; of most batches that is little or nothing. */
const completer = (graphql: Graphql, access: ShopAccess, completions: readonly Completion[]) => {
  const sizing = createSizing();
  const send: Send = async (document, variables, cost) => (await graphql(access, { document, variables, cost })).data;
  const readers = completions.map(({ fields, where }) => ({ where, read: partReader(fields, sizing, send) }));
  return async (batch: readonly JsonObject[]): Promise<JsonObject[]> => {
    let orders = [...batch];
    for (const { where, read } of readers) {
      const open = orders.filter((order) => where.some((name) => hasSome(order, name)));
      if (open.length === 0) continue;
      const there = new Set(await read(open));
      const gone = new Set(open.filter((order) => !there.has(order)));
      orders = orders.filter((order) => !gone.has(order));
    }
    return orders;
  };
};

const hasSome = (order: JsonObject, name: string): boolean => {
  const value = order[name];
  return Array.isArray(value) ? value.length > 0 : isObject(value);
};
