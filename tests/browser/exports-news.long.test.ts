import { describe, expect, it } from "vitest";
import { expectAccessible, expectFitsTelephone } from "./support/axe.ts";
import { hasChromium } from "./support/chromium.ts";
import { tabTo } from "./support/keyboard.ts";
import type { OpenOptions } from "./support/open-page.ts";
import { withDesigns } from "./support/report-scenes.ts";
import { useScreens } from "./support/screens.ts";
import { account, job } from "./support/scripted-api.ts";

const running = job({ Status: 11, Step: 3, MaxStep: 12, PublicUrl: null, Orders: null });

describe.runIf(hasChromium())("a report that ends while the panel is closed", () => {
  const screens = useScreens();
  /** A report runs; `end` ends it. */
  const open = async (options: OpenOptions = {}, path = "/Reports") => {
    let now = running;
    const opened = await screens.open(path, {
      account,
      script: {
        ...withDesigns,
        "reporting/getExportList": () => ({ data: [now] }),
        "reporting/pollExportList": () => ({ data: [now] }),
        "reporting/generateReport": () => ({ data: running }),
      },
      ...options,
    });
    await opened.page.getByRole("button", { name: /^Report exports.*1 in progress/ }).waitFor();
    const end = (change = {}) => {
      now = job(change);
    };
    return { ...opened, end, sign: opened.page.getByRole("region", { name: "Report exports, news" }) };
  };

  it("is announced with its file until that is downloaded", async () => {
    const { page, sign, end } = await open();
    expect(await sign.count()).toBe(0);
    end();
    await sign.getByText("“Untitled1” is ready").waitFor();
    const link = sign.getByRole("link", { name: "Download" });
    expect(await link.getAttribute("href")).toBe("/files/token/Untitled1.csv?down=1");
    // It stays, on other pages too, until it has served.
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Manager" }).click();
    await page.getByRole("heading", { level: 1, name: "Manager" }).waitFor();
    await page
      .context()
      .route("**/files/**", (route) =>
        route.fulfill({ body: "a;b", headers: { "content-disposition": "attachment; filename=Untitled1.csv" } }),
      );
    const file = page.waitForEvent("download");
    await link.click();
    await file;
    await sign.waitFor({ state: "detached" });
  });

  it("can be dismissed by keyboard, and is no longer announced once the panel has shown it", async () => {
    const first = await open();
    first.end();
    await tabTo(first.page, first.sign.getByRole("button", { name: "Dismiss: “Untitled1” is ready" }), 90);
    await first.page.keyboard.press("Enter");
    await first.sign.waitFor({ state: "detached" });
    const second = await open();
    second.end();
    await second.sign.waitFor();
    await second.page.getByRole("button", { name: "Report exports", exact: true }).click();
    await second.page.getByRole("link", { name: "download Untitled1" }).waitFor();
    await second.page.keyboard.press("Escape");
    await second.page.getByRole("button", { name: "Report exports", exact: true }).waitFor();
    expect(await second.sign.count()).toBe(0);
  });

  it("is announced as failed, with a link to the reason", async () => {
    const { page, sign, end } = await open();
    end({ Status: -1, FailedReason: "The store refused.", PublicUrl: null });
    await sign.getByText("“Untitled1” failed").waitFor();
    await sign.getByRole("button", { name: "Show" }).click();
    await page.getByText("The store refused.").waitFor();
  });

  it("isn't announced while the panel is open, and replaces the toast that it is generating", async () => {
    const { page, sign, end } = await open();
    await page.getByRole("button", { name: "Generate" }).click();
    const toast = page.locator(".MuiAlert-root").filter({ hasText: "The report is generating" });
    await toast.waitFor();
    await toast.hover();
    end();
    await page.getByRole("link", { name: "download Untitled1" }).waitFor();
    await page.locator(".MuiAlert-root").filter({ hasText: "Untitled1 is ready" }).waitFor();
    expect(await toast.count()).toBe(0);
    expect(await sign.count()).toBe(0);
  });

  it.each([
    [1440, "light"],
    [390, "dark"],
  ] as const)("is accessible at %i px (%s)", async (width, scheme) => {
    const { page, sign, end } = await open({ width, scheme, height: 844 });
    end();
    await sign.waitFor();
    await expectAccessible(page);
    if (width === 390) await expectFitsTelephone(page);
  });
});
