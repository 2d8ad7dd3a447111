import { createLocalClock } from "../../dates/local-clock.ts";
import type { LineItem } from "../../orders/order.ts";
import { createCachedFold } from "../../text/fold.ts";
import { toSieverField } from "../fields.ts";
import type { FilterConditions } from "../filter.ts";
import { createDateReplacer, parseCriteria, type SieverCriteria } from "../siever-criteria.ts";
import { type Siever, SieverCode, sievers } from "../sievers.ts";
import { financialTest, fulfillmentTest, orderStatusTest } from "../statuses.ts";
import { createNormalizer } from "../values.ts";
import type { CompiledCondition, CompiledFilter, FilterMoment } from "./compiled.ts";
import { partTest, searchedPartTest } from "./part-predicates.ts";
import { sieverReaders } from "./read-order.ts";
import { attributeTest, dayTest, numberTest, textTest } from "./value-predicates.ts";

const compileCondition = (siever: Siever, criteria: SieverCriteria, zone: string): CompiledCondition["holds"] => {
  const reading = sieverReaders[siever.code];
  switch (reading.kind) {
    case "texts": {
      const hasPart = siever.code === SieverCode.OrderTags ? searchedPartTest : partTest;
      const test = textTest(criteria, createCachedFold(createNormalizer(siever)), hasPart);
      return (order, line) => test(reading.read(order, line));
    }
    case "attributes": {
      const test = attributeTest(criteria);
      return (order, line) => test(reading.read(order, line));
    }
    case "number": {
      const test = numberTest(criteria);
      return (order, line) => test(reading.read(order, line));
    }
    case "days": {
      const test = dayTest(criteria);
      const clock = createLocalClock(zone);
      return (order, line) => test(reading.read(order, line, clock));
    }
  }
};

/** Passed to conditions on orders, which ignore the line. */
export const noLine: LineItem = { id: "" };

/** `fields`: paths below Order. */
type Reader = CompiledCondition & { fields: readonly string[] };

const statusReaders = (conditions: FilterConditions): Reader[] => {
  const { financial_status, fulfillment_status, order_status } = conditions;
  const tests = [
    ["financial_status", financialTest(financial_status)],
    ["fulfillment_status", fulfillmentTest(fulfillment_status)],
    ["order_status", orderStatusTest(order_status)],
  ] as const;
  return tests.flatMap(([field, test]) => (test === null ? [] : [{ field, level: "order" as const, ...test }]));
};

/**
 * Compiles a filter, once per export, count or preview.
 * @throws {UnreadableValue} a value breaks the rules of `validateFilterContent`
 * @throws {UnknownTimezone}
 */
export const compileFilter = (conditions: FilterConditions, moment: FilterMoment): CompiledFilter => {
  const replace = createDateReplacer(moment);
  const ofSievers = sievers.flatMap((siever): Reader[] => {
    const { code, level } = siever;
    const values = conditions.sievers[code] ?? [];
    if (values.length === 0) return [];
    const holds = compileCondition(siever, parseCriteria(siever, values, replace), moment.zone);
    return [{ field: toSieverField(code), level, holds, fields: sieverReaders[code].fields }];
  });
  const all = [...statusReaders(conditions), ...ofSievers];
  const ofLevel = (level: Siever["level"]) => all.filter((one) => one.level === level);
  const fieldsOf = (level: Siever["level"]) => [...new Set(ofLevel(level).flatMap(({ fields }) => fields))];

  const orderTests = ofLevel("order").map(({ holds }) => holds);
  const lineTests = ofLevel("line").map(({ holds }) => holds);
  return {
    keepsOrder: (order) => {
      for (const holds of orderTests) if (!holds(order, noLine)) return false;
      return true;
    },
    keepsLine: (order, line) => {
      for (const holds of lineTests) if (!holds(order, line)) return false;
      return true;
    },
    hasOrderConditions: orderTests.length > 0,
    hasLineConditions: lineTests.length > 0,
    orderFields: fieldsOf("order"),
    lineFields: fieldsOf("line"),
    conditions: all,
  };
};
