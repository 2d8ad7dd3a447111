import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { expectAccessible, expectFitsTelephone } from "./support/axe.ts";
import { hasChromium } from "./support/chromium.ts";
import { scriptedConfiguration } from "./support/configuration-scenes.ts";
import { tabTo } from "./support/keyboard.ts";
import { useScreens } from "./support/screens.ts";
import { account } from "./support/scripted-api.ts";

const separator = (page: Page) => page.getByRole("combobox", { name: "CSV separator" });
const encoding = (page: Page) => page.getByRole("combobox", { name: "CSV encoding" });
const decimals = (page: Page) => page.getByRole("checkbox", { name: "Decimal comma" });
const extension = (page: Page) => page.getByRole("textbox", { name: "CSV file extension" });
const sample = (page: Page, of: string) => page.getByRole("group", { name: `Sample: ${of}`, exact: true });
const choose = async (page: Page, field: ReturnType<typeof separator>, name: string | RegExp) => {
  await field.click();
  await page.getByRole("option", { name }).click();
};

/** How far the first line of each sample stands below the text of its control, by the middle of both; px by setting. */
const belowItsControl = `(() => {
  const middleOf = ({ top, height }) => top + height / 2;
  const middleOfText = (root) => {
    const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      if (texts.currentNode.data.trim() === "") continue;
      const range = document.createRange();
      range.selectNodeContents(texts.currentNode);
      return middleOf(range.getClientRects()[0]);
    }
  };
  const samples = [...document.querySelectorAll('[aria-label^="Sample: "]')];
  return samples.map((sample) => {
    const control = sample.parentElement.parentElement.firstElementChild;
    const text = control.querySelector('[role=combobox], .MuiFormControlLabel-label');
    const there = text ? middleOfText(text) : middleOf(control.querySelector('input').getBoundingClientRect());
    return [sample.getAttribute('aria-label'), Math.round(10 * (middleOfText(sample) - there)) / 10];
  });
})()`;

