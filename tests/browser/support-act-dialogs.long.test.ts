import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ConsoleExportDetails, ConsoleShopDetails } from "#domain/wire/support/console.ts";
import { givenFailedExport } from "#tests/support/given-failed-export.ts";
import { givenSuspended } from "#tests/support/given-suspended.ts";
import { createDesign, generate, logIn, waitForExport } from "#tests/support/merchant.ts";
import { type SupportPerson, signInAtConsole } from "#tests/support/support-person.ts";
import { until } from "#tests/support/until.ts";
import { expectAccessible, expectFitsTelephone } from "./support/axe.ts";
import { hasChromium } from "./support/chromium.ts";
import { type ConsolePage, startConsolePage } from "./support/console-page.ts";
import { tabTo } from "./support/keyboard.ts";
import { answerInPlace, deadJob, letIn } from "./support/scripted-console.ts";

/** ADR 102: each action's dialog by keyboard and on a phone, with its texts. No action is carried out here. */

describe.runIf(hasChromium())("the dialog of a support action", () => {
  let support: ConsolePage;
  let person: SupportPerson;
  const paths: Record<string, string> = {};
  const page = () => support.page;
  const dialog = () => page().getByRole("dialog");
  const reason = () => dialog().getByLabel("Reason");
  const button = (name: string) => page().getByRole("button", { name, exact: true });
  const hasFocus = (name: string) =>
    expect
      .poll(() =>
        dialog()
          .getByLabel(name)
          .evaluate((field) => field.matches(":focus")),
      )
      .toBe(true);

  const acted = async (path: string, body: object) => {
    const answer = await person.post(path, { act: randomUUID(), reason: "Given by a test.", ...body });
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
  };
  const givenShop = async (name: string, waive: boolean): Promise<string> => {
    const { account } = await logIn(support.sheaf, name);
    const path = `shops/${account.id}`;
    await until("the shop is listed", async () => (await person.get(path)).status === 200);
    const { changeable, quotas } = await person.one<ConsoleShopDetails>("shops", account.id);
    await acted(`${path}/change-quotas`, { seen: quotas, quotas: { reports: 30, filters: 30, automations: 30 } });
    await acted(`${path}/change-tier`, { seen: changeable?.tier, tier: "Unlimited", waive });
    return account.id;
  };
  const givenFile = async (name: string): Promise<string> => {
    const merchant = await logIn(support.sheaf, name);
    const { id } = await createDesign(merchant);
    await merchant.client.data("POST", "filters/create-new");
    const { ReportExportId } = await generate(merchant, id, { range: { kind: "thirtyDays" } });
    await waitForExport(merchant, ReportExportId);
    return ReportExportId;
  };

  beforeAll(async () => {
    support = await startConsolePage();
    person = await signInAtConsole(support.sheaf, support.url, "agent-demo");
    await letIn(page().context(), support.url, person);
    paths.failed = `exports/${await givenFailedExport(support.sheaf, "nimbus-demo")}`;
    const file = await givenFile("nimbus-demo");
    const { expiresAt: seen } = await person.one<ConsoleExportDetails>("exports", file);
    await acted(`exports/${file}/keep`, { seen, days: 7 });
    paths.file = `exports/${file}`;
    // From here on nobody logs in, which would pay the charge.
    const shop = await givenShop("nimbus-demo", false);
    paths.shop = `shops/${shop}`;
    paths.waived = `shops/${await givenShop("aurora-demo", true)}`;
    const report = await givenSuspended(support.sheaf.dataDir, shop, "Every day");
    await until("the report is listed", async () => (await person.get(`automations/${report}`)).status === 200);
    paths.report = `automations/${report}`;
    paths.job = `dead-jobs/${deadJob.id}`;
    await answerInPlace(page().context(), support.url, "dead-jobs", deadJob);
  }, 600_000);
  afterAll(() => support?.close());

  const open = async (path: string, width = 1440) => {
    await page().setViewportSize({ width, height: width === 390 ? 844 : 900 });
    await page().goto(`${support.url}/support/${path}/show`);
  };

  it.each([
    ["Change tier", "shop", "Change the tier of nimbus-demo?", "New tier"],
    ["Change quotas", "shop", "Change the quotas of nimbus-demo?", "Report designs"],
    ["Reset quotas", "shop", "Reset the quotas of nimbus-demo to those of its tier?", "Reason"],
    ["Change flag", "shop", "Change a feature flag of nimbus-demo?", "Flag"],
    ["Waive charge", "shop", "Waive the charge of nimbus-demo for Unlimited?", "Reason"],
    ["End waiver", "waived", "End the waiver for aurora-demo?", "Reason"],
    ["See as the merchant", "shop", "See nimbus-demo as its merchant?", "Reason"],
    ["Ask again", "failed", /^Ask for the export “.+” again\?$/, "Reason"],
    ["Keep longer", "file", /^Keep the file of “.+” longer\?$/, "Keep it for"],
    ["Keep no longer", "file", /^Keep the file of “.+” only until its original expiry\?$/, "Reason"],
    ["Restart", "report", "Restart the automated report “Every day”?", "Reason"],
    ["Try again", "job", "Try the job “export” again?", "Reason"],
    ["Drop job", "job", "Drop the job “export”?", "Reason"],
  ])("names its subject, and works by keyboard and on a phone: %s, %s", async (name, thing, title, first) => {
    const path = paths[thing] ?? "";
    await open(path);
    await tabTo(page(), button(name));
    await page().keyboard.press("Enter");
    await page().getByRole("dialog", { name: title }).waitFor();
    await hasFocus(first);
    await page().keyboard.press("Escape");
    await dialog().waitFor({ state: "detached" });
    expect(await button(name).evaluate((element) => element.matches(":focus"))).toBe(true);
    await open(path, 390);
    await button(name).press("Enter");
    await hasFocus(first);
    await support.inBothThemes(() => expectAccessible(page()));
    await expectFitsTelephone(page());
  });

  it.each([
    ["Change tier", "The tier is Unlimited now, set by support.", "Choose the new tier.", /^Starter/],
    ["Change flag", "It applies at once", "Choose the flag to change.", /^bundles/],
  ])("preselects nothing, and shows the current value and the options: %s", async (name, said, lacks, choice) => {
    await open(paths.shop ?? "");
    await button(name).press("Enter");
    await dialog().getByText(said).waitFor();
    await reason().fill("The merchant asked us to.");
    await reason().press("Enter");
    await dialog().getByRole("alert").getByText(lacks).waitFor();
    await dialog().getByRole("combobox").first().press("Enter");
    expect(await page().getByRole("option", { name: "Unlimited", exact: true }).count()).toBe(0);
    await page().getByRole("option", { name: choice }).press("Enter");
    await dialog().getByRole("alert").waitFor({ state: "detached" });
    expect(await reason().inputValue()).toBe("The merchant asked us to.");
  });

  it("starts with the current quotas, and requires a change to at least one", async () => {
    await open(paths.shop ?? "");
    await button("Change quotas").press("Enter");
    await reason().fill("The merchant asked us to.");
    await reason().press("Enter");
    await dialog()
      .getByRole("alert")
      .getByText("These are the quotas that the shop has now. Change at least one of them.")
      .waitFor();
    await dialog().getByLabel("Filters").fill("31");
    await dialog().getByRole("alert").waitFor({ state: "detached" });
  });

  it("offers only a flag's other values", async () => {
    await open(paths.shop ?? "");
    await button("Change flag").press("Enter");
    await dialog().getByLabel("Flag").press("Enter");
    await page()
      .getByRole("option", { name: /^bundles \(off now\)/ })
      .press("Enter");
    await dialog().getByText("It is off now, by the settings.").waitFor();
    await reason().fill("The merchant asked us to.");
    await reason().press("Enter");
    await dialog().getByRole("alert").getByText("Choose what the flag is from now on.").waitFor();
    await dialog().getByLabel("From now on").press("Enter");
    await page().getByRole("option").first().waitFor();
    expect(await page().getByRole("option").allTextContents()).toEqual([
      "On, whatever the settings say",
      "Off, whatever the settings say",
    ]);
  });

  it.each([
    ["Waive charge", "shop", "waive-charge"],
    ["See as the merchant", "shop", "impersonate"],
    ["Restart", "report", "restart"],
  ])("says why it was refused until something is typed, and keeps the input: %s", async (name, thing, verb) => {
    const json = { code: "rule", message: "Somebody was here before you." };
    await page().route(`**/support/api/**/${verb}`, (route) => route.fulfill({ status: 409, json }));
    await open(paths[thing] ?? "");
    await button(name).press("Enter");
    await reason().fill("The merchant asked us");
    await reason().press("Enter");
    await dialog().getByRole("alert").getByText(json.message).waitFor();
    await reason().press("End");
    await page().keyboard.type(" to.");
    await dialog().getByRole("alert").waitFor({ state: "detached" });
    expect(await reason().inputValue()).toBe("The merchant asked us to.");
    await page().unroute(`**/support/api/**/${verb}`);
  });

  it("reloads the page if it is closed after a refusal, as its values may be old", async () => {
    const json = { code: "conflict", message: "Somebody was here before you." };
    await page().route("**/support/api/**/restart", (route) => route.fulfill({ status: 409, json }));
    await open(paths.report ?? "");
    await button("Restart").press("Enter");
    await reason().fill("The merchant asked us to.");
    await reason().press("Enter");
    await dialog().getByText(json.message).waitFor();
    const read = page().waitForResponse(
      (answer) => answer.request().method() === "GET" && answer.url().endsWith(paths.report ?? ""),
    );
    await page().keyboard.press("Escape");
    expect((await read).status()).toBe(200);
    await page().unroute("**/support/api/**/restart");
    expect(support.problems).toEqual([]);
  });
});
