import type { JsonObject } from "../../ports/json.ts";
import type { BulkOperation, BulkStorage, ShopAccess } from "../../ports/store-platform.ts";
import type { Graphql } from "../calls/graphql.ts";
import { createUnavailableError } from "../calls/retry-policy.ts";
import { isObject } from "../documents/flatten.ts";
import { createIsolatingReader, sendInParts } from "../documents/isolate-failing-orders.ts";
import { logTruncated } from "../documents/truncate-texts.ts";
import { countTruncatedTexts, recordDenied } from "../export-orders.ts";
import type { Tools } from "../options.ts";
import { createSizing } from "../sizing.ts";
import { downloadBulk } from "./download.ts";
import { readFileOrders } from "./file-orders.ts";
import { createGapMender } from "./mend-gaps.ts";
import { pollBulk } from "./operations.ts";
import { type Completion, planBulk } from "./plan.ts";

type Means = {
  graphql: Graphql;
  tools: Tools;
  /** Origins that may be on a private network. */
  origins: readonly string[];
};

/**
 * Reads orders like pages do: newest first, connections as plain arrays. Pages add fields that a bulk query can't have
 * (ADR 64) or a line lacks (ADR 107), without orders deleted since.
 * @throws {PlatformError} unavailable: the file is gone; unexpected-answer: it is malformed
 */
export async function* readBulkOrders(
  means: Means,
  access: ShopAccess,
  ticket: BulkOperation,
  { workFiles, spool }: BulkStorage,
): AsyncGenerator<JsonObject[]> {
  const { tools } = means;
  const plan = planBulk(ticket.fields);
  if (!plan) throw new Error(`The operation ${ticket.id} was begun by another plan.`);
  const ready = async () => {
    const status = await pollBulk(means.graphql, access, ticket, means.origins);
    if (status.kind !== "ready") throw createUnavailableError(`bulk operation ${ticket.id} is ${status.kind}`);
    return status;
  };
  const operation = await ready();
  const { file: source } = operation;
  if (source === null) return;
  const { counted, cut } = countTruncatedTexts(means.graphql);
  let own = 0;
  const mend = createGapMender(counted, access, { plan, ticket });
  const complete = completer(counted, access, plan.completions);
  const file = await workFiles.create();
  try {
    const again = async () => (await ready()).file ?? source;
    await downloadBulk(means, access, { source, again }, file);
    const reading = {
      plan,
      counted: operation,
      spool,
      onCut: (texts: number) => {
        own += texts;
      },
      signal: access.signal,
    };
    for await (const batch of readFileOrders(file, reading)) {
      const orders = await complete(await mend(batch));
      recordDenied(orders, ticket);
      yield orders;
    }
  } finally {
    await file.close();
    logTruncated(tools.logger, access.shop, cut() + own);
  }
}

/** Completes batches of orders, of which most need few fields or none. */
const completer = (graphql: Graphql, access: ShopAccess, completions: readonly Completion[]) => {
  const sizing = createSizing();
  const send = (tries: number) => sendInParts(graphql, access, tries);
  const readers = completions.map(({ fields, where }) => ({
    where,
    read: createIsolatingReader({ fields, sizing, send }),
  }));
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
