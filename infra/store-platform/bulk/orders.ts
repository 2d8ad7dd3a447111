import type { JsonObject } from "../../ports/json.ts";
import type { BulkRoom, BulkTicket, ShopAccess } from "../../ports/store-platform.ts";
import type { Graphql } from "../calls/graphql.ts";
import { notAnswered } from "../calls/patience.ts";
import { tellOfCut } from "../documents/bounded-texts.ts";
import { isObject } from "../documents/flatten.ts";
import { apartReader, sendInParts } from "../documents/read-apart.ts";
import { countingCuts, nameDenied } from "../export-orders.ts";
import type { Tools } from "../options.ts";
import { createSizing } from "../sizing.ts";
import { downloadBulk } from "./download.ts";
import { ordersInFile } from "./file-orders.ts";
import { lookAtBulk } from "./operations.ts";
import { type Completion, planBulk } from "./plan.ts";

/** `origins`: the platform's own, may be on a private network. */
type Means = { graphql: Graphql; tools: Tools; origins: readonly string[] };

/**
 * Batches exactly as pages give them: newest first, connections as plain arrays. Fields that a bulk query can't have
 * are added by pages, for orders that need them (ADR 64); those pages leave out an order deleted meanwhile.
 * @throws {PlatformError} unavailable: the file is gone; unexpected-answer: it is malformed
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
  const ready = async () => {
    const look = await lookAtBulk(means.graphql, access, ticket, means.origins);
    if (look.kind !== "ready") throw notAnswered(`bulk operation ${ticket.id} is ${look.kind}`);
    return look;
  };
  const look = await ready();
  const { file: source } = look;
  if (source === null) return;
  const { counted, cut } = countingCuts(means.graphql);
  let own = 0;
  const complete = completer(counted, access, plan.completions);
  const file = await workFiles.create();
  try {
    const again = async () => (await ready()).file ?? source;
    await downloadBulk(means, access, { source, again }, file);
    const reading = {
      plan,
      counted: look,
      spool,
      onCut: (texts: number) => {
        own += texts;
      },
      signal: access.signal,
    };
    for await (const batch of ordersInFile(file, reading)) {
      const orders = await complete(batch);
      nameDenied(orders, ticket);
      yield orders;
    }
  } finally {
    await file.close();
    tellOfCut(tools.logger, access.shop, cut() + own);
  }
}

/** Most batches need few or none. */
const completer = (graphql: Graphql, access: ShopAccess, completions: readonly Completion[]) => {
  const sizing = createSizing();
  const send = (tries: number) => sendInParts(graphql, access, tries);
  const readers = completions.map(({ fields, where }) => ({ where, read: apartReader({ fields, sizing, send }) }));
  return async (batch: readonly JsonObject[]): Promise<JsonObject[]> => {
    let orders = [...batch];
    for (const { where, read } of readers) {
      const open = orders.filter((order) => where.some((name) => hasSome(order, name)));
      if (open.length === 0) continue;
      const gone = await read(open);
      orders = orders.filter((order) => !gone.has(order));
    }
    return orders;
  };
};

const hasSome = (order: JsonObject, name: string): boolean => {
  const value = order[name];
  return Array.isArray(value) ? value.length > 0 : isObject(value);
};