describe.runIf(hasChromium())("Report display and Report files", () => {
  const screens = useScreens();
  const show = async (anchor = "ReportFiles", width?: number) => {
    const server = scriptedConfiguration();
    const path = `/Configuration#${anchor}`;
    const opened = await screens.open(path, { account, script: server.script, ...(width && { width }) });
    await separator(opened.page).waitFor();
    const saves = (wanted: object) => expect.poll(() => server.now().preferences).toMatchObject(wanted);
    return { ...opened, server, saves };
  };

  it.each(["ReportDisplay", "ReportFiles"])("start at the section in the address: #%s", async (anchor) => {
    const { page } = await show(anchor);
    await expect.poll(() => page.evaluate("document.activeElement.id")).toBe(anchor);
  });

  it("show each setting's effect on a sample, and save the setting", async () => {
    const { page, saves } = await show();
    const has = (of: string, text: string) => expect.poll(() => sample(page, of).innerText()).toContain(text);
    await has("CSV separator", '#1042,"Chair, oak",-12.50');
    await choose(page, separator(page), "Semicolon");
    await has("CSV separator", "#1042;Chair, oak;-12.50");
    await decimals(page).click();
    await has("CSV decimal comma", "-12,50");
    await page.getByRole("checkbox", { name: "Header row" }).click();
    expect(await sample(page, "CSV header row").innerText()).not.toContain("City");
    await page.getByRole("checkbox", { name: "Line breaks in cells" }).click();
    await has("CSV line breaks in cells", '"Shelf 20"" Ring twice"');
    await has("CSV byte order mark", "Excel reads: Zoë;Łódź");
    await page.getByRole("checkbox", { name: "Byte order mark" }).click();
    await has("CSV byte order mark", "Excel reads: ZoÃ«");
    await extension(page).fill("txt");
    await has("CSV file extension", ".txt");
    await page.getByRole("checkbox", { name: "Plain Latin letters" }).click();
    await has("Plain Latin letters", "Zoe Strauss");
    await choose(page, page.getByRole("combobox", { name: "Shaded rows" }), "Every other order");
    expect(await sample(page, "Shaded rows").locator("tr[data-band=true]").allInnerTexts()).toHaveLength(1);
    await saves({
      CsvSeparator: ";",
      CsvUseCommaForDecimals: true,
      ShowCsvHeaders: false,
      CsvIncludeNewlines: false,
      CsvBom: false,
      CsvFileExtension: "txt",
      SatinizeLetters: true,
      AlternateRowsStyle: 2,
    });
  });

  it("show in the sample how many of its characters an encoding lacks", async () => {
    const { page, saves } = await show();
    await choose(page, encoding(page), /Greek/);
    await sample(page, "CSV encoding").getByText("7 characters become “?”").waitFor();
    await page.getByText("Only UTF-8 files have one, so yours have none.").waitFor();
    await saves({ CsvEncoding: 1253 });
  });

  it("accept another separator, and don't save an invalid one", async () => {
    const { page, server, saves } = await show();
    await choose(page, separator(page), "Other");
    const other = page.getByRole("textbox", { name: "Other separator" });
    await other.fill("x");
    await page.getByText("CSV separator can't be a letter or a digit, because cells contain them.").waitFor();
    await other.fill("~");
    await saves({ CsvSeparator: "~" });
    await other.fill("");
    await saves({ CsvSeparator: "," });
    await other.waitFor();
    await decimals(page).click();
    await page.getByText("The comma can't separate columns and be the decimal sign too.").first().waitFor();
    expect(await page.getByRole("button", { name: "Undo" }).count()).toBe(0);
    expect(server.now().preferences.CsvUseCommaForDecimals).toBe(false);
    await choose(page, separator(page), "Tab");
    await saves({ CsvSeparator: "\t", CsvUseCommaForDecimals: true });
  });

  it("don't save an executable file extension", async () => {
    const { page, server } = await show();
    await extension(page).fill("exe");
    await page.getByText("CSV file extension must belong to a data file, for example csv or txt.").waitFor();
    expect(server.now().preferences.CsvFileExtension).toBe("csv");
  });

  it("have a preset for Excel in Europe that lists its changes, and an undo for it", async () => {
    const { page, server, saves } = await show();
    const before = server.now().preferences;
    const preset = page.getByRole("group", { name: "Excel in Europe" });
    expect(await preset.getByRole("listitem").allInnerTexts()).toEqual([
      "CSV separator: Comma → Semicolon",
      "CSV decimal comma: No → Yes",
      "Date format: YYYY/MM/DD → DD/MM/YYYY",
    ]);
    await tabTo(page, preset.getByRole("button", { name: "Use these settings" }));
    await page.keyboard.press("Enter");
    await preset.getByText("Your files already use these settings.").waitFor();
    await saves({ CsvSeparator: ";", CsvUseCommaForDecimals: true, UserDateFormat: 1 });
    await page.getByRole("button", { name: "Undo" }).click();
    await saves(before);
  });

  it("undo a preset by Ctrl+Z", async () => {
    const { page, server, saves } = await show();
    const before = server.now().preferences;
    await page.getByRole("group", { name: "Excel in the US" }).getByRole("button").click();
    await saves({ UserDateFormat: 2 });
    await page.keyboard.press("Control+z");
    await saves(before);
  });

  it("confirm each changed setting, with undo by the button or Ctrl+Z", async () => {
    const { page, saves } = await show();
    const toast = page.getByRole("status").filter({ has: page.getByRole("button", { name: "Undo" }) });
    await choose(page, separator(page), "Semicolon");
    await toast.getByText("CSV separator: Comma → Semicolon", { exact: true }).waitFor();
    await saves({ CsvSeparator: ";" });
    await toast.getByRole("button", { name: "Undo" }).click();
    await saves({ CsvSeparator: "," });
    await page.getByRole("checkbox", { name: "Header row" }).click();
    await toast.getByText("CSV header row: Yes → No").waitFor();
    await decimals(page).press("Tab");
    await choose(page, page.getByRole("combobox", { name: "Date format" }), /^DD/);
    await toast.getByText("Date format: YYYY/MM/DD → DD/MM/YYYY").waitFor();
    await page.keyboard.press("Control+z");
    await saves({ ShowCsvHeaders: false, UserDateFormat: 0 });
    await page.getByRole("checkbox", { name: /^Send me news/ }).click();
    await toast.getByText("News about Sheaf: No → Yes").waitFor();
  });

  it("confirm a typed value once its field loses focus, if it is valid", async () => {
    const { page, server, saves } = await show();
    const undo = page.getByRole("button", { name: "Undo" });
    await extension(page).fill("exe");
    await extension(page).press("Tab");
    await page.getByText(/^CSV file extension must belong to a data file/).waitFor();
    expect(await undo.count()).toBe(0);
    await extension(page).fill("txt");
    await saves({ CsvFileExtension: "txt" });
    expect(await undo.count()).toBe(0);
    await extension(page).press("Tab");
    await page.getByText("CSV file extension: “csv” → “txt”").waitFor();
    await undo.click();
    await saves({ CsvFileExtension: "csv" });
    await choose(page, separator(page), "Other");
    const other = page.getByRole("textbox", { name: "Other separator" });
    await other.fill("~");
    await other.press("Tab");
    await page.getByText("CSV separator: Comma → “~”").waitFor();
    await saves({ CsvSeparator: "~" });
    await undo.click();
    await saves({ CsvSeparator: "," });
    expect(server.now().preferences.CsvFileExtension).toBe("csv");
  });

  it.each([1440, 768])("are aligned with their samples on a screen %i px wide", async (width) => {
    const { page } = await show("ReportFiles", width);
    await page.evaluate("document.fonts.ready");
    const offsets = (await page.evaluate(belowItsControl)) as [sample: string, px: number][];
    expect(offsets).toHaveLength(11);
    for (const [sample, px] of offsets) expect(Math.abs(px), sample).toBeLessThanOrEqual(1);
  });

  it("ask if another window chose another separator", async () => {
    const { page, server, saves } = await show();
    server.change({ CsvSeperator: "|" });
    await choose(page, separator(page), "Semicolon");
    const field = page.getByRole("dialog").getByRole("group", { name: "CSV separator" });
    await field.getByText("Pipe").waitFor();
    await field.getByRole("button", { name: "Keep mine" }).click();
    await page.getByRole("button", { name: "Continue" }).click();
    await saves({ CsvSeparator: ";" });
  });

  it("are accessible in both themes and fit a phone", async () => {
    const { page } = await show();
    await choose(page, encoding(page), /Greek/);
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      await expectAccessible(page);
    }
    await expectFitsTelephone(page);
  });
});
