import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { automationEditors } from "./support/automation-editor.ts";
import { expectAccessibleInBothThemes, expectFitsTelephone } from "./support/axe.ts";
import { hasChromium } from "./support/chromium.ts";
import { withColumns } from "./support/data-scenes.ts";
import { ordersPage, withDesigns } from "./support/report-scenes.ts";
import { useScreens } from "./support/screens.ts";
import { account, job, type Script } from "./support/scripted-api.ts";
import { designerServer, usualDesign } from "./support/scripted-designer.ts";

const list = (page: Page) => page.getByRole("dialog", { name: "Keyboard shortcuts" });
const hasFocus = (page: Page, id: string) => page.locator(`#${id}`).evaluate((one) => one.matches(":focus"));

describe.runIf(hasChromium())("keyboard shortcuts", () => {
  const screens = useScreens();
  const reports = (script: Script = {}) =>
    screens.open("/Reports", {
      account,
      script: { ...withDesigns, "reporting/generateReport": () => ({ data: job({ Status: 1 }) }), ...script },
    });
  const designer = async () => {
    const opened = await screens.open("/Report/Design/d1", { account, script: designerServer(usualDesign).script });
    await opened.page.locator("tbody td .cell").first().waitFor();
    return opened;
  };
  const showAutomation = automationEditors(screens);

  it("are listed at “?”, and Escape returns the focus", async () => {
    const { page } = await reports();
    await page.getByRole("button", { name: "Help and tips" }).focus();
    await page.keyboard.press("?");
    await list(page).getByText("Search columns").waitFor();
    expect(await list(page).locator("kbd").allInnerTexts()).toContain("Page Down");
    await expectAccessibleInBothThemes(page);
    await expectFitsTelephone(page);
    await page.keyboard.press("Escape");
    await list(page).waitFor({ state: "hidden" });
    expect(await hasFocus(page, "help-and-tips-button")).toBe(true);
  });

  it("leave “?” to a text field", async () => {
    const { page } = await designer();
    const title = page.getByRole("textbox", { name: "Title" });
    await title.focus();
    await page.keyboard.press("End");
    await page.keyboard.type("?");
    expect(await title.inputValue()).toBe("Monthly?");
    expect(await list(page).count()).toBe(0);
  });

  it("are listed from Help and tips too", async () => {
    const { page } = await reports();
    await page.getByRole("button", { name: "Help and tips" }).click();
    await page.getByRole("button", { name: "Keyboard shortcuts" }).click();
    await list(page).waitFor();
    await page.keyboard.press("Escape");
    await list(page).waitFor({ state: "hidden" });
    // Escape closed the list alone.
    await page.getByRole("complementary", { name: "Help and tips" }).waitFor();
  });

  it("generate at Ctrl+Enter, but not below a dialog", async () => {
    const { page, callsOf } = await reports();
    const generate = page.getByRole("button", { name: "Generate", exact: true });
    await expect.poll(() => generate.isEnabled()).toBe(true);
    await page.keyboard.press("?");
    await list(page).waitFor();
    await page.keyboard.press("Control+Enter");
    await page.keyboard.press("Escape");
    await list(page).waitFor({ state: "hidden" });
    expect(callsOf("reporting/generateReport")).toHaveLength(0);
    await page.keyboard.press("Control+Enter");
    await expect.poll(() => callsOf("reporting/generateReport")).toHaveLength(1);
  });

  it("search columns at Ctrl+K, whether the panel is open or not", async () => {
    const { page } = await designer();
    const search = page.getByRole("searchbox", { name: "Search columns" });
    const isFocused = () => search.evaluate((field) => field.matches(":focus"));
    await page.keyboard.press("Control+K");
    await search.waitFor();
    await expect.poll(isFocused).toBe(true);
    await page.getByRole("button", { name: "Show/Hide Columns", exact: true }).focus();
    await page.keyboard.press("Control+K");
    await expect.poll(isFocused).toBe(true);
  });

  it("search the list of columns at Ctrl+K", async () => {
    const { page } = await screens.open("/Data/Columns", { script: withColumns });
    const search = page.getByRole("searchbox", { name: "Search columns" });
    await search.waitFor();
    await page.keyboard.press("Control+K");
    expect(await search.evaluate((field) => field.matches(":focus"))).toBe(true);
  });

  it("save at Ctrl+S, also in a field, and say if everything is saved", async () => {
    const { page, server } = await showAutomation();
    const title = page.getByRole("textbox", { name: "Title" });
    await title.fill("Every morning");
    await page.keyboard.press("Control+S");
    await page.getByText("Everything is saved", { exact: true }).waitFor();
    expect(server.automation.title).toBe("Every morning");
    await title.fill("");
    await page.keyboard.press("Control+S");
    await page.getByText("Not everything is saved yet. The page shows what's missing.").waitFor();
  });

  it("turn the pages of orders at Alt+Page Down and Alt+Page Up", async () => {
    const { page } = await reports({
      "orders/selectedOrders": () => ({ data: { Orders: ordersPage(1300), PrevPage: null, NextPage: "second" } }),
      "orders/selectedOrders-by-url": (_body, url) =>
        url.searchParams.get("url") === "second"
          ? { data: { Orders: ordersPage(1050, 50), PrevPage: "first", NextPage: null } }
          : { data: { Orders: ordersPage(1300), PrevPage: null, NextPage: "second" } },
    });
    await page.getByRole("checkbox", { name: "Select specific orders" }).click();
    await page.getByRole("row", { name: "#1300" }).waitFor();
    await page.keyboard.press("Alt+PageDown");
    await page.getByRole("row", { name: "#1050" }).waitFor();
    await expect.poll(() => page.getByRole("button", { name: "Previous" }).isEnabled()).toBe(true);
    await page.keyboard.press("Alt+PageUp");
    await page.getByRole("row", { name: "#1300" }).waitFor();
  });
});
