import type { Browser, Page, Response } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { createDesign, logIn } from "#tests/support/merchant.ts";
import { type StartedSheaf, startSheaf } from "#tests/support/start-sheaf.ts";
import { choose, chooseCard } from "./support/automation-editor.ts";
import { hasChromium, launchChromium } from "./support/chromium.ts";
import { tabTo } from "./support/keyboard.ts";

/** Each try has its own subjects and titles, as a failed one leaves its own in the same shop. */
let tries = 0;

const openReport = (page: Page, title: string) => page.getByRole("link", { name: title, exact: true });
const rowOf = (page: Page, title: string) =>
  page
    .getByRole("region", { name: "All reports" })
    .getByRole("listitem")
    .filter({ has: openReport(page, title) });
/** Runs an action, and waits until the server has answered the save that contains this text. */
const saving = async (page: Page, words: string, edit: Promise<void>) => {
  const isIt = (answer: Response) => /update-automation$/.test(answer.url()) && answer.ok();
  await Promise.all([
    page.waitForResponse((answer) => isIt(answer) && answer.request().postData()?.includes(words) === true),
    edit,
  ]);
  await page.getByText("Saved", { exact: true }).waitFor();
};
const toList = (page: Page) => page.getByRole("link", { name: "Automation", exact: true }).first().click();
const isAt = (page: Page, path: RegExp) => page.waitForURL((url) => path.test(url.pathname));
const field = (page: Page, name: string) => page.getByRole("textbox", { name });

