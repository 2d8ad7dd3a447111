import { localClock } from "../dates/local-clock.ts";
import type { LineItem, Order } from "../orders/order.ts";
import { remembering } from "../text/fold.ts";
import type { CompiledFilter, FilterMoment } from "./compiled.ts";
import type { FilterConditions } from "./filter.ts";
import { readings } from "./read-order.ts";
import { type Siever, sievers } from "./sievers.ts";
import { financialTest, fulfillmentTest, orderStatusTest } from "./statuses.ts";
import { attributeTest, dayTest, numberTest, textTest } from "./value-tests.ts";
import { formOf } from "./values.ts";
import { createDateReplacer, readWishes, type Wishes } from "./wishes.ts";

type Condition = (order: Order, line: LineItem) => boolean;

const conditionOf = (siever: Siever, wishes: Wishes, zone: string): Condition => {
  const reading = readings[siever.code];
  switch (reading.kind) {
    case "texts": {
      const test = textTest(wishes, remembering(formOf(siever)));
      return (order, line) => test(reading.read(order, line));
    }
    case "attributes": {
      const test = attributeTest(wishes);
      return (order, line) => test(reading.read(order, line));
    }
    case "number": {
      const test = numberTest(wishes);
      return (order, line) => test(reading.read(order, line));
    }
    case "days": {
      const test = dayTest(wishes);
      const clock = localClock(zone);
      return (order, line) => test(reading.read(order, line, clock));
    }
  }
};

/** Sievers of orders never look at the line they are given. */
const noLine: LineItem = { id: "" };

/**
 * Makes plain functions of a filter, once per export, count or preview.
 * @throws {UnreadableValue} a value breaks the rules of `validateFilterContent`
 * @throws {UnknownTimezone}
 */
export const compileFilter = (conditions: FilterConditions, moment: FilterMoment): CompiledFilter => {
  const replace = createDateReplacer(moment);
  const statuses = [
    financialTest(conditions.financial_status),
    fulfillmentTest(conditions.fulfillment_status),
    orderStatusTest(conditions.order_status),
  ].filter((test) => test !== null);
  const chosen = sievers.flatMap((siever) => {
    const values = conditions.sievers[siever.code] ?? [];
    if (values.length === 0) return [];
    return [{ siever, holds: conditionOf(siever, readWishes(siever, values, replace), moment.zone) }];
  });
  const ofLevel = (level: Siever["level"]) => chosen.filter(({ siever }) => siever.level === level);
  const fieldsOf = (level: Siever["level"]) => ofLevel(level).flatMap(({ siever }) => readings[siever.code].fields);

  const orderTests = [...statuses, ...ofLevel("order")].map(({ holds }) => holds);
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
    orderFields: [...new Set([...statuses.flatMap(({ fields }) => fields), ...fieldsOf("order")])],
    lineFields: [...new Set(fieldsOf("line"))],
  };
};
