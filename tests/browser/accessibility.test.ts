import { createRequire } from "node:module";
import { describe, expect, it } from "vitest";
import { hasChromium } from "./support/chromium.ts";
import type { OpenedPage, OpenOptions } from "./support/open-page.ts";
import { useScreens } from "./support/screens.ts";
import { account, design, job, pageState, type Script } from "./support/scripted-api.ts";

const axe = createRequire(import.meta.url).resolve("axe-core/axe.min.js");

type Screen = { name: string; path: string; options?: OpenOptions; ready: (opened: OpenedPage) => Promise<unknown> };

const heading = (name: string) => (opened: OpenedPage) => opened.page.getByRole("heading", { name }).waitFor();

const full: Script = {
  "reports/get-reports": () => ({ data: [design("a", "Untitled1", 0)] }),
  "appData/getManualExport": () => ({
    data: { ...pageState, UserOrderFilters: { ...pageState.UserOrderFilters, order_date_range: 1 } },
  }),
  "reporting/getExportList": () => ({
    data: [
      job({ ReportExportId: "1", Status: 50, PublicUrl: null }),
      job({ ReportExportId: "2" }),
      job({ ReportExportId: "3", Status: -1, FailedReason: "The store refused.", PublicUrl: null }),
      job({ ReportExportId: "4", EmptyExpected: true, Orders: 0 }),
    ],
  }),
  "reporting/pollExportList": () => ({ data: [job({ ReportExportId: "1", Status: 50, PublicUrl: null })] }),
};

const screensToSee: Screen[] = [
  { name: "Login", path: "/Login", ready: heading("Demo shops") },
  {
    name: "Terms",
    path: "/Account/accept-terms",
    options: { account: { ...account, accept_terms_etc: null } },
    ready: async ({ page }) => {
      await page.getByRole("button", { name: "Accept" }).click();
      await page.getByText("You have to read and accept").waitFor();
    },
  },
  {
    name: "Tier",
    path: "/Account/select-tier",
    options: { account },
    ready: ({ page }) => page.getByRole("link", { name: "Go back to login" }).waitFor(),
  },
  { name: "Offline", path: "/Offline", ready: heading("There is no connection") },
  { name: "404", path: "/nowhere", options: { account }, ready: heading("Page not found") },
  { name: "Reports of a newcomer", path: "/Reports", options: { account }, ready: heading("Assign filters") },
  {
    name: "Reports with the panel",
    path: "/Reports",
    options: { account, script: full },
    ready: async ({ page }) => {
      await page.getByRole("group", { name: "From" }).waitFor();
      await page.getByRole("button", { name: /^Report exports/ }).click();
      await page.getByRole("button", { name: "share Untitled1" }).first().click();
      await page.getByLabel("Report link").waitFor();
    },
  },
];

type AxeResult = { violations: { id: string; impact: string; nodes: { html: string; failureSummary: string }[] }[] };

describe.runIf(hasChromium())("every screen", () => {
  const screens = useScreens();
  for (const scheme of ["light", "dark"] as const) {
    for (const screen of screensToSee) {
      it(`${screen.name}, ${scheme}: can be used by everybody, and fits on a telephone`, async () => {
        const opened = await screens.open(screen.path, { ...screen.options, scheme });
        const { page } = opened;
        await screen.ready(opened);
        await page.addScriptTag({ path: axe });
        const { violations } = (await page.evaluate("axe.run()")) as AxeResult;
        const grave = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
        expect(grave.map(({ id, nodes }) => [id, nodes.map((node) => node.html + node.failureSummary)])).toEqual([]);
        await page.setViewportSize({ width: 390, height: 844 });
        await expect.poll(() => page.evaluate("document.documentElement.scrollWidth")).toBe(390);
      });
    }
  }
});
