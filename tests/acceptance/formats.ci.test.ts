import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import axe from "axe-core";
import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { FileType } from "#domain/enumerations.ts";
import { hasChromium, launchChromium } from "#tests/browser/support/chromium.ts";
import { download, generate, logIn, type Merchant, waitForExport } from "#tests/support/merchant.ts";
import { hasOffice, officeCsv, openInOffice } from "#tests/support/office.ts";
import { type StartedSheaf, startSheaf } from "#tests/support/start-sheaf.ts";
import { amountInHtml } from "./expected/amounts.ts";
import { guarded } from "./expected/formula-guard.ts";
import { periodOf } from "./expected/local-time.ts";
import { expectedRows } from "./expected/rows.ts";
import { clockNow, type Design, demoOrders, fixedMoments, shops, wholeCatalogue } from "./scenario.ts";

/** How other programs read our files: LibreOffice the Excel file, Chromium the HTML page. */

let sheaf: StartedSheaf;
let folder: string;
let merchant: Merchant;
let design: Design;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "sheaf-formats-"));
  sheaf = await startSheaf({ env: fixedMoments });
  merchant = await logIn(sheaf, "aurora-demo");
  design = await wholeCatalogue(merchant, "Orders");
}, 90_000);
afterAll(async () => {
  await sheaf?.stop();
  await rm(folder, { recursive: true, force: true });
});

const finished = async (fileType: FileType) => {
  const requested = await generate(merchant, design.report.id, { range: { kind: "noFilter" }, fileType });
  return waitForExport(merchant, requested.ReportExportId);
};

const wantedRows = (): string[][] => {
  const { zone } = shops["aurora-demo"];
  const period = periodOf({ kind: "noFilter" }, zone, new Date(clockNow));
  const { grouping, columns } = design;
  const adminUrl = `${sheaf.demoUrl}/aurora-demo/admin`;
  const orders = demoOrders(sheaf, "aurora-demo");
  return [...expectedRows({ adminUrl, zone, grouping, columns, period, orders })].map(({ cells }) => cells);
};

describe.runIf(hasOffice())("LibreOffice", () => {
  it("opens the Excel file and shows the expected cells, with dates in the chosen format", async () => {
    await writeFile(join(folder, "report.xlsx"), await download(merchant, await finished(FileType.Excel)));
    await openInOffice(folder, [join(folder, "report.xlsx")], { written: officeCsv.shown });
    const [header, ...rows] = parse(await readFile(join(folder, "report.csv")), { bom: true }) as string[][];
    expect(header).toEqual(design.header);
    const feeds = (cell: string) => cell.replaceAll(/\r\n?/g, "\n");
    expect(rows.map((cells) => cells.map((cell) => guarded(feeds(cell))))).toEqual(
      // An amount is shown with the decimals of its currency, as the page shows it.
      wantedRows().map((cells) =>
        cells.map((cell, at) => {
          const column = design.columns[at] ?? "";
          // The address stands unseen behind its picture (ADR 69).
          return column === "Image" ? "" : amountInHtml(column, feeds(cell));
        }),
      ),
    );
  });
});

describe.runIf(hasChromium())("Chromium", () => {
  it.each([
    ["light", 1440],
    ["dark", 390],
  ] as const)("shows the HTML report, %s and %i pixels wide, without errors", async (colorScheme, width) => {
    const browser = await launchChromium();
    try {
      const job = await finished(FileType.Html);
      const context = await browser.newContext({ colorScheme, viewport: { width, height: 900 } });
      const page = await context.newPage();
      const problems: string[] = [];
      page.on("console", (message) => {
        // Runs in the browser, in a page that allows only its own search script.
        if (message.text().startsWith("Blocked script execution")) return;
        if (message.type() === "error" || message.type() === "warning") problems.push(message.text());
      });
      page.on("pageerror", (error) => problems.push(String(error)));
      page.on("requestfailed", (request) => problems.push(`${request.url()}: ${request.failure()?.errorText}`));
      await page.goto(new URL(job.PublicUrl ?? "", sheaf.url).href, { waitUntil: "load" });
      await page.getByRole("heading", { name: design.report.title }).waitFor();
      await page.getByText("300 orders").waitFor();
      expect(await page.locator("script").count(), "its search").toBe(1);
      expect(await page.locator("tbody tr").count()).toBe(wantedRows().length);
      const first = page.locator("tbody").getByRole("img").first();
      await first.scrollIntoViewIfNeeded();
      expect(
        await first.evaluate((one) => one.ownerDocument.defaultView?.getComputedStyle(one).backgroundImage),
      ).toMatch(/^url\("data:image/);
      // The page moves as a whole, with one scrollbar for its rows and one for its columns; nothing in it scrolls by itself.
      const framed = await page.evaluate<number>(
        `[...document.querySelectorAll("body :not(thead *, tbody *)")]
           .filter((one) => /auto|scroll/.test(getComputedStyle(one).overflow)).length`,
      );
      expect(framed).toBe(0);

      // The titles stay in sight however far one reads; on paper nothing is left behind in a frame.
      await page.locator("tbody tr").last().scrollIntoViewIfNeeded();
      const titles = await page.locator("thead th").first().boundingBox();
      expect(titles?.y ?? -1).toBeGreaterThanOrEqual(0);
      await page.emulateMedia({ media: "print" });
      const frame = await page.locator(".sheet").boundingBox();
      const table = await page.locator("table").boundingBox();
      expect(frame?.height ?? 0).toBeGreaterThanOrEqual(table?.height ?? Number.POSITIVE_INFINITY);
      await page.emulateMedia({ media: "screen" });

      const opened = context.waitForEvent("page");
      await page.locator("tbody a").first().click();
      expect((await opened).url()).toMatch(/^http/);
      expect(problems).toEqual([]);

      // The downloaded page is the same one without the server's headers, which stop the checker's own timers.
      await writeFile(join(folder, "report.html"), await download(merchant, job));
      await page.goto(pathToFileURL(join(folder, "report.html")).href);
      await page.evaluate(axe.source);
      const found = await page.evaluate<{ violations: { id: string; nodes: { target: unknown }[] }[] }>(
        "axe.run({ include: ['header', '.counts', 'thead', 'tfoot', 'tbody tr:nth-child(-n+5)'] })",
      );
      expect(found.violations.map(({ id, nodes }) => [id, nodes[0]?.target])).toEqual([]);
    } finally {
      await browser.close();
    }
  });
});
