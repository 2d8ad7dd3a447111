import { expect, it } from "vitest";
import { Grouping } from "../../enumerations.ts";
import { compileDesign } from "../../groupings/compile.ts";
import { rowsOf } from "../../groupings/rows-for-tests.ts";
import { columnByKey } from "../catalogue.ts";
import { fullOrder, mugs } from "../orders-for-tests.ts";
import { shownCell } from "../shown-for-tests.ts";

it("a line weight split across fulfillments has four decimals in each part and adds up to the whole", () => {
  const columns = [{ column: "LineWeight", title: null, width: null, format: null }];
  const line = { ...mugs, quantity: 3, weight: { value: 500 / 3, unit: "GRAMS" } };
  const fulfillments = [1, 2, 3].map((n) => ({
    id: `F${n}`,
    status: "SUCCESS",
    fulfillmentLineItems: [{ quantity: 1, lineItem: { id: mugs.id } }],
  }));
  const rows = rowsOf(compileDesign({ grouping: Grouping.Fulfillments, columns }, columnByKey), {
    ...fullOrder,
    lineItems: [line],
    fulfillments,
  });
  expect(rows.map(([cell]) => shownCell(cell))).toEqual(["0.1667", "0.1666", "0.1667"]);
});
