import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { defaultPreferences } from "#domain/shop/preferences.ts";
import { preferencesOnWire } from "#domain/wire/account/configuration.ts";
import { expectAccessible, expectFitsTelephone } from "./support/axe.ts";
import { hasChromium } from "./support/chromium.ts";
import { scriptedConfiguration } from "./support/configuration-scenes.ts";
import { tabTo } from "./support/keyboard.ts";
import type { OpenOptions } from "./support/open-page.ts";
import { useScreens } from "./support/screens.ts";
import { account, type Script, type Scripted, scriptApi } from "./support/scripted-api.ts";
import { designerServer } from "./support/scripted-designer.ts";

const dates = (page: Page) => page.getByRole("combobox", { name: "Date format" });
const news = (page: Page) => page.getByRole("checkbox", { name: "Send me news about Sheaf now and then" });
const experimental = (page: Page) => page.getByRole("checkbox", { name: "Allow experimental features" });
const choose = async (page: Page, format: RegExp) => {
  await dates(page).click();
  await page.getByRole("option", { name: format }).click();
};
const saved = (page: Page) => page.getByRole("status").getByText("Saved", { exact: true }).waitFor();
const scheme = (page: Page) =>
  page.evaluate("document.documentElement.style.colorScheme || getComputedStyle(document.documentElement).colorScheme");
const failed: Scripted = { status: 503, error: { code: "Busy", message: "The server is busy." } };

