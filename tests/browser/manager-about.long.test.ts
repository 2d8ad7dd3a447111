import type { Locator, Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { expectAccessible, expectFitsTelephone } from "./support/axe.ts";
import { hasChromium } from "./support/chromium.ts";
import { useScreens } from "./support/screens.ts";
import { account } from "./support/scripted-api.ts";
import { about, filterItem, managerServer, manyFilters } from "./support/scripted-manager.ts";

const row = (page: Page, title: string): Locator => page.getByRole("listitem").filter({ hasText: title });
const choose = async (page: Page, title: string, name: string): Promise<void> => {
  await page.getByRole("button", { name: `More actions for ${title}`, exact: true }).click();
  await page.getByRole("menuitem", { name, exact: true }).click();
};

describe.runIf(hasChromium())("the rows of the Manager's lists", () => {
  const screens = useScreens();
  const open = async (server = managerServer()) => {
    const opened = await screens.open("/Manager", { account, script: server.script });
    await opened.page.getByText("Returns", { exact: true }).waitFor();
    return opened;
  };

  it("show a design's columns or a filter's description, and the days of the last change and use", async () => {
    const { page } = await open();
    const design = row(page, "Accounting, monthly");
    await design.getByText("Order number, Order total, Tags and 9 more · one row per order").waitFor();
    await design.getByText("Changed 3 days ago").waitFor();
    await design.getByText("Last used today").waitFor();
    const filter = row(page, "Returns");
    await filter.getByText("Orders with a refund date on or after").waitFor();
    await filter.getByText("Not used yet").waitFor();
    await expectAccessible(page);
    await expectFitsTelephone(page);
  });

  it("have the exact times in the shop's time zone in a tooltip and for screen readers", async () => {
    const changed_at = "2026-03-01T22:30:00.000Z";
    const filters = [
      { ...filterItem("f", "Returns", 0), about: { summary: "All orders.", changed_at, last_used_at: changed_at } },
    ];
    const { page } = await open(managerServer({ filters }));
    const said = "2026/03/02 00:30";
    const hint = await row(page, "Returns").locator("[title]:not(button)").getAttribute("title");
    expect(hint).toBe(`Returns\nAll orders.\nChanged ${said}\nLast used ${said}`);
    const moments = row(page, "Returns").locator("time");
    expect(await moments.allTextContents()).toEqual([
      expect.stringMatching(`^Changed .*, ${said}$`),
      expect.stringMatching(`^Last used .*, ${said}$`),
    ]);
    expect(await moments.first().getAttribute("datetime")).toBe(changed_at);
  });

  it("show these for a clone before the list is reloaded, so nothing moves under the pointer", async () => {
    const server = managerServer();
    let reads = 0;
    const first = server.script["filters/get-filters"];
    server.script["filters/get-filters"] = (...asked) => {
      reads += 1;
      return reads === 1 ? (first?.(...asked) ?? "no response") : "no answer yet";
    };
    const { page } = await open(server);
    await choose(page, "Returns", "Clone");
    const clone = row(page, "Copy of Returns");
    await clone.getByText("Orders with a refund date on or after").waitFor();
    await clone.getByText("Changed today").waitFor();
    await clone.getByText("Not used yet").waitFor();
  });

  it("keep their height while the list is being ordered", async () => {
    const { page } = await open();
    const heights = () =>
      page
        .locator("li [title]:not(button)")
        .evaluateAll((texts) => texts.map((text) => text.getBoundingClientRect().height).sort());
    const before = await heights();
    await choose(page, "Returns", "Move up");
    await page.getByRole("button", { name: "Done" }).waitFor();
    expect(await heights()).toEqual(before);
  });

  it("have titles of one color, in both lists and while being ordered", async () => {
    const { page } = await open();
    const colors = () =>
      page
        .locator('[data-part="title"]')
        .evaluateAll((titles) => [...new Set(titles.map((title) => getComputedStyle(title).color))]);
    const before = await colors();
    expect(before).toHaveLength(1);
    await choose(page, "Returns", "Move up");
    await page.getByRole("button", { name: "Done" }).waitFor();
    expect(await colors()).toEqual(before);
  });

  it("are loaded with one call for 200 filters", async () => {
    const server = managerServer({
      filters: [...manyFilters, { ...filterItem("r", "Returns", 200), ...about("", 1) }],
    });
    const { page, callsOf } = await open(server);
    await row(page, "Filter number 200").getByText("Orders tagged “number 200” and not “test”.").waitFor();
    expect([callsOf("filters/get-filters").length, callsOf("filters/get-filter").length]).toEqual([1, 0]);
  });
});