describe.runIf(hasChromium())("automated reports, with the running product", () => {
  let sheaf: StartedSheaf;
  let browser: Browser;
  let pages: Page[] = [];
  let problems: string[] = [];

  beforeAll(async () => {
    [sheaf, browser] = await Promise.all([startSheaf({ readyWithin: 180_000 }), launchChromium()]);
  });
  afterEach(async () => {
    const seen = problems;
    await Promise.all(pages.map((page) => page.context().close()));
    [pages, problems] = [[], []];
    expect(seen).toEqual([]);
  });
  afterAll(async () => {
    await browser?.close();
    await sheaf?.stop();
  });

  /** A merchant who has a design and a filter, logged in by the pages of the login. */
  const merchantAt = async (shop: string): Promise<Page> => {
    tries += 1;
    const merchant = await logIn(sheaf, shop);
    await createDesign(merchant);
    await merchant.client.data("POST", "filters/create-new");
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: "reduce" });
    const page = await context.newPage();
    page.setDefaultTimeout(30_000);
    page.on("pageerror", (error) => problems.push(String(error)));
    page.on("console", (message) => message.type() === "error" && problems.push(message.text()));
    pages.push(page);
    await page.goto(sheaf.url);
    await page.getByRole("button", { name: new RegExp(shop) }).click();
    await page.locator('button[name="decision"][value="approve"]').click();
    await toList(page);
    await page.getByRole("heading", { name: "Automated reports", level: 1 }).waitFor();
    return page;
  };
  const create = async (page: Page, title: string) => {
    await page.getByRole("button", { name: "Create automated report" }).click();
    await isAt(page, /^\/Automation\/Edit\/./);
    await page.getByRole("combobox", { name: "Filter", exact: true }).click();
    await page.getByRole("option", { name: /^All orders/ }).click();
    await page.getByRole("link", { name: "Edit this filter" }).waitFor();
    await saving(page, title, field(page, "Title").fill(title));
  };

  it("are made of what is chosen in an editor or on Reports, and so is a report now", async () => {
    const page = await merchantAt("aurora-demo");
    await page.getByRole("link", { name: "Manager", exact: true }).first().click();
    await page.getByRole("region", { name: "Filters" }).getByRole("listitem").last().getByRole("link").first().click();
    await isAt(page, /^\/Filters\/Edit\/./);
    const filter = await page.getByRole("textbox", { name: "Title" }).inputValue();
    await page.getByRole("link", { name: "Generate with this filter" }).click();
    await page.getByRole("heading", { name: "Generate report", level: 1 }).waitFor();
    await expect.poll(() => page.getByRole("combobox", { name: "Filter", exact: true }).innerText()).toContain(filter);

    await page
      .getByRole("radiogroup", { name: /format/i })
      .getByText("CSV", { exact: true })
      .click();
    await page.getByRole("button", { name: "Schedule this" }).click();
    await isAt(page, /^\/Automation\/Edit\/./);
    await expect.poll(() => page.getByRole("combobox", { name: "Filter", exact: true }).innerText()).toContain(filter);
    await page.getByRole("button", { name: "Start automated report" }).waitFor();
  });

  it("are created, tested, read in a mail and in the history, paused, cloned and deleted", async () => {
    const page = await merchantAt("aurora-demo");
    const title = `Orders of the month ${tries}`;
    await create(page, title);

    await choose(page, "Frequency", "On the 1st");
    await page.getByRole("checkbox", { name: "Export empty reports" }).uncheck();
    await field(page, "Recipients").fill("ann@aurora.example; bob@aurora.example");
    await saving(page, "{title} for Ann", field(page, "Subject").fill("{title} for Ann"));
    await page.reload();
    await expect.poll(() => field(page, "Title").inputValue()).toBe(title);
    expect(await page.getByRole("combobox", { name: "Frequency" }).innerText()).toMatch(/^Monthly/);
    expect(await page.getByRole("checkbox", { name: "Export empty reports" }).isChecked()).toBe(false);
    expect(await field(page, "Recipients").inputValue()).toBe("ann@aurora.example; bob@aurora.example");

    expect(await page.getByRole("button", { name: "Test run" }).isDisabled()).toBe(true);
    await page.getByRole("button", { name: "Start automated report" }).click();
    await page.getByRole("switch", { name: "Active" }).waitFor();
    await page.getByText(/^Next report: \d{4}\/\d{2}\/01 00:01\.$/).waitFor();
    await page.getByRole("button", { name: "Test run" }).click();
    await page.getByRole("button", { name: "Send test" }).click();
    await page.getByText("The Automated Report test run is requested").waitFor();

    await page.getByRole("link", { name: "Report history" }).click();
    const run = page.getByRole("region", { name: "Runs" }).getByRole("listitem").first();
    await run.getByText("Delivered", { exact: true }).waitFor();
    await run.getByText("Test", { exact: true }).waitFor();
    await run.getByRole("button", { name: /^1 attempt/ }).click();
    const detail = run.getByRole("list", { name: /^Attempts of/ });
    const told = await detail.innerText();
    for (const words of [
      "Attempt 1: Delivered",
      "2 recipients",
      "ann@aurora.example, bob@aurora.example",
      "Handed over",
    ])
      expect(told).toContain(words);
    await run.getByRole("button", { name: /^How it was made/ }).click();
    const panel = page.getByRole("complementary", { name: "How it was made" });
    await panel.getByRole("region", { name: "Report design" }).getByText("It is the same today.").waitFor();
    await panel.getByText(/^Started as a test: 1 \w{3} \d{4} to \d{2} \w{3} \d{4}\.$/).waitFor();
    await panel.getByText("The report was sent to 2 recipients.").waitFor();

    const mailbox = await page.context().newPage();
    await mailbox.goto(`${sheaf.demoUrl}/mailbox`);
    await mailbox.getByRole("link", { name: `Test: ${title} for Ann`, exact: true }).click();
    await mailbox.getByText("This is a test run.").waitFor();
    expect(await mailbox.locator("dl").innerText()).toContain("ann@aurora.example");
    const attached = mailbox.getByRole("link", { name: new RegExp(`^Test of ${title} .*\\.xlsx$`) });
    const answer = await page.request.get(new URL((await attached.getAttribute("href")) ?? "", mailbox.url()).href);
    expect((await answer.body()).subarray(0, 2).toString()).toBe("PK");

    await page.goBack();
    await saving(page, '"status":1', page.getByRole("switch", { name: "Active" }).click());
    await page.reload();
    await page.getByRole("switch", { name: "Paused" }).waitFor();

    const original = page.url();
    await page.getByRole("button", { name: "Clone" }).click();
    await page.waitForURL((url) => url.href !== original && url.pathname.startsWith("/Automation/Edit/"));
    await expect.poll(() => field(page, "Title").inputValue()).not.toBe(title);
    const clone = await field(page, "Title").inputValue();
    await toList(page);
    await rowOf(page, clone).getByText("Paused", { exact: true }).waitFor();
    await openReport(page, clone).click();
    await page.getByRole("button", { name: "Delete" }).click();
    await page.getByRole("button", { name: "Delete automated report" }).click();
    await page.getByText("The Automated Report is deleted").waitFor();
    await rowOf(page, title).waitFor();
    expect(await openReport(page, clone).count()).toBe(0);
  });

  it("with the same files name each other in list and editor, and can't both be started", async () => {
    const page = await merchantAt("borealis-demo");
    const [first, second] = [`Stock feed ${tries}`, `Stock list ${tries}`];
    const addresses: string[] = [];
    for (const title of [first, second]) {
      await create(page, title);
      addresses.push(page.url());
      await choose(page, "Frequency", "On the 1st");
      await chooseCard(page, "Destination", "FTP");
      await field(page, "FTP host").fill("ftp.partner.example");
      await field(page, "FTP user name").fill("aurora");
      await page.getByLabel("FTP password").fill("sesame");
      await saving(page, '"DirectoryPath":"/in"', field(page, "FTP directory").fill("/in"));
      await toList(page);
    }
    await page.goto(addresses[1] ?? "");
    await saving(page, first, field(page, "Title").fill(first));
    await page.goto(addresses[0] ?? "");
    await saving(page, '"status":0', page.getByRole("button", { name: "Start automated report" }).click());
    await page.getByRole("switch", { name: "Active" }).waitFor();

    const words = `“${first}” puts files with the same names into the same folder.`;
    await toList(page);
    await page.getByRole("region", { name: "All reports" }).getByText(words).waitFor();
    await page.goto(addresses[1] ?? "");
    await page.getByText("Another report uses the same file names.").waitFor();
    await page.getByText(words).waitFor();
    await page.getByRole("button", { name: "Start automated report" }).click();
    await page
      .getByRole("alert")
      .filter({ hasText: "so the two would overwrite each other's files" })
      .first()
      .waitFor();
    await page.getByRole("switch", { name: "Paused" }).waitFor();
    // The refusal.
    expect(problems.splice(0)).toEqual([expect.stringContaining("400 (Bad Request)")]);
    await saving(page, "/in/second", field(page, "FTP directory").fill("/in/second"));
    await page.getByText("Another report uses the same file names.").waitFor({ state: "hidden" });
  });

  it("can be created, started, tested and viewed by keyboard only", async () => {
    const page = await merchantAt("nimbus-demo");
    const title = `By hand ${tries}`;
    const press = async (name: string | RegExp, role: Parameters<Page["getByRole"]>[0] = "button", key = "Enter") => {
      await tabTo(page, page.getByRole(role, { name }).first(), 100);
      await page.keyboard.press(key);
    };
    await press("Create automated report");
    await isAt(page, /^\/Automation\/Edit\/./);
    await tabTo(page, field(page, "Title"));
    await page.keyboard.press("ControlOrMeta+A");
    await saving(page, title, page.keyboard.type(title));
    await press("Filter", "combobox");
    await page.getByRole("option", { name: /^All orders/ }).waitFor();
    await page.keyboard.type("All");
    await page.keyboard.press("Enter");
    await page.getByRole("link", { name: "Edit this filter" }).waitFor();
    await press("Paused", "switch", "Space");
    await page.getByRole("switch", { name: "Active" }).waitFor();
    await press("Test run");
    await press("Send test");
    await page.getByText("The Automated Report test run is requested").waitFor();
    await press("Report history", "link");
    const run = page.getByRole("region", { name: "Runs" }).getByRole("listitem").first();
    await run.getByText(/^(Delivered|Empty)$/).waitFor();
    await press(/^1 attempt/);
    await run.getByRole("heading", { name: /^Attempt 1: / }).waitFor();
    await press(/^How it was made/);
    await page.getByRole("complementary", { name: "How it was made" }).getByText("Started as a test").waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("complementary", { name: "How it was made" }).waitFor({ state: "hidden" });
    await press("Edit automated report", "link");
    await press("Active", "switch", "Space");
    await page.getByRole("switch", { name: "Paused" }).waitFor();
    await press("Delete");
    await press("Delete automated report");
    await page.getByText("The Automated Report is deleted").waitFor();
  });
});