describe.runIf(hasChromium())("Configuration", () => {
  const screens = useScreens();
  const show = async (script: Script = {}, more: OpenOptions = {}) => {
    const server = scriptedConfiguration();
    const opened = await screens.open("/Configuration", { account, script: { ...server.script, ...script }, ...more });
    await dates(opened.page).waitFor();
    return { ...opened, server };
  };

  it("requires a login", async () => {
    const { page } = await screens.open("/Configuration");
    await page.waitForURL(/\/Login$/);
  });

  it("is reached by the gear in the header, by keyboard, and starts at its section", async () => {
    const { page } = await screens.open("/Reports", { account, script: scriptedConfiguration().script });
    await page.getByRole("heading", { name: "Generate report" }).waitFor();
    await tabTo(page, page.getByRole("button", { name: "Configuration" }));
    await page.keyboard.press("Enter");
    await page.getByRole("menuitem", { name: "User preferences" }).waitFor();
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/Configuration#User$/);
    await page.getByRole("heading", { name: "User preferences", level: 2 }).waitFor();
    expect(await page.title()).toBe("Configuration · Sheaf");
    await expect.poll(() => page.evaluate("document.activeElement.id")).toBe("User");
  });

  it("lists its sections beside the page, and marks the one being read", async () => {
    const { page } = await show();
    const sections = page.getByRole("navigation", { name: "Sections of Configuration" });
    const marked = () => sections.locator("[aria-current]").allTextContents();
    expect(await marked()).toEqual(["User preferences"]);
    await sections.getByRole("link", { name: "Report files" }).click();
    await page.waitForURL(/\/Configuration#ReportFiles$/);
    await expect.poll(marked).toEqual(["Report files"]);
    await sections.getByRole("link", { name: "What support did" }).click();
    await expect.poll(marked).toEqual(["What support did"]);
    // No section is more than two screens high.
    const highest = "Math.max(...[...document.querySelectorAll('main section')].map((one) => one.offsetHeight))";
    expect(await page.evaluate(highest)).toBeLessThanOrEqual(1_800);
    await page.evaluate("window.scrollTo(0, 0)");
    await expect.poll(marked).toEqual(["User preferences"]);
    await page.setViewportSize({ width: 390, height: 844 });
    await sections.waitFor({ state: "hidden" });
  });

  it("marks the section that the gear's menu leads to, from the start", async () => {
    const { page } = await screens.open("/Reports", { account, script: scriptedConfiguration().script });
    await page.getByRole("heading", { name: "Generate report" }).waitFor();
    await page.evaluate(`new MutationObserver(() => {
      window.firstMarked ??= document.querySelector("nav[aria-label='Sections of Configuration'] [aria-current]")?.textContent;
    }).observe(document.body, { childList: true, subtree: true })`);
    await page.getByRole("button", { name: "Configuration" }).click();
    await page.getByRole("menuitem", { name: "Customer data" }).click();
    await dates(page).waitFor();
    const sections = page.getByRole("navigation", { name: "Sections of Configuration" });
    expect(await page.evaluate("window.firstMarked")).toBe("Customer data");
    await expect.poll(() => sections.locator("[aria-current]").allTextContents()).toEqual(["Customer data"]);
  });

  it("is reached through the menu on a phone", async () => {
    const { page } = await screens.open("/Reports", {
      account,
      script: scriptedConfiguration().script,
      width: 390,
    });
    await page.getByRole("button", { name: "Menu", exact: true }).click();
    await page.getByRole("dialog", { name: "Menu" }).getByRole("link", { name: "Configuration" }).click();
    await page.waitForURL(/\/Configuration$/);
    await dates(page).waitFor();
  });

  it("saves the date format once it is chosen, with the version that was seen, and confirms it", async () => {
    const { page, callsOf, server } = await show();
    await choose(page, /^DD\/MM\/YYYY/);
    await saved(page);
    const [save] = callsOf("configuration/update");
    expect([save?.method, save?.body, save?.headers["if-match"]]).toEqual([
      "PUT",
      { ...preferencesOnWire({ ...defaultPreferences, UserDateFormat: 1 }), AutomSendToMail: "" },
      '"5"',
    ]);
    expect(server.now().preferences.UserDateFormat).toBe(1);
    await page.getByText(/Today is \d\d\/\d\d\/\d{4}\./).waitFor();
    await page.reload();
    await expect.poll(() => dates(page).textContent()).toBe("DD/MM/YYYY");
  });

  it("gives dates on all screens the chosen format, at once and after a reload", async () => {
    const { page } = await show();
    await choose(page, /^DD\/MM\/YYYY/);
    await saved(page);
    await page.getByRole("contentinfo").getByRole("link", { name: "Legal documents" }).click();
    await page.getByRole("link", { name: "Privacy Notice" }).last().click();
    const accepted = page.getByText("You read and accept this legal document at 20/11/2026 10:00");
    await accepted.waitFor();
    await page.reload();
    await accepted.waitFor();
  });

  it("takes over the format that another browser chose", async () => {
    const { page } = await show({}, { account: { ...account, date_format: 2 } });
    await expect.poll(() => page.evaluate("JSON.parse(localStorage.ACCOUNT_DATA_KEY).date_format")).toBe(0);
  });

  it("can be filled in by keyboard only", async () => {
    const { page, server } = await show();
    await tabTo(page, page.getByRole("radio", { name: "Light" }));
    await page.keyboard.press("ArrowRight");
    await tabTo(page, news(page));
    await page.keyboard.press("Space");
    await tabTo(page, experimental(page));
    await page.keyboard.press("Space");
    await tabTo(page, dates(page));
    await page.keyboard.press("Enter");
    await page.getByRole("option", { name: /^MM\/DD\/YYYY/ }).waitFor();
    await page.keyboard.press("End");
    await page.keyboard.press("Enter");
    await expect
      .poll(() => server.now())
      .toMatchObject({ preferences: { UserDateFormat: 2, AllowExperimental: true }, acceptsMarketing: true });
    await expect.poll(() => scheme(page)).toBe("dark");
  });

  it("shares the theme with the switch in the header, and doesn't send it to the server", async () => {
    const { page, calls } = await show();
    const before = calls.length;
    await page.getByRole("radio", { name: "Dark" }).click();
    await expect.poll(() => scheme(page)).toBe("dark");
    await page.getByRole("button", { name: "Use the light theme" }).click();
    expect(await page.getByRole("radio", { name: "Light" }).isChecked()).toBe(true);
    await page.getByRole("radio", { name: "Dark" }).click();
    expect(calls.slice(before).filter(({ method }) => method !== "GET")).toEqual([]);
    await page.reload();
    await dates(page).waitFor();
    expect(await page.getByRole("radio", { name: "Dark" }).isChecked()).toBe(true);
  });

  it("saves the choice about news by its own call, and stores it with the account", async () => {
    const { page, callsOf } = await show();
    await news(page).click();
    await saved(page);
    expect(callsOf("configuration/accepts-marketing").map(({ method, body }) => [method, body])).toEqual([
      ["PUT", true],
    ]);
    const kept = await page.evaluate("JSON.parse(localStorage.getItem('ACCOUNT_DATA_KEY')).accepts_marketing");
    expect(kept).toBe(true);
    await page.reload();
    await expect.poll(() => news(page).isChecked()).toBe(true);
  });

  it("says what couldn't be saved, keeps it, and saves it with the next attempt", async () => {
    let isDown = true;
    const server = scriptedConfiguration();
    const downAt = (path: string): Script => ({
      [path]: (...asked) => (isDown ? failed : (server.script[path]?.(...asked) ?? failed)),
    });
    const { page } = await show({
      ...server.script,
      ...downAt("configuration/update"),
      ...downAt("configuration/accepts-marketing"),
    });
    await experimental(page).click();
    await page.getByText("The configuration hasn't been updated, please try again.").waitFor();
    await page.getByText("Your last changes are not saved yet. The server is busy.").waitFor();
    await news(page).click();
    await page.getByText("The marketing selection hasn't been updated, please try again.").waitFor();
    await page.getByRole("link", { name: "Manager" }).click();
    await page.getByRole("dialog", { name: "Not everything is saved" }).waitFor();
    await page.getByRole("button", { name: "Stay" }).click();
    isDown = false;
    await page.getByRole("button", { name: "Try again" }).click();
    await saved(page);
    expect(server.now()).toMatchObject({ preferences: { AllowExperimental: true }, acceptsMarketing: true });
  });

  it("confirms it in the bar of a phone, where it covers no heading", async () => {
    const { page } = await show({ "configuration/update": () => failed }, { width: 390 });
    await experimental(page).click();
    await page.getByRole("region", { name: "Actions" }).getByText("Not saved", { exact: true }).waitFor();
    expect(await page.getByText("Not saved", { exact: true }).count()).toBe(1);
  });

  it("merges another window's changes, and asks if both changed the date format", async () => {
    const { page, server } = await show();
    server.change({ AllowExperimental: true });
    await choose(page, /^DD\/MM\/YYYY/);
    await expect.poll(() => experimental(page).isChecked()).toBe(true);
    server.change({ UserDateFormat: 2 });
    await choose(page, /^YYYY\/MM\/DD/);
    const dialog = page.getByRole("dialog", { name: "This configuration was changed in another window" });
    const field = dialog.getByRole("group", { name: "Date format" });
    await field.getByText("MM/DD/YYYY").waitFor();
    await field.getByRole("button", { name: "Keep mine" }).click();
    await dialog.getByRole("button", { name: "Continue" }).click();
    await expect.poll(() => server.now().preferences.UserDateFormat).toBe(0);
  });

  it("reloads open previews, also in another tab", async () => {
    const { page, server } = await show();
    const given = designerServer({ shown: ["OrderNum", "OrderDate"] });
    let previews = 0;
    const other = await page.context().newPage();
    await scriptApi(other, {
      ...server.script,
      ...given.script,
      "reportData/design-data/d1": (...asked) => {
        previews += 1;
        return given.script["reportData/design-data/d1"]?.(...asked) ?? failed;
      },
    });
    await other.goto(page.url().replace(/\/Configuration.*/, "/Report/Design/d1"));
    await other.locator("tbody td .cell").first().waitFor();
    expect(previews).toBe(1);
    await choose(page, /^MM\/DD\/YYYY/);
    await expect.poll(() => previews).toBe(2);
  });

  it("is accessible in both themes and fits a phone", async () => {
    const { page } = await show();
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      await expectAccessible(page);
    }
    await expectFitsTelephone(page);
  });
});

