import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createDesign, logIn, saveFilter } from "#tests/support/merchant.ts";
import { expectAccessible, expectFitsTelephone } from "./support/axe.ts";
import { hasChromium } from "./support/chromium.ts";
import { type ConsolePage, startConsolePage } from "./support/console-page.ts";

/** The story of a shop, one of its events, and the shop as of an instant: by mouse and by keyboard, in both themes, on a telephone. */

describe.runIf(hasChromium())("the story of a shop", () => {
  let support: ConsolePage;
  let tenant: string;
  let title: string;
  const page = () => support.page;
  const wide = () => page().setViewportSize({ width: 1440, height: 900 });

  beforeAll(async () => {
    support = await startConsolePage();
    const merchant = await logIn(support.sheaf, "aurora-demo");
    tenant = merchant.account.id;
    title = (await createDesign(merchant)).title;
    await saveFilter(merchant, {
      financial_status: 0,
      fulfillment_status: 0,
      order_status: 0,
      sievers: { 1001: ["anna@customers.example"] },
    });
    await support.open("shops");
  }, 600_000);
  afterAll(() => support?.close());

  it("is opened from its shop, and tells who did what to which thing", async () => {
    await page().getByText("aurora-demo").first().click();
    await page().getByRole("link", { name: "Story" }).click();
    await page().getByText("Sheaf was installed.").waitFor();
    await page().getByText("Looked at the shop.").waitFor();
    await page().getByRole("heading", { name: "Story of aurora-demo" }).waitFor();
    await support.inBothThemes(() => expectAccessible(page()));
  });

  it("is narrowed to one kind of thing", async () => {
    await page().getByLabel("About").click();
    await page().getByRole("option", { name: "Report design" }).click();
    await page().getByText("Sheaf was installed.").waitFor({ state: "detached" });
    await page()
      .getByText(/^Created with \d+ columns/)
      .waitFor();
  });

  it("opens an event by keyboard alone, as it is, and from there the shop as it was then", async () => {
    const line = page().getByRole("link", { name: /^Created with \d+ columns/ });
    await line.focus();
    await page().keyboard.press("Enter");
    await page().getByText("ReportDesignCreated", { exact: true }).waitFor();
    await page().getByText('"reportId"').waitFor();
    await support.inBothThemes(() => expectAccessible(page()));
    await page().getByRole("link", { name: "The shop as of then" }).focus();
    await page().keyboard.press("Enter");
    await page()
      .getByText(/^What was set up on/)
      .waitFor();
    await support.inBothThemes(() => expectAccessible(page()));
  });

  it("shows each thing as it was then, opened by keyboard, without anybody's words", async () => {
    const heading = page().getByRole("heading", { name: /^Report designs \(\d+\)$/ });
    await heading.waitFor();
    const first = page().getByRole("region", { name: "Report designs" }).getByRole("button").first();
    await first.focus();
    await page().keyboard.press("Enter");
    await page().getByRole("rowheader", { name: "Worksheets" }).first().waitFor();
    await support.inBothThemes(() => expectAccessible(page()));
    await page().goto(`${support.url}/support/shops/${tenant}/as-of?at=${new Date(Date.now() + 60_000).toISOString()}`);
    const filters = page().getByRole("region", { name: "Filters" });
    await filters.getByRole("button").first().click();
    await filters.getByText("“hidden”").first().waitFor();
    expect(await page().content()).not.toContain("customers.example");
  });

  it("takes an instant that somebody types", async () => {
    const field = page().getByLabel("Instant (UTC)");
    await field.fill("2020-01-01T10:00:00");
    await field.press("Enter");
    await page().getByText("Made since").first().waitFor();
    expect(new URL(page().url()).searchParams.get("at")).toBe("2020-01-01T10:00:00.000Z");
  });

  it("finds a report design by a word of its name, with its shop, and leads to what happened to it", async () => {
    await page().goto(`${support.url}/support/search`);
    await page().getByRole("textbox").fill(title);
    await page().keyboard.press("Enter");
    const hit = page().getByRole("link", { name: `${title} Report design · aurora-demo` });
    await hit.focus();
    await page().keyboard.press("Enter");
    await page().getByRole("heading", { name: "Story of aurora-demo" }).waitFor();
    await page()
      .getByText(/^Created with \d+ columns/)
      .waitFor();
    expect(new URL(page().url()).searchParams.get("filter")).toContain("about");
  });

  it("leads from an order's name to where its id stands, and by that to the exports of its shop, by keyboard", async () => {
    await page().goto(`${support.url}/support/search`);
    await page().getByRole("textbox").fill("#1300");
    await page().keyboard.press("Enter");
    const found = page().getByRole("region", { name: "Exports that held an order" });
    await found.getByText(/^“#1300” isn't an order's id\. Open the order in the shop's admin/).waitFor();
    await found.getByRole("combobox", { name: "Shop of the order" }).fill("aur");
    await page().getByRole("option", { name: "aurora-demo" }).waitFor();
    await page().keyboard.press("ArrowDown");
    await page().keyboard.press("Enter");
    const id = found.getByLabel("Order id");
    await id.fill("1300");
    await page().keyboard.press("Enter");
    await found.getByText(/^“1300” isn't an order's id/).waitFor();
    await support.inBothThemes(() => expectAccessible(page()));
    await id.fill("https://admin.shopify.com/store/aurora-demo/orders/5800012285983");
    await page().keyboard.press("Enter");
    await found.getByText("No export held it.").waitFor();
  });

  it.each(["story", "as-of?at=2026-01-01T10:00:00.000Z"])("fits on a telephone: %s", async (path) => {
    await wide();
    await page().goto(`${support.url}/support/shops/${tenant}/${path}`);
    await page().locator("main").waitFor();
    await page().getByRole("link", { name: "Story" }).waitFor();
    await expectFitsTelephone(page());
    await support.inBothThemes(() => expectAccessible(page()));
    await wide();
  });

  it("complains of nothing", () => {
    expect(support.problems).toEqual([]);
  });
});
