import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { expectAccessible } from "./support/axe.ts";
import { hasChromium } from "./support/chromium.ts";
import { tabTo } from "./support/keyboard.ts";
import { useScreens } from "./support/screens.ts";
import { account, type Script } from "./support/scripted-api.ts";
import { managerServer } from "./support/scripted-manager.ts";

const undo = (page: Page) => page.getByRole("button", { name: "Undo", exact: true });
const toastOf = (page: Page, title: string) =>
  page.getByRole("status").filter({ hasText: "is deleted" }).filter({ hasText: title });
const more = (page: Page, title: string) =>
  page.getByRole("button", { name: `More actions for ${title}`, exact: true });

const deleteRow = async (page: Page, title: string) => {
  await more(page, title).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /^Delete / })
    .click();
  await toastOf(page, title).waitFor();
};

const kinds = [
  { folder: "reports", title: "Packing list", sentence: "The report is deleted", thing: "report design" },
  { folder: "filters", title: "Returns", sentence: "The filter is deleted", thing: "filter" },
] as const;

describe.runIf(hasChromium()).each(kinds)("undo of a deletion in $folder", ({ folder, title, sentence, thing }) => {
  const screens = useScreens();
  const open = async (script: Script) => {
    const opened = await screens.open("/Manager", { account, script });
    await more(opened.page, title).waitFor();
    return opened;
  };

  it("restores the row, and confirms that with its name", async () => {
    const { page, callsOf } = await open(managerServer().script);
    await deleteRow(page, title);
    await page.getByText(sentence, { exact: true }).waitFor();
    expect(await more(page, title).count()).toBe(0);
    await expectAccessible(page);
    await undo(page).click();
    await page.getByText(`The ${thing} “${title}” is restored`, { exact: true }).waitFor();
    await more(page, title).waitFor();
    await expect.poll(() => undo(page).count()).toBe(0);
    expect(callsOf(`${folder}/restore`)).toHaveLength(1);
  });

  it("can be reached with Tab, and returns the focus", async () => {
    const { page } = await open(managerServer().script);
    await deleteRow(page, title);
    await tabTo(page, undo(page));
    await page.keyboard.press("Enter");
    await more(page, title).waitFor();
    await expect.poll(() => undo(page).count()).toBe(0);
    expect(await page.evaluate("document.activeElement.matches('a, button, main')")).toBe(true);
  });

  it("also works by Ctrl+Z, which then undoes nothing else", async () => {
    const { page, callsOf } = await open(managerServer().script);
    await deleteRow(page, title);
    await page.keyboard.press("Control+z");
    await more(page, title).waitFor();
    await page.keyboard.press("Control+z");
    expect(callsOf(`${folder}/restore`)).toHaveLength(1);
  });

  it("says why it failed if the list is full again", async () => {
    const { limits, script } = managerServer();
    const { page } = await open(script);
    await deleteRow(page, title);
    limits.most = 2;
    await undo(page).click();
    await page
      .getByRole("alert")
      .filter({ hasText: /^You cannot add new/ })
      .waitFor();
    expect(await undo(page).count()).toBe(1);
  });

  it("says if the item was already restored elsewhere", async () => {
    const served = managerServer();
    const { page } = await open(served.script);
    await deleteRow(page, title);
    served[folder === "filters" ? "filters" : "designs"].deleted = [];
    await undo(page).click();
    await page.getByText(`“${title}” was already restored in another window.`).waitFor();
  });

  it("says what couldn't be restored until that is closed", async () => {
    const served = managerServer();
    served[folder === "filters" ? "filters" : "designs"].notRestored = ["The title “<a>” could not be restored."];
    const { page } = await open(served.script);
    await deleteRow(page, title);
    await undo(page).click();
    const losses = page.getByRole("status").filter({ hasText: "Restored, but not everything could come back." });
    await losses.getByText("The title “<a>” could not be restored.").waitFor();
    await losses.getByRole("button", { name: "Close" }).click();
    await losses.waitFor({ state: "detached" });
  });
});

describe.runIf(hasChromium())("undo of several deletions", () => {
  const screens = useScreens();
  const clockFrom = "2026-11-20T12:05:00Z";

  it("is offered for each of them, whatever other messages are shown", async () => {
    const { page } = await screens.open("/Manager", { account, script: managerServer().script });
    await more(page, "Returns").waitFor();
    await deleteRow(page, "Returns");
    await deleteRow(page, "Packing list");
    expect(await undo(page).count()).toBe(2);
    await toastOf(page, "Returns").getByRole("button", { name: "Undo" }).click();
    await page.getByText("The filter “Returns” is restored", { exact: true }).waitFor();
    await more(page, "Returns").waitFor();
    await toastOf(page, "Packing list").getByRole("button", { name: "Undo" }).click();
    await more(page, "Packing list").waitFor();
  });

  it("undoes the last one first by keyboard", async () => {
    const { page } = await screens.open("/Manager", { account, script: managerServer().script });
    await more(page, "Returns").waitFor();
    await deleteRow(page, "Returns");
    await deleteRow(page, "Packing list");
    await page.keyboard.press("Control+z");
    await more(page, "Packing list").waitFor();
    expect(await more(page, "Returns").count()).toBe(0);
    await toastOf(page, "Packing list").waitFor({ state: "detached" });
    await page.keyboard.press("Control+z");
    await more(page, "Returns").waitFor();
  });

  it("stays for ten seconds, and as long as the pointer is on it", async () => {
    const { page } = await screens.open("/Manager", { account, script: managerServer().script, clockFrom });
    await more(page, "Returns").waitFor();
    await deleteRow(page, "Returns");
    await page.mouse.move(5, 5);
    await page.clock.runFor(9_000);
    expect(await undo(page).count()).toBe(1);
    await undo(page).hover();
    await page.clock.runFor(60_000);
    expect(await undo(page).count()).toBe(1);
    await page.mouse.move(5, 5);
    await page.clock.runFor(11_000);
    await expect.poll(() => undo(page).count()).toBe(0);
  });
});
