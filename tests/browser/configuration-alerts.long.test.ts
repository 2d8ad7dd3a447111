import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { toErasedPlaintext } from "#domain/filters/personal.ts";
import type { UpdateConfigurationPayload } from "#domain/wire/account/configuration.ts";
import { hasChromium } from "./support/chromium.ts";
import { scriptedConfiguration } from "./support/configuration-scenes.ts";
import { tabTo } from "./support/keyboard.ts";
import { useScreens } from "./support/screens.ts";
import { account } from "./support/scripted-api.ts";

const field = (page: Page) => page.getByLabel("Send alerts to");
const section = (page: Page) => page.getByRole("region", { name: "Automated reports" });
const erased = toErasedPlaintext(`pv:${"x".repeat(22)}`);

describe.runIf(hasChromium())("The address for alerts about automated reports", () => {
  const screens = useScreens();
  const show = async (address = "") => {
    const server = scriptedConfiguration();
    server.alertsGoTo(address);
    const opened = await screens.open("/Configuration#Automation", { account, script: server.script });
    await field(opened.page).waitFor();
    const sent = () =>
      opened.callsOf("configuration/update").map(({ body }) => (body as UpdateConfigurationPayload).AutomSendToMail);
    return { ...opened, server, sent };
  };

  it("is between the preferences and report display, and its link leads there", async () => {
    const { page } = await show();
    expect(await page.getByRole("heading", { level: 2 }).allTextContents()).toEqual([
      "User preferences",
      "Automated reports",
      "Report display",
      "Report files",
      "Customer data",
      "What support did",
      "Support access",
    ]);
    await expect.poll(() => page.evaluate("document.activeElement.id")).toBe("Automation");
  });

  it("is the shop's own address if none is set", async () => {
    const { page } = await show();
    expect([await field(page).inputValue(), await field(page).getAttribute("placeholder")]).toEqual([
      "",
      account.email,
    ]);
    await section(page).getByText(`If empty, alerts go to ${account.email}.`).waitFor();
  });

  it("is saved while it is typed, by keyboard only, with Undo once the field loses focus", async () => {
    const { page, server, sent } = await show();
    await tabTo(page, field(page));
    await page.keyboard.type("alerts@example.com");
    await expect.poll(() => server.now().alertAddress).toBe("alerts@example.com");
    await page.keyboard.press("Tab");
    await page.getByText("Send alerts to: your store's own address → “alerts@example.com”").waitFor();
    await page.getByRole("button", { name: "Undo" }).click();
    await expect.poll(() => server.now().alertAddress).toBe("");
    expect(sent().at(-1)).toBe("");
  });

  it("isn't sent if it is invalid, and the field says so", async () => {
    const { page, server, sent } = await show("alerts@example.com");
    await field(page).fill("alerts@");
    await section(page).getByText("The address for alerts isn't an e-mail address.").waitFor();
    expect(await field(page).getAttribute("aria-invalid")).toBe("true");
    await page.getByRole("checkbox", { name: "Allow experimental features" }).click();
    await expect.poll(() => server.now().preferences.AllowExperimental).toBe(true);
    expect(sent().every((address) => address === "alerts@example.com")).toBe(true);
  });

  it("is shown as erased if it was, never as its placeholder, and can be replaced", async () => {
    const { page, server } = await show(erased);
    await section(page).getByText("The address was erased, so alerts go to").waitFor();
    expect(await field(page).inputValue()).toBe("");
    await field(page).fill("alerts@example.com");
    await expect.poll(() => server.now().alertAddress).toBe("alerts@example.com");
  });
});
