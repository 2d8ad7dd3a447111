import type { Locator } from "playwright-core";
import { describe, expect, it } from "vitest";
import { hasChromium } from "./support/chromium.ts";
import { tabTo } from "./support/keyboard.ts";
import { chooseStarter, starterButton } from "./support/new-design.ts";
import { useScreens } from "./support/screens.ts";
import { account, design } from "./support/scripted-api.ts";

describe.runIf(hasChromium())("A newcomer's first report", () => {
  const screens = useScreens();

  it("turns the chosen starter into a design, opens it in the designer, and chooses it on Reports", async () => {
    const made: ReturnType<typeof design>[] = [];
    const { page, callsOf } = await screens.open("/reports", {
      account,
      script: {
        "reports/get-reports": () => ({ data: made }),
        "reports/create-new": () => {
          const report = design("new", "Untitled1", 0);
          made.push(report);
          return { data: report };
        },
      },
    });
    await page.getByText("Welcome to Sheaf").waitFor();
    expect(await page.getByRole("button", { name: "Generate" }).isDisabled()).toBe(true);
    await page.getByRole("button", { name: "Create a new design" }).click();
    await chooseStarter(page);
    await page.getByRole("combobox", { name: "Report design" }).filter({ hasText: "Untitled1" }).waitFor();
    await page.getByText("Welcome to Sheaf").waitFor({ state: "hidden" });
    await expect.poll(() => callsOf("appData/setManualExport").at(-1)?.body).toMatchObject({ ReportId: "new" });
  });

  it.each<[string, (create: Locator) => Promise<void>]>([
    ["mouse", (create) => create.click()],
    [
      "keyboard",
      async (create) => {
        await tabTo(create.page(), create);
        await create.page().keyboard.press("Enter");
      },
    ],
  ])(
    "has its design created by one press of the %s, which chooses it, shows its columns and focuses its name",
    async (_by, press) => {
      const { page, callsOf } = await screens.open("/Reports", {
        account,
        script: {
          "reports/create-new": () => ({ data: design("new", "Order lines", 0) }),
          "reports/get-reports": () => ({
            data: callsOf("reports/create-new").length ? [design("new", "Order lines", 0)] : [],
          }),
        },
      });
      await page.getByText("Create a report design first. It sets").waitFor();
      await page.getByText(/Then come back here and generate/).waitFor();
      const create = page.getByRole("button", { name: "Create “Order lines”" });
      await press(create);
      const chosen = page.getByRole("combobox", { name: "Report design" }).filter({ hasText: "Order lines" });
      await chosen.waitFor();
      await create.waitFor({ state: "hidden" });
      expect(await chosen.evaluate((one) => one === document.activeElement)).toBe(true);
      expect(new URL(page.url()).pathname).toBe("/Reports");
      await page.getByText(/^Order number, .*\. Edit columns$/).waitFor();
      expect(await page.getByRole("link", { name: "Edit columns" }).getAttribute("href")).toBe("/Report/Design/new");
      expect(callsOf("reports/create-new").map(({ body }) => body)).toEqual([{ Starter: "OrderLines" }]);
      await expect.poll(() => callsOf("appData/setManualExport").at(-1)?.body).toMatchObject({ ReportId: "new" });
    },
  );

  it("keeps the focus in the page when a design is created from the dialog", async () => {
    const { page } = await screens.open("/Reports", {
      account,
      script: { "reports/create-new": () => ({ data: design("new", "Order lines", 0) }) },
    });
    await page.getByRole("button", { name: "Create a new design" }).click();
    await tabTo(page, starterButton(page));
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/Report\/Design\/new$/);
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await page.getByRole("heading", { level: 1 }).or(page.getByLabel("Title")).first().waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.closest("#main") !== null)).toBe(true);
  });
});
