import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { FilterItem } from "#domain/wire/filters/filters.ts";
import type { ReportDesignItem } from "#domain/wire/reports/reports.ts";
import { givenAutomation } from "#tests/support/given-automation.ts";
import { logIn, type Merchant } from "#tests/support/merchant.ts";
import { type StartedSheaf, startSheaf } from "#tests/support/start-sheaf.ts";
import { hasChromium, launchChromium } from "./support/chromium.ts";
import { starterButton } from "./support/new-design.ts";

const titles = (page: Page, name: string): Promise<string[]> =>
  page
    .getByRole("region", { name, exact: true })
    .getByRole("listitem")
    .evaluateAll((items) => items.map((item) => item.querySelector('[data-part="title"]')?.textContent ?? ""));
const choose = async (page: Page, title: string, name: string): Promise<void> => {
  await page.getByRole("button", { name: `More actions for ${title}`, exact: true }).click();
  await page.getByRole("menuitem", { name, exact: true }).click();
};

describe.runIf(hasChromium())("the Manager in the running product", () => {
  let sheaf: StartedSheaf;
  let browser: Browser;
  let problems: string[] = [];
  const contexts: BrowserContext[] = [];

  beforeAll(async () => {
    [sheaf, browser] = await Promise.all([startSheaf({ readyWithin: 180_000 }), launchChromium()]);
  });
  afterEach(async () => {
    await Promise.all(contexts.splice(0).map((context) => context.close()));
    const seen = problems;
    problems = [];
    expect(seen).toEqual([]);
  });
  afterAll(async () => {
    await browser?.close();
    await sheaf?.stop();
  });

  /** A tab of the merchant's; tabs of one call share their browser. */
  const tabs = async (merchant: Merchant, count: number): Promise<Page[]> => {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: "reduce" });
    contexts.push(context);
    context.setDefaultTimeout(60_000);
    await context.addInitScript(
      ([token, account]) => {
        localStorage.setItem("AUTH_TOKEN_KEY", token ?? "");
        localStorage.setItem("ACCOUNT_DATA_KEY", account ?? "");
      },
      [merchant.client.token() ?? "", JSON.stringify(merchant.account)],
    );
    const pages: Page[] = [];
    for (let n = 0; n < count; n += 1) {
      const page = await context.newPage();
      page.on("pageerror", (error) => problems.push(String(error)));
      await page.goto(`${sheaf.url}/Manager`);
      await page.getByRole("button", { name: "Create filter" }).waitFor();
      pages.push(page);
    }
    return pages;
  };
  const filtersOf = async ({ client }: Merchant) =>
    (await client.data<FilterItem[]>("GET", "filters/get-filters"))
      .filter(({ order_filter_view }) => order_filter_view === 0)
      .map(({ title }) => title);

  /** A blank design, and back to the Manager. */
  const create = async (page: Page) => {
    await page.getByRole("button", { name: "Create report design" }).click();
    await starterButton(page, "Blank").click();
    await page.waitForURL(/\/Report\/Design\//);
    await page.getByRole("banner").getByRole("link", { name: "Manager", exact: true }).click();
  };

  it("keeps what was created, cloned, ordered and deleted, up to the tier's quota", async () => {
    const merchant = await logIn(sheaf, "nimbus-demo");
    const [page] = await tabs(merchant, 1);
    if (!page) throw new Error("There is no page.");
    const name = "Report designs";
    await page.getByText("No report design available").waitFor();
    // A blank design isn't named after its starter.
    for (const title of ["Untitled1", "Untitled2", "Untitled3"]) {
      await create(page);
      await page.getByRole("button", { name: `More actions for ${title}` }).waitFor();
    }
    await choose(page, "Untitled2", "Clone");
    await page.getByRole("button", { name: "More actions for Copy of Untitled2" }).waitFor();
    await choose(page, "Copy of Untitled2", "Move up");
    await page.getByRole("button", { name: "Move up Copy of Untitled2" }).click();
    await page.getByText("Saved", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Done" }).click();
    await choose(page, "Untitled3", "Delete");
    await page.getByRole("button", { name: "Delete report design" }).click();
    await page.getByText("The report is deleted").waitFor();
    const expected = ["Untitled1", "Copy of Untitled2", "Untitled2"];
    await expect.poll(() => titles(page, name)).toEqual(expected);
    await page.reload();
    await expect.poll(() => titles(page, name)).toEqual(expected);
    for (const count of [4, 5]) {
      await create(page);
      await expect.poll(async () => (await titles(page, name)).length).toBe(count);
    }
    await page.getByText("You cannot add new reports. You have exceed the report's quota").waitFor();
    expect(await page.getByRole("button", { name: "Create report design" }).count()).toBe(0);
  });

  it("names all automated reports that prevent the deletion of a design or filter, before asking", async () => {
    const merchant = await logIn(sheaf, "aurora-demo");
    const design = await merchant.client.data<ReportDesignItem>("POST", "reports/create-new");
    const filter = await merchant.client.data<FilterItem>("POST", "filters/create-new");
    for (const title of ["Every Monday", "Month end"])
      await givenAutomation(sheaf.dataDir, merchant.account.id, { title, reportId: design.id, filterId: filter.id });
    const [page] = await tabs(merchant, 1);
    if (!page) throw new Error("There is no page.");
    for (const [title, thing] of [
      [design.title, "report"],
      [filter.title, "filter"],
    ] as const) {
      await choose(page, title, "Delete");
      const dialog = page.getByRole("dialog", { name: `Error deleting ${thing}` });
      await dialog
        .getByText(`“${title}” cannot be deleted, because the automated reports “Every Monday” and “Month end” use it.`)
        .waitFor();
      await dialog.getByRole("button", { name: "Close" }).click();
      await dialog.waitFor({ state: "detached" });
      await page.getByRole("button", { name: `More actions for ${title}` }).waitFor();
    }
  });

  it("keeps the moves of two tabs that order the same list", async () => {
    const merchant = await logIn(sheaf, "borealis-demo");
    for (let n = 0; n < 5; n += 1) await merchant.client.data("POST", "filters/create-new");
    const [one, other] = await tabs(merchant, 2);
    if (!one || !other) throw new Error("There are no pages.");
    const shown = (page: Page) => titles(page, "Filters");
    await expect.poll(() => shown(one)).toHaveLength(5);
    await expect.poll(() => shown(other)).toHaveLength(5);
    await one.bringToFront();
    await choose(one, "New filter 1", "Move Down");
    await one.getByText("Saved", { exact: true }).waitFor();
    // The other tab hasn't seen that yet: it is hidden, so it has reloaded nothing.
    await choose(other, "New filter 5", "Move up");
    await other.getByText("Saved", { exact: true }).waitFor();
    const both = ["New filter 2", "New filter 1", "New filter 3", "New filter 5", "New filter 4"];
    expect(await filtersOf(merchant)).toEqual(both);
    await expect.poll(() => shown(other)).toEqual(both);
  });
});
