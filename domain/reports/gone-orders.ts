import { describeOrders } from "./unread-orders.ts";

/** `gone`: chosen orders that the store lacks. `of`: all chosen orders, each counted once. */
export type GoneChosen = { gone: number; of: number };

/** Example: `7 of the 10 chosen orders are no longer in the store.` */
export const describeGoneChosen = (chosen: GoneChosen | null | undefined): string[] => {
  if (!chosen) return [];
  const { gone, of } = chosen;
  if (of === 1) return ["The chosen order is no longer in the store."];
  const all = of.toLocaleString("en");
  if (gone === of) return [`None of the ${all} chosen orders is in the store any more.`];
  return [
    `${gone.toLocaleString("en")} of the ${all} chosen orders ${gone === 1 ? "is" : "are"} no longer in the store.`,
  ];
};

/**
 * Names orders that an earlier report lacked and no report can bring. Example: `Order #1042, which an earlier report
 * lacked, is no longer in the store.`
 */
export const describeGoneCarried = (names: readonly string[] = []): string[] =>
  names.length === 0
    ? []
    : [
        `${describeOrders(names)}, which an earlier report lacked, ${names.length === 1 ? "is" : "are"} no longer in the store.`,
      ];
