import { createDayParts, type DayParts } from "../../dates/day-parts.ts";
import { ColumnCategory, ColumnType } from "../../enumerations.ts";
import { wholeOrder } from "../aggregations.ts";
import type { Atom, ColumnDefinition, ColumnSource } from "../definition.ts";
import { SlowGroup } from "../slow-group.ts";

const partsIn = createDayParts();

/** Reads a part of the order's creation time, in the shop's zone. */
const fromCreation = (read: (parts: DayParts) => Atom): ColumnSource<"order"> => ({
  fields: ["createdAt"],
  level: "order",
  read: ({ createdAt }, { ianaTimezone }) => (createdAt === undefined ? null : read(partsIn(ianaTimezone, createdAt))),
  aggregate: wholeOrder,
});

const text = {
  category: ColumnCategory.Order,
  type: ColumnType.Text,
  valueKind: "text",
  slowGroup: SlowGroup.None,
  identifier: false,
  total: "none",
  note: "In the shop's time zone.",
} as const;

/** Creation time of an order by day, week, month or hour, for counting. */
export const orderCalendarColumns: readonly ColumnDefinition[] = [
  {
    ...text,
    key: "OrderTime",
    title: "Order time",
    description: "Time of day at which the order was created, for example 19:30.",
    ...fromCreation(({ time }) => time),
  },
  {
    ...text,
    key: "OrderDay",
    title: "Order day",
    description: "Day on which the order was created, for example 2026-10-14.",
    note: "In the shop's time zone; always as year, month and day, whatever your date format.",
    ...fromCreation(({ day }) => day),
  },
  {
    ...text,
    key: "OrderWeek",
    title: "Order week",
    description: "Week in which the order was created, for example 2026-W42.",
    note: "In the shop's time zone. Weeks begin on Monday and are numbered by ISO 8601: week 1 holds the first Thursday of the year.",
    ...fromCreation(({ week }) => week),
  },
  {
    ...text,
    key: "OrderMonth",
    title: "Order month",
    description: "Month in which the order was created, for example 2026-10.",
    ...fromCreation(({ month }) => month),
  },
  {
    ...text,
    key: "OrderHour",
    title: "Order hour",
    type: ColumnType.Number,
    valueKind: "number",
    description: "Hour of the day in which the order was created, 0 to 23.",
    ...fromCreation(({ hour }) => hour),
  },
];
