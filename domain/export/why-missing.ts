import { compileFunnel } from "../filters/compile/funnel.ts";
import { sieverReaders } from "../filters/compile/read-order.ts";
import { conditionLines } from "../filters/description/describe-filter.ts";
import { describeMiss } from "../filters/description/describe-miss.ts";
import { type ConditionField, findSieverByField } from "../filters/fields.ts";
import type { FilterConditions } from "../filters/filter.ts";
import { formatSieverLabel } from "../filters/sievers.ts";
import { createCreationTest, createMomentTest, type DatedPeriod } from "../orders/date-basis.ts";
import { isFieldBelow } from "../orders/field-paths.ts";
import type { Order } from "../orders/order.ts";
import { momentReaders } from "../orders/order-moments.ts";
import { sentFulfillmentFields } from "../orders/sent-fulfillments.ts";
import { hasUnreadField } from "../orders/unread.ts";
import type { FrozenInput } from "./frozen-input.ts";
import { compileOrdersFilter, toFilterMoment } from "./orders-filter.ts";
import { describePeriodMiss } from "./period-miss.ts";

/** `lines`: no single line meets all conditions on lines. */
type MissReason = { field: "period" | "lines" | ConditionField; text: string };

/** The answer for an order: included, left out or unread. `isMade`: judged as of now, after the report was made. `unread`: parts that couldn't be read, without which reports leave it out. */
export type Verdict =
  | { kind: "included"; lines: { kept: number; all: number } | null; isMade?: true }
  | { kind: "left-out"; reasons: readonly MissReason[] }
  | { kind: "unread"; parts: readonly string[] };

/** The choices by which a report takes its orders. `covers`: `the date range is`. */
export type ReportChoice = {
  filter: FilterConditions | null;
  period: DatedPeriod;
  /** Reference time of `date(…)`, ISO UTC. */
  moment: string;
  zone: string;
  covers: string;
  /** The report was made already, with the order and the filter as they were then. */
  isMade?: true;
} & Partial<Pick<FrozenInput, "carriedOrderIds" | "carriedMoments" | "carriedPeriods">>;

export type OrderJudge = {
  /** Paths below Order to read. */
  fields: readonly string[];
  /** Without these, a report leaves an order out. */
  requiredFields: readonly string[];
  judge(order: Order, now: string): Verdict;
};

const statusPaths: Readonly<Record<string, readonly string[]>> = {
  financial_status: ["displayFinancialStatus"],
  fulfillment_status: ["displayFulfillmentStatus"],
  order_status: ["cancelledAt", "closedAt"],
};

/**
 * Judges single orders exactly as a report does, and says which choices leave them out: the period, then each condition
 * in editor order.
 * @throws {UnreadableValue}
 * @throws {UnknownTimezone}
 */
export const createOrderJudge = (choice: ReportChoice): OrderJudge => {
  const { filter, period, moment, zone, covers, isMade, carriedOrderIds, carriedMoments, carriedPeriods } = choice;
  const input = { filter, filters: period, selectedOrderIds: [], requestedAt: moment, shop: { ianaTimezone: zone } };
  const carrying = { ...(carriedMoments && { carriedMoments }), ...(carriedPeriods && { carriedPeriods }) };
  const report = compileOrdersFilter({ ...input, ...carrying });
  const filterMoment = toFilterMoment(input);
  const [isCreatedIn, momentTest] = [createCreationTest(period), createMomentTest(period)];
  const lines = filter ? conditionLines(filter, filterMoment) : [];
  const funnel = filter ? compileFunnel(filter, filterMoment) : undefined;
  const requiredFields = [...new Set(["id", "createdAt", ...report.fields])];
  const fields = [...new Set([...requiredFields, "name", ...(filter ? sentFulfillmentFields : [])])];
  const carried = new Set(carriedOrderIds);

  const isInPeriod = (order: Order): boolean =>
    order.createdAt !== undefined && isCreatedIn(order.createdAt) && (momentTest?.holds(order) ?? true);

  const explainPeriod = (order: Order, now: string): MissReason => ({
    field: "period",
    text: describePeriodMiss(period, order, { zone, now, covers }),
  });

  const listReasons = (order: Order, now: string): MissReason[] => {
    const reasons: MissReason[] = [];
    if (!isInPeriod(order)) reasons.push(explainPeriod(order, now));
    if (!filter || !funnel) return reasons;
    const passes = funnel.evaluateEach(order);
    const missed = new Set(funnel.fields.filter((_, at) => !passes[at]));
    for (const { field } of lines)
      if (missed.has(field)) reasons.push({ field, text: describeMiss(field, filter, order, filterMoment) });
    return reasons.length > 0 ? reasons : [{ field: "lines", text: "none of its lines meets all conditions on lines" }];
  };

  const listUnread = ({ unread = [] }: Order): string[] => {
    const isUnread = (paths: readonly string[]) => paths.some((path) => isFieldBelow(path, unread));
    const dated = isUnread([...momentReaders[period.basis ?? 0].fields, "createdAt"]) ? ["its dates"] : [];
    const conditions = lines.flatMap(({ field }) => {
      const siever = findSieverByField(field);
      if (siever) return isUnread(sieverReaders[siever.code].fields) ? [formatSieverLabel(siever)] : [];
      return isUnread(statusPaths[field] ?? [])
        ? [field === "order_status" ? "its status" : `its ${field.replace("_", " ")}`]
        : [];
    });
    return [...dated, ...conditions];
  };

  return {
    fields,
    requiredFields,
    judge: (order, now) => {
      if (hasUnreadField(order, requiredFields))
        return report.isOutsidePeriod(order)
          ? { kind: "left-out", reasons: [explainPeriod(order, now)] }
          : { kind: "unread", parts: listUnread(order) };
      const found = carried.has(order.id) || isCreatedIn(order.createdAt ?? "") ? report.select(order) : undefined;
      if (found === undefined) return { kind: "left-out", reasons: listReasons(order, now) };
      const all = order.lineItems?.length ?? 0;
      const isCut = report.dropsLines && found.lines.length < all;
      return { kind: "included", lines: isCut ? { kept: found.lines.length, all } : null, ...(isMade && { isMade }) };
    },
  };
};

/** `#1042 is left out: it was shipped to France, and the filter keeps Germany.` Several reasons follow in a list. */
export const describeVerdict = (name: string, verdict: Verdict): string => {
  switch (verdict.kind) {
    case "included": {
      const { lines } = verdict;
      const cut = lines ? ` It has ${lines.kept} of its ${lines.all} lines: the filter leaves out the others.` : "";
      return verdict.isMade
        ? `${name} belongs in this report, as the order and the filter are now.${cut} If the file lacks it, they were different then.`
        : `${name} is in this report.${cut}`;
    }
    case "left-out": {
      const [only, another] = verdict.reasons;
      return only && !another
        ? `${name} is left out: ${only.text}.`
        : `${name} is left out for ${verdict.reasons.length} reasons:`;
    }
    case "unread": {
      const parts = verdict.parts.length > 0 ? ` (${verdict.parts.join(", ")})` : "";
      return `${name} would be left out, as your store didn't give all that the report needs${parts}. Try again later.`;
    }
  }
};
