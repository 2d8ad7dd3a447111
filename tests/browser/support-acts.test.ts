import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { givenFailedExport } from "#tests/support/given-failed-export.ts";
import { givenSuspended } from "#tests/support/given-suspended.ts";
import { createDesign, generate, logIn, type Merchant, waitForExport } from "#tests/support/merchant.ts";
import { type SupportPerson, signInAtConsole } from "#tests/support/support-person.ts";
import { until } from "#tests/support/until.ts";
import { expectAccessible } from "./support/axe.ts";
import { hasChromium } from "./support/chromium.ts";
import { type ConsolePage, startConsolePage } from "./support/console-page.ts";
import { tabTo } from "./support/keyboard.ts";
import { letIn } from "./support/scripted-console.ts";

/** ADR 102: each action of support, by mouse and by keyboard, each on an item that no other test changes. */

describe.runIf(hasChromium())("a support action", () => {
  let support: ConsolePage;
  let person: SupportPerson;
  let page: Page;

  beforeAll(async () => {
    support = await startConsolePage();
    person = await signInAtConsole(support.sheaf, support.url, "agent-demo");
    page = support.page;
    await letIn(page.context(), support.url, person);
  }, 600_000);
  afterAll(() => support?.close());

  const dialog = () => page.getByRole("dialog");
  const reason = () => dialog().getByLabel("Reason");
  const button = (name: string) => page.getByRole("button", { name, exact: true });
  /** The announcement that a screen reader reads out. */
  const isAnnounced = (said: string) => page.getByRole("alert").getByText(said).waitFor();
  const hasFocus = (selector: string) =>
    expect.poll(() => page.evaluate(`document.activeElement.matches('${selector}')`)).toBe(true);
  const open = async (path: string) => {
    await until(`${path} is there`, async () => (await person.get(path)).status === 200);
    await page.goto(`${support.url}/support/${path}/show`);
  };
  /** Confirms the dialog by its button of the same name, and waits for the message. */
  const doIt = async (name: string, done: string) => {
    await reason().fill("The merchant asked us to.");
    await dialog().getByRole("button", { name, exact: true }).click();
    await isAnnounced(done);
    await dialog().waitFor({ state: "detached" });
  };
  const openShop = async (name: string): Promise<Merchant> => {
    const merchant = await logIn(support.sheaf, name);
    await open(`shops/${merchant.account.id}`);
    return merchant;
  };
  const choose = async (where: Page, field: string, option: string | RegExp) => {
    await where.getByRole("dialog").getByLabel(field).press("Enter");
    await where.getByRole("option", { name: option, exact: true }).press("Enter");
  };

  it("requests a failed export again by keyboard only, confirms that, and leads to the new one", async () => {
    await open(`exports/${await givenFailedExport(support.sheaf, "aurora-demo")}`);
    await tabTo(page, button("Ask again"));
    await page.keyboard.press("Enter");
    await dialog().getByText("You can't undo this, but the merchant can cancel it.").waitFor();
    await page.keyboard.type("The merchant asked us to.");
    await page.keyboard.press("Enter");
    await isAnnounced("The export was asked for again.");
    const link = page.getByRole("link", { name: "Open the export that was asked for again" });
    await link.waitFor();
    await button("Ask again").waitFor({ state: "detached" });
    // Its button is gone, so the focus moves to the start of the page.
    await hasFocus("#main-content");
    await tabTo(page, link);
    await page.keyboard.press("Enter");
    await page.getByText("manual").first().waitFor();
  });

  it("keeps a file longer, and undoes that", async () => {
    const merchant = await logIn(support.sheaf, "aurora-demo");
    const { id } = await createDesign(merchant);
    const { ReportExportId } = await generate(merchant, id, { range: { kind: "thirtyDays" } });
    await waitForExport(merchant, ReportExportId);
    await open(`exports/${ReportExportId}`);
    await button("Keep longer").click();
    await doIt("Keep longer", "The file is kept longer.");
    await button("Keep no longer").click();
    await doIt("Keep no longer", "The file is kept only until its original expiry.");
    await button("Keep no longer").waitFor({ state: "detached" });
  });

  it("restarts a suspended report, and moves the focus to the page's content", async () => {
    const merchant = await logIn(support.sheaf, "aurora-demo");
    await createDesign(merchant);
    await merchant.client.data("POST", "filters/create-new");
    const report = await givenSuspended(support.sheaf.dataDir, merchant.account.id, "Every day");
    await open(`automations/${report}`);
    await button("Restart").press("Enter");
    await reason().fill("The merchant asked us to.");
    await page.keyboard.press("Enter");
    await isAnnounced("The report was restarted.");
    await button("Restart").waitFor({ state: "detached" });
    await hasFocus("#main-content");
  });

  it("changes the tier by keyboard, and shows what that means for the merchant", async () => {
    await openShop("aurora-demo");
    await tabTo(page, button("Change tier"));
    await page.keyboard.press("Enter");
    await dialog().getByText("The tier is Growth now, as the store's plan says.").waitFor();
    await choose(page, "New tier", "Unlimited");
    await dialog()
      .getByText(/At the next login the merchant is asked to approve 39\.00 USD/)
      .waitFor();
    await support.inBothThemes(() => expectAccessible(page));
    await tabTo(page, dialog().getByLabel("Waive the new charge"));
    await page.keyboard.press("Space");
    await dialog()
      .getByText(/keeps paying 19\.00 USD for Growth/)
      .waitFor();
    await tabTo(page, reason());
    await page.keyboard.type("A gift for a patient merchant.");
    await page.keyboard.press("Enter");
    await isAnnounced("The tier was changed.");
    await page.getByText("active, pays 19.00 USD for Growth, waived by support").waitFor();
    await page.getByText("Asks for nothing.").waitFor();
    expect(await button("Change tier").evaluate((element) => element.matches(":focus"))).toBe(true);
    await button("End waiver").click();
    await doIt("End waiver", "The waiver has ended.");
    await button("Waive charge").waitFor();
    await page
      .getByText(/^Asks to approve 39\.00 USD for 30 days, for Unlimited\. Until then they can keep using Sheaf/)
      .waitFor();
  });

  it("changes quotas, and says why they can't be lower than the current use", async () => {
    const { client } = await openShop("nimbus-demo");
    const { id } = await client.data<{ id: string }>("POST", "reports/create-new");
    await client.data("GET", `reports/get/with-columns/${id}`);
    await button("Change quotas").click();
    await dialog().getByLabel("Report designs").fill("0");
    await reason().fill("The merchant asked us to.");
    await dialog().getByRole("button", { name: "Change quotas" }).click();
    await dialog()
      .getByText(/The shop has \d+ report designs? now/)
      .waitFor();
    expect(await reason().inputValue()).toBe("The merchant asked us to.");
    await dialog().getByLabel("Report designs").fill("30");
    await doIt("Change quotas", "The quotas were changed.");
    await page.getByText("30 report designs, 5 filters, 2 automated reports").waitFor();
    await button("Reset quotas").click();
    await doIt("Reset quotas", "The quotas were reset to those of the tier.");
  });

  it("changes a flag", async () => {
    await openShop("cumulus-demo");
    await button("Change flag").click();
    await choose(page, "Flag", /^bundles/);
    await dialog().getByText("It is off now, by the settings.").waitFor();
    await choose(page, "From now on", "On, whatever the settings say");
    await doIt("Change flag", "The flag was changed.");
    await page.getByText("bundles, custom-columns").waitFor();
  });

  it("is refused with an error if the page is older than the shop", async () => {
    const { account } = await openShop("borealis-demo");
    await button("Change tier").click();
    await choose(page, "New tier", "Starter");
    const tab = await page.context().newPage();
    await tab.goto(`${support.url}/support/shops/${account.id}/show`);
    await tab.getByRole("button", { name: "Change tier", exact: true }).click();
    await choose(tab, "New tier", "Growth");
    await tab.getByRole("dialog").getByLabel("Reason").fill("Another agent was here.");
    await tab.getByRole("dialog").getByRole("button", { name: "Change tier" }).click();
    await tab.getByText("The tier was changed.").waitFor();
    // This page reloads the shop only while the dialog is already open.
    let pass = () => {};
    const opened = new Promise<void>((resolve) => {
      pass = resolve;
    });
    await page.route(`**/support/api/shops/${account.id}`, async (route) => {
      await opened;
      await route.continue();
    });
    await tab.close();
    await reason().fill("The merchant asked us to.");
    await dialog().getByRole("button", { name: "Change tier" }).click();
    await dialog()
      .getByText(/The tier is Growth now\. Somebody changed that in the meantime/)
      .waitFor();
    await dialog().getByRole("button", { name: "Cancel" }).click();
    await button("Change tier").click();
    await dialog().waitFor();
    pass();
    await dialog().getByText("The tier is Growth now, set by support.").waitFor();
    await page.unroute(`**/support/api/shops/${account.id}`);
  });

  it("isn't offered to a viewer, who sees who could do it", async () => {
    const { account } = await logIn(support.sheaf, "aurora-demo");
    const viewer = await signInAtConsole(support.sheaf, support.url, "viewer-demo");
    const context = page.context();
    await letIn(context, support.url, viewer);
    try {
      await page.goto(`${support.url}/support/shops/${account.id}/show`);
      await page.getByText("Demo viewer (viewer)").waitFor();
      await page.getByText(/Your role is viewer\. An admin can do this: Change tier/).waitFor();
      expect(await button("Change tier").count()).toBe(0);
      await support.inBothThemes(() => expectAccessible(page));
    } finally {
      await letIn(context, support.url, person);
    }
    expect(support.problems).toEqual([]);
  });
});