describe.runIf(hasChromium())("Features of a shop (R-37)", () => {
  const screens = useScreens();
  const designer = async (features: object) => {
    const { script } = designerServer({ shown: ["OrderNum", "Quantity", "Custom1"] });
    const { page } = await screens.open("/Report/Design/d1", {
      account,
      script: { ...script, "appData/getFeatures": () => ({ data: features }) },
    });
    await page.locator("tbody td .cell").first().waitFor();
    return page;
  };
  const entriesOf = async (page: Page) => {
    await page.getByRole("button", { name: "Menu of Custom 1" }).click();
    await page.getByRole("menuitem", { name: "Rename title" }).waitFor();
    return page.getByRole("menuitem").allTextContents();
  };

  it("let the designer edit custom columns if the server allows it", async () => {
    const without = await designer({ CustomColumnEditor: false, Groupings: [0, 1] });
    expect(await entriesOf(without)).not.toContain("Edit custom column");
    expect(await entriesOf(await designer({ CustomColumnEditor: true, Groupings: [0, 1] }))).toContain(
      "Edit custom column",
    );
  });

  it("let the designer offer only the shop's groupings", async () => {
    const page = await designer({ CustomColumnEditor: false, Groupings: [0, 2] });
    await page.getByRole("combobox", { name: "Grouping" }).click();
    expect(await page.getByRole("option").allTextContents()).toEqual(["One row per order line", "One row per order"]);
  });
});
