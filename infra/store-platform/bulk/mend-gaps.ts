import type { JsonObject } from "../../ports/json.ts";
import { type BulkOperation, type ShopAccess, TooManyUnread } from "../../ports/store-platform.ts";
import type { Graphql } from "../calls/graphql.ts";
import { createGapFinder } from "../documents/find-gaps.ts";
import {
  createIsolatingReader,
  failsForOptional,
  recordUnread,
  sendInParts,
} from "../documents/isolate-failing-orders.ts";
import { identifyingFields } from "../identify-orders.ts";
import { createSizing } from "../sizing.ts";
import type { BulkPlan } from "./plan.ts";

/** Fields that find and name the order. They stay although the line doesn't tell what failed. */
const kept: ReadonlySet<string> = new Set(["id", ...identifyingFields]);

/** Removes what a line lacks, so that the next response fills it in. True if anything was missing. */
const removeBroken = (order: JsonObject, gaps: readonly string[]): boolean => {
  const { errors } = order;
  for (const path of gaps) delete order[path.slice(0, `${path}.`.indexOf("."))];
  if (errors !== undefined) for (const name of Object.keys(order)) if (!kept.has(name)) delete order[name];
  return gaps.length > 0 || errors !== undefined;
};

/**
 * Reads orders again by pages if they lack a field or have errors. Fields still missing then go into `unread`. Orders
 * deleted meanwhile are left out. If too many fail for optional fields, these aren't read again.
 * @throws {TooManyUnread} more orders fail than a report may have
 */
export const createGapMender = (
  graphql: Graphql,
  access: ShopAccess,
  { plan, ticket }: { plan: BulkPlan; ticket: Pick<BulkOperation, "fields" | "optional"> },
) => {
  const findGaps = createGapFinder(plan.selection, "absent");
  const createReader = (fields: readonly string[]) =>
    createIsolatingReader({
      fields: [...new Set([...fields, ...identifyingFields])],
      sizing: createSizing(),
      send: (tries) => sendInParts(graphql, access, tries),
    });
  let read = createReader(ticket.fields);
  let optional = ticket.optional ?? [];
  /** Optional fields that aren't read again. */
  let dropped: readonly string[] = [];
  const readAgain = async (broken: readonly JsonObject[]): Promise<Set<JsonObject>> => {
    try {
      return await read(broken);
    } catch (error) {
      const fields = ticket.fields.filter((field) => !optional.includes(field));
      if (!(error instanceof TooManyUnread) || !failsForOptional(error, { fields, optional })) throw error;
      dropped = optional;
      optional = [];
      read = createReader(fields);
      return read(broken);
    }
  };
  return async (batch: JsonObject[]): Promise<JsonObject[]> => {
    const broken = batch.filter((order) => removeBroken(order, findGaps(order)));
    if (broken.length === 0) return batch;
    const gone = await readAgain(broken);
    if (dropped.length > 0) for (const order of broken) recordUnread(order, dropped);
    return batch.filter((order) => !gone.has(order));
  };
};
