import { describe, expect, it } from "vitest";
import { hasChromium } from "./support/chromium.ts";
import { tabTo } from "./support/keyboard.ts";
import { useScreens } from "./support/screens.ts";
import { account, job } from "./support/scripted-api.ts";

const first = job({ ReportExportId: "first", DateCreated: "2026-11-20T10:05:00.000Z" });
const again = job({
  ReportExportId: "again",
  DateCreated: "2026-11-23T10:05:00.000Z",
  Repeats: { ReportExportId: "first", DateCreated: first.DateCreated, Erased: 1 },
  Compared: { Outcome: "differs", Added: 1, Removed: 0, Changed: 2, Reordered: false, Pictures: false },
});
const older = Array.from({ length: 12 }, (_, at) =>
  job({ ReportExportId: `old${at}`, ReportTitle: `Old ${at}`, AgainUntil: "2026-11-01T10:05:00.000Z" }),
);
const hash = "c".repeat(64);
const details = {
  Kept: true,
  Filter: null,
  File: {
    ContentHash: hash,
    FileHash: "f".repeat(64),
    Fingerprint: { App: "1.0.0", Icu: "78.1", TimeZones: "2026a", Node: "24.21.0" },
  },
};

describe.runIf(hasChromium())("a report that is run again", () => {
  const screens = useScreens();

  it.each([1440, 768, 390])(
    "at %i px is scrolled into view, shows how it differs, and links to the previous one",
    async (width) => {
      let asked = false;
      const { page, callsOf } = await screens.open("/Reports", {
        account,
        clockFrom: "2026-11-23T10:05:00Z",
        script: {
          "reporting/getExportList": () => ({ data: asked ? [again, ...older, first] : [...older, first] }),
          "reporting/retryExport": () => {
            asked = true;
            return { data: again };
          },
          "reporting/getExportDetails": () => ({ data: details }),
        },
      });
      await page.setViewportSize({ width, height: 800 });
      await page.getByRole("button", { name: "Report exports" }).click();
      await page.getByRole("heading", { name: "Old 0" }).waitFor();
      expect(await page.getByRole("button", { name: /^Run again : Old/ }).count()).toBe(0);
      await tabTo(page, page.getByRole("button", { name: "Run again : Untitled1" }));
      await page.keyboard.press("Enter");
      await page.getByText("Untitled1 is ready").first().waitFor();
      await expect.poll(() => page.locator(":focus").getAttribute("id")).toBe("export-again");
      expect(callsOf("reporting/retryExport").map(({ body }) => body)).toEqual(["first"]);
      await page.getByText("Your store's data has changed since: 2 rows changed, 1 row added.").waitFor();
      await page.getByText("1 value of its filter has been erased since and matches nothing.").waitFor();
      await tabTo(page, page.getByRole("button", { name: "2026/11/20 12:05" }));
      await page.keyboard.press("Enter");
      await expect.poll(() => page.locator(":focus").getAttribute("id")).toBe("export-first");
      await page.getByText("Run again 2026/11/23 12:05: 3 rows differ").waitFor();
      await page.locator("#export-first").getByRole("button", { name: "Details of Untitled1" }).click();
      await page.getByText("Until 2026/12/27 12:05").waitFor();
      expect(await page.getByText("ICU 78.1").count()).toBe(0);
      const forSupport = page.getByRole("button", { name: "For support about Untitled1" });
      expect(await forSupport.getAttribute("aria-expanded")).toBe("false");
      await tabTo(page, forSupport);
      await page.keyboard.press("Enter");
      await page.getByText("ICU 78.1").waitFor();
      await page.getByText("Two files with the same content hash hold the same rows.").waitFor();
      if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/again-${width}.png` });
      await page.getByRole("button", { name: "Copy the content hash" }).click();
      await page.getByText("The content hash is copied to clipboard").waitFor();
      expect(await page.evaluate("navigator.clipboard.readText()")).toBe(hash);
    },
  );
});
