import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createDesign, generate, logIn, saveFilter, waitForExport } from "#tests/support/merchant.ts";
import { expectAccessible, expectFitsTelephone } from "./support/axe.ts";
import { hasChromium } from "./support/chromium.ts";
import { type ConsolePage, startConsolePage } from "./support/console-page.ts";

/**
 * A shop's activity, one of its events, and the shop as of an instant: by mouse and by keyboard, in both themes, on a
 * phone.
 */

describe.runIf(hasChromium())("the story of a shop", () => {
  let support: ConsolePage;
  let tenant: string;
  let exported: string;
  let title: string;
  const page = () => support.page;
  const wide = () => page().setViewportSize({ width: 1440, height: 900 });

  beforeAll(async () => {
    support = await startConsolePage();
    const merchant = await logIn(support.sheaf, "aurora-demo");
    tenant = merchant.account.id;
    const design = await createDesign(merchant);
    title = design.title;
    exported = (await generate(merchant, design.id, { range: { kind: "thirtyDays" } })).ReportExportId;
    await waitForExport(merchant, exported);
    await saveFilter(merchant, {
      financial_status: 0,
      fulfillment_status: 0,
      order_status: 0,
      sievers: { 1001: ["anna@customers.example"] },
    });
    await support.open("shops");
  }, 600_000);
  afterAll(() => support?.close());

  it("is opened from its shop, and shows who did what to which item", async () => {
    await page().getByText("aurora-demo").first().click();
    await page().getByRole("link", { name: "Story" }).click();
    await page().getByText("Sheaf was installed.").waitFor();
    await page().getByText("Looked at the shop.").waitFor();
    await page().getByRole("heading", { name: "Story of aurora-demo" }).waitFor();
    await support.inBothThemes(() => expectAccessible(page()));
  });

  it("marks hidden values, and says once how they can be seen", async () => {
    const line = page().getByRole("link", { name: "Order tags: added a value hidden from support." });
    await line.waitFor();
    const note = page().getByText(/^Secrets and anything that may name people are hidden from support/);
    expect(await note.count()).toBe(1);
    await line.click();
    await page().getByRole("emphasis").getByText("hidden from support").first().waitFor();
    expect(await page().locator("main").innerText()).not.toMatch(/[“"]hidden/);
    await note.waitFor();
    await page().getByRole("link", { name: "the shop's page" }).click();
    await page().getByRole("button", { name: "See as the merchant" }).waitFor();
    await page().getByRole("link", { name: "Story" }).click();
  });

  it("can be filtered by a kind of item", async () => {
    await page().getByLabel("About").click();
    await page().getByRole("option", { name: "Report design" }).click();
    await page().getByText("Sheaf was installed.").waitFor({ state: "detached" });
    await page()
      .getByText(/^Created with \d+ columns/)
      .waitFor();
  });

  it("can be filtered by an item, by pressing an entry's subject", async () => {
    const line = page().getByRole("row", { name: /Created with \d+ columns/ });
    await line
      .getByRole("link", { name: /^Report design/ })
      .first()
      .press("Enter");
    await page().getByLabel("Subject id").waitFor();
    expect(new URL(page().url()).searchParams.get("filter")).toContain('"about"');
    await page()
      .getByText(/^Created with \d+ columns/)
      .waitFor();
  });

  it("says what to do if nothing matches, and can show all again", async () => {
    await page().getByRole("combobox", { name: "By" }).click();
    await page().getByRole("option", { name: "Support" }).click();
    await page()
      .getByText(/^Nothing that happened in this shop matches these filters/)
      .waitFor();
    await support.inBothThemes(() => expectAccessible(page()));
    await page().getByRole("button", { name: "Clear filters" }).focus();
    await page().keyboard.press("Enter");
    await page().getByText("Sheaf was installed.").waitFor();
    await page().getByLabel("About").click();
    await page().getByRole("option", { name: "Report design" }).click();
  });

  it("opens an event's raw data by keyboard only, and from there the shop as it was then", async () => {
    const line = page().getByRole("link", { name: /^Created with \d+ columns/ });
    await line.focus();
    await page().keyboard.press("Enter");
    await page().getByText("ReportDesignCreated", { exact: true }).waitFor();
    await page().getByText('"reportId"').waitFor();
    await support.inBothThemes(() => expectAccessible(page()));
    await page().getByRole("link", { name: "The shop as of then" }).focus();
    await page().keyboard.press("Enter");
    await page()
      .getByText(/^Settings on/)
      .waitFor();
    await support.inBothThemes(() => expectAccessible(page()));
  });

  it("shows each item as it was then, opened by keyboard, without personal values", async () => {
    const heading = page().getByRole("heading", { name: /^Report designs \(\d+\)$/ });
    await heading.waitFor();
    const first = page().getByRole("region", { name: "Report designs" }).getByRole("button").first();
    await first.focus();
    await page().keyboard.press("Enter");
    await page().getByRole("rowheader", { name: "Worksheets" }).first().waitFor();
    await support.inBothThemes(() => expectAccessible(page()));
    await page().goto(`${support.url}/support/shops/${tenant}/as-of?at=${new Date().toISOString()}`);
    const filters = page().getByRole("region", { name: "Filters" });
    await filters.getByRole("button").first().click();
    await filters.getByText("a value hidden from support").first().waitFor();
    await page()
      .getByText(/See as the merchant, on the shop's page, shows what the merchant typed/)
      .waitFor();
    expect(await page().content()).not.toContain("customers.example");
  });

  it("accepts a typed time", async () => {
    const field = page().getByLabel("Date and time (UTC)");
    await field.fill("2020-01-01T10:00:00");
    await field.press("Enter");
    await page().getByText("Made since").first().waitFor();
    expect(new URL(page().url()).searchParams.get("at")).toBe("2020-01-01T10:00:00.000Z");
  });

  it("refuses a future time, and accepts the next one", async () => {
    const field = page().getByLabel(/^Date and time/);
    await field.fill("2099-01-01T10:00:00");
    await field.press("Enter");
    await page()
      .getByText(/^This instant is in the future/)
      .waitFor();
    await page().getByText("Made since").first().waitFor({ state: "detached" });
    await support.inBothThemes(() => expectAccessible(page()));
    await field.fill("2020-01-01T10:00:00");
    await field.press("Enter");
    await page().getByText("Made since").first().waitFor();
  });

  it("shows which orders an export was requested for, also on the page with how it was made", async () => {
    await page().goto(`${support.url}/support/exports/${exported}/show`);
    await page().getByText("Last 30 days").waitFor();
    await page().getByText("Europe/Athens").waitFor();
    await support.inBothThemes(() => expectAccessible(page()));
    await page().getByRole("link", { name: "How it was made" }).focus();
    await page().keyboard.press("Enter");
    const orders = page().getByRole("region", { name: "Orders" });
    await orders.getByText("Last 30 days").waitFor();
    await page().getByRole("heading", { name: "How the export of aurora-demo was made" }).waitFor();
    await support.inBothThemes(() => expectAccessible(page()));
  });

  it("finds a report design by its name, with its shop, and leads to its story", async () => {
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

  it("says where to find an order's id, and leads from that to its shop's exports, by keyboard", async () => {
    await page().goto(`${support.url}/support/search`);
    await page().getByRole("textbox").fill("#1300");
    await page().keyboard.press("Enter");
    const found = page().getByRole("region", { name: "Exports containing an order" });
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

  it.each(["story", "as-of?at=2026-01-01T10:00:00.000Z"])("fits a phone: %s", async (path) => {
    await wide();
    await page().goto(`${support.url}/support/shops/${tenant}/${path}`);
    await page().locator("main").waitFor();
    await page().getByRole("link", { name: "Story" }).waitFor();
    await expectFitsTelephone(page());
    await support.inBothThemes(() => expectAccessible(page()));
    await wide();
  });

  it("logs no errors", () => {
    expect(support.problems).toEqual([]);
  });
});
