import { describe, expect, it } from "vitest";
import type { Suggestions } from "#domain/wire/filters/suggestions.ts";
import { hasChromium } from "./support/chromium.ts";
import { add, field, filterEditors, group, openChoice, savedValues, value } from "./support/filter-editor.ts";
import { useScreens } from "./support/screens.ts";
import { emptyFilter } from "./support/scripted-filters.ts";

const twenty = Array.from({ length: 20 }, (_, at) => `tag-${at + 1}`);

describe.runIf(hasChromium())("a value in a filter's field", () => {
  const show = filterEditors(useScreens());

  it("is explained together with others, with a warning if they can never match together", async () => {
    const { page, updates } = await show();
    await openChoice(page, "Order line");
    const line = group(page, "Order line");
    const prices = field(page, "Price", "Order line");
    await add(prices, "10");
    await expect.poll(() => savedValues(updates(), 2005)).toEqual(["10"]);
    expect(await line.getByText(/one of these values|All of these/).count()).toBe(0);
    await add(prices, "20");
    await line.getByText("Any one of these values is enough.").waitFor();
    await add(prices, "<30");
    await line.getByText("Any one of the plain values is enough. All the others must be true.").waitFor();
    await add(prices, ">40");
    await line
      .getByText("“more than 40” and “less than 30” can never be true together, so nothing matches. Remove one.")
      .waitFor();
    await line.getByRole("img", { name: "Warning" }).waitFor();
    await value(page, "more than 40").focus();
    await page.keyboard.press("Delete");
    await line.getByText("Any one of the plain values is enough. All the others must be true.").waitFor();
  });

  it("has an explanation of its amount: before or after discounts and refunds, and the currency", async () => {
    const { page } = await show();
    await openChoice(page, "Order line");
    const line = group(page, "Order line");
    await line
      .getByText("Per unit, before discounts, in your store's currency. With tax if your prices include it")
      .waitFor();
    await line.getByText("As ordered, before refunds and edits").waitFor();
    await group(page, "Order").getByText("Of all products in the order").waitFor();
  });

  it("gets 'Did you mean?' if it was saved before, even without opening the field", async () => {
    const { page, callsOf } = await show({
      ...emptyFilter,
      OrderSievers: [{ Field: 1001, Filter: ["wholsale"] }],
    });
    await group(page, "Order")
      .getByText("“wholsale” is not in your newest 250 orders. Did you mean “wholesale”?")
      .waitFor();
    // Fields without values need no offers before someone begins.
    expect(callsOf("filters/suggestions")).toHaveLength(1);
  });

  it("comes from a list that says how many values it has, and that rare ones can be typed", async () => {
    const data: Suggestions = {
      Values: twenty.map((Value) => ({ Value, Orders: 1 })),
      OrdersRead: 250,
      IsWhole: false,
    };
    const { page } = await show(emptyFilter, { "filters/suggestions": () => ({ data }) });
    const tags = field(page, "Tags");
    await tags.click();
    await page.getByText("20 values. Scroll, or type to find one.").waitFor();
    await page.getByText("Rarer values are not listed. Type them in full.").waitFor();
    await tags.fill("tag-2");
    await expect.poll(() => page.getByRole("option").allInnerTexts()).toEqual(["tag-2\n· 1", "tag-20\n· 1"]);
    await expect.poll(() => page.getByText("Scroll, or type to find one").count()).toBe(0);
  });
});
