import { describe, expect, it } from "vitest";
import { FinancialStatus, FulfillmentStatus, OrderStatus } from "../enumerations.ts";
import { describeFilter } from "./description/describe-filter.ts";
import { createOutline, outlineValues } from "./outline.ts";
import { type Siever, SieverCode, sievers } from "./sievers.ts";

const statuses = {
  financial_status: FinancialStatus.paid,
  fulfillment_status: FulfillmentStatus.any,
  order_status: OrderStatus.open,
};

import { supportsWildcards } from "./wildcards.ts";

/** Sentences for a siever's values, in the editor and in the list. */
const sentences = (siever: Siever, values: readonly string[]) => {
  const { conditions, more } = createOutline(statuses, [[siever.code, outlineValues(siever, values)]]);
  return {
    editor: describeFilter({ ...statuses, sievers: { [siever.code]: values } }),
    list: describeFilter(conditions, undefined, more),
  };
};

const textOf = ({ kind, code }: Siever, n: number): string =>
  code === SieverCode.LineFulfillmentStatus
    ? "pending"
    : kind === "day"
      ? `2026-11-${String(n + 1).padStart(2, "0")}`
      : String(n);

describe("a filter in a list", () => {
  it.each([1, 5, 6, 7, 8, 20])("reads as in the editor with %i values of each kind", (count) => {
    for (const siever of sievers) {
      const plain = Array.from({ length: count }, (_, n) => textOf(siever, n));
      const kinds = [plain, plain.map((value) => `!${value}`), ["*", "!*"]];
      if (siever.kind === "number" || siever.kind === "day")
        kinds.push(...["<", "<=", ">", ">="].map((sign) => plain.map((value) => sign + value)));
      if (supportsWildcards(siever)) {
        const parts = [...plain.map((value) => `${value}*`), ...plain.map((value) => `*${value}`), "*x*"];
        kinds.push(
          parts,
          parts.map((value) => `!${value}`),
        );
      }
      for (const values of [...kinds, kinds.flat(), kinds.toReversed().flat(), ["", "!", ...plain]]) {
        const { editor, list } = sentences(siever, values);
        expect(list, `${siever.label}: ${values.join(" | ")}`).toBe(editor);
      }
    }
  });

  it("keeps only a few of a siever's 500 values and counts the rest", () => {
    const siever = sievers.find(({ code }) => code === SieverCode.Sku);
    if (siever === undefined) throw new Error("There is no SKU siever.");
    const values = Array.from({ length: 500 }, (_, n) => `${n % 2 === 0 ? "" : "!"}SKU-${n}`);
    expect(outlineValues(siever, values)).toEqual({
      values: values.slice(0, 12),
      more: { is: 244, not: 244 },
    });
  });
});
