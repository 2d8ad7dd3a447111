import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { hasChromium } from "./support/chromium.ts";
import { useScreens } from "./support/screens.ts";
import { account, design, job, type Script } from "./support/scripted-api.ts";

const config = (links: Record<string, string | null>): Script => ({
  "app-config": () => ({
    data: {
      Environment: "local",
      Links: { Review: null, Chat: null, AppStore: null, SupportEmail: null, PostalAddress: null, ...links },
      DemoShops: [],
    },
  }),
});

const withExport: Script = {
  "reports/get-reports": () => ({ data: [design("a", "Untitled1", 0)] }),
  "reporting/getExportList": () => ({ data: [job({})] }),
};

const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name }).waitFor();
const focused = (page: Page) => page.evaluate("document.activeElement.id || document.activeElement.textContent");
const scheme = (page: Page) => page.evaluate("document.documentElement.getAttribute('data-color-scheme')");

describe.runIf(hasChromium())("the app frame", () => {
  const screens = useScreens();

  it("links from header and footer to existing pages, and from the logo to Reports", async () => {
    const { page } = await screens.open("/Documents", { account });
    await heading(page, "Legal documents");
    await page.getByRole("link", { name: "Back to Aurora" }).click();
    await heading(page, "Generate report");
    const hrefs = await page
      .locator("header a, footer a[href^='/']")
      .evaluateAll((links) => links.map((a) => a.getAttribute("href")));
    expect(hrefs).toContain("/Documents");
    expect(hrefs[0]).toBe("/Reports");
    for (const href of new Set(hrefs)) {
      await page.locator(`header a[href="${href}"], footer a[href="${href}"]`).last().click();
      await page.waitForURL(`**${href}`);
      await page.getByRole("heading", { level: 1 }).waitFor();
      expect(await page.getByText("Page not found").count(), String(href)).toBe(0);
      await page.goto(new URL("/Reports", page.url()).href);
      await heading(page, "Generate report");
    }
  });

  it("says on every page that times are in UTC if the shop's zone is unknown", async () => {
    const words = "Your store’s time zone “Mars/Olympus” isn't one we know, so dates and times are in UTC.";
    const known = { ...account, iana_timezone: "UTC", unknown_timezone: "Mars/Olympus" };
    // A server may know a zone that this browser does not.
    for (const told of [known, { ...account, iana_timezone: "Mars/Olympus" }]) {
      const { page, problems } = await screens.open("/Reports", { account: told, script: withExport });
      await page.getByText(words).waitFor();
      await page.getByRole("combobox", { name: "Date range" }).waitFor();
      expect(problems).toEqual([]);
    }
    const { page } = await screens.open("/Manager", { account: known });
    await page.getByText(words).waitFor();
  });

  it("marks the current page, and names it in the tab", async () => {
    const { page } = await screens.open("/Reports", { account });
    await heading(page, "Generate report");
    expect(await page.title()).toBe("Generate report · Sheaf");
    await page.locator("nav[aria-label=Main] a[aria-current=page]", { hasText: "Reports" }).waitFor();
  });

  it("marks the list that an editor belongs to", async () => {
    const { page } = await screens.open("/Filters/Edit/f1", { account });
    const marked = page.locator("nav[aria-label=Main] a[aria-current=true]");
    await marked.waitFor();
    expect(await marked.allInnerTexts()).toEqual(["Manager"]);
  });

  it("shows only the configured links in the footer", async () => {
    const links = { Review: "https://review.example", SupportEmail: "help@sheaf.example" };
    const configured = await screens.open("/Reports", { account, script: config(links) });
    const footer = configured.page.locator("footer");
    await footer.getByRole("link", { name: "Leave a review" }).waitFor();
    expect(await footer.getByRole("link", { name: "Leave a review" }).getAttribute("href")).toBe(
      "https://review.example",
    );
    const bare = await screens.open("/Reports", { account, script: config({}) });
    await bare.page.locator("footer").getByRole("link", { name: "Legal documents" }).waitFor();
    expect(await bare.page.getByText("Leave a review").count()).toBe(0);
    expect(await bare.page.locator("footer a[href^=mailto]").count()).toBe(0);
  });

  it("shows the shop and its e-mail, and logs out, by keyboard", async () => {
    const { page, callsOf } = await screens.open("/Reports", { account });
    await page.getByRole("button", { name: "Aurora" }).focus();
    await page.keyboard.press("Enter");
    await page.getByText("owner@aurora.example").waitFor();
    await page.getByRole("menuitem", { name: "Log out" }).waitFor();
    await page.keyboard.press("End");
    await page.keyboard.press("Enter");
    await page.getByText("You are logged out.").waitFor();
    expect(callsOf("account/logout")).toHaveLength(1);
  });

  it("has a menu on a narrow screen", async () => {
    const { page } = await screens.open("/Documents", { account, width: 390 });
    await page.getByRole("link", { name: "Back to Aurora" }).click();
    await page.getByRole("button", { name: "Menu", exact: true }).click();
    const menu = page.getByRole("dialog", { name: "Menu" });
    await menu.getByRole("button", { name: "Use the dark theme" }).click();
    expect(await scheme(page)).toBe("dark");
    await menu.getByRole("link", { name: "Reports" }).click();
    await menu.waitFor({ state: "hidden" });
    await heading(page, "Generate report");
  });

  it("remembers the theme, and applies it before the app has loaded", async () => {
    const { page } = await screens.open("/Login", {});
    await page.getByRole("button", { name: "Use the dark theme" }).click();
    expect(await scheme(page)).toBe("dark");
    await page.route(/assets\/.*\.js/, (route) => route.abort());
    await page.reload();
    expect(await scheme(page)).toBe("dark");
    expect(await page.evaluate("getComputedStyle(document.documentElement).backgroundColor")).toBe("rgb(15, 20, 18)");
  });
});

describe.runIf(hasChromium())("help and tips", () => {
  const screens = useScreens();

  it("open next to the page, take the focus, and return it on Escape", async () => {
    const { page } = await screens.open("/Reports", { account });
    const button = page.getByRole("button", { name: "Help and tips", exact: true });
    await button.focus();
    await page.keyboard.press("Enter");
    await page.getByRole("complementary", { name: "Help and tips" }).getByText("What a report is made of").waitFor();
    expect(await page.evaluate("document.activeElement.textContent")).toBe("Help and tips");
    expect(await button.getAttribute("aria-expanded")).toBe("true");
    await page.keyboard.press("Escape");
    await page.getByRole("complementary", { name: "Help and tips" }).waitFor({ state: "detached" });
    expect(await focused(page)).toBe("help-and-tips-button");
  });

  it("cover the whole screen of a phone, and return the focus there too", async () => {
    const { page } = await screens.open("/Reports", { account, width: 390 });
    await page.getByRole("button", { name: "Help and tips", exact: true }).click();
    await page.getByText("What a report is made of").waitFor();
    expect(await page.getByRole("button", { name: "Menu", exact: true }).count()).toBe(0);
    await page.getByRole("button", { name: "Close Help and tips" }).click();
    await expect.poll(() => focused(page)).toBe("help-and-tips-button");
  });

  it("are offered only on pages that have some", async () => {
    const { page } = await screens.open("/nowhere", { account });
    await heading(page, "Page not found");
    expect(await page.getByRole("button", { name: "Help and tips" }).count()).toBe(0);
  });
});

describe.runIf(hasChromium())("the guest layout", () => {
  const screens = useScreens();

  it("links to the three documents, our contact address and the login", async () => {
    const { page } = await screens.open("/Documents", { script: config({ SupportEmail: "help@sheaf.example" }) });
    await heading(page, "Legal documents");
    expect(await page.getByRole("link", { name: "Contact Us" }).getAttribute("href")).toBe("mailto:help@sheaf.example");
    await page.getByRole("button", { name: "Legal Documents" }).click();
    const items = await page.getByRole("menuitem").allTextContents();
    expect(items.slice(0, 3)).toEqual(["Privacy Notice", "Terms of Service", "Data Protection Agreement"]);
    await page.getByRole("menuitem", { name: "Terms of Service" }).click();
    await heading(page, "Terms of Service");
    await page.getByRole("link", { name: "Login" }).click();
    await heading(page, "Log in to Sheaf");
  });

  it("has a link back to the app with the shop's name instead of Login", async () => {
    const { page } = await screens.open("/Documents", { account });
    const banner = page.getByRole("banner");
    const back = banner.getByRole("link", { name: "Back to Aurora" });
    await back.getByText("Aurora", { exact: true }).waitFor();
    expect(await banner.getByRole("link", { name: "Login" }).count()).toBe(0);
    await back.click();
    await page.waitForURL(/\/Reports$/);
  });

  it("links to the terms before they are accepted, except on their own page", async () => {
    const { page } = await screens.open("/Documents", {
      account: { ...account, accept_terms_etc: null },
      script: {
        "account/status": () => ({
          data: { Shop: { ...account, accept_terms_etc: null }, LoginAction: { Action: 3, ActivationUrl: null } },
        }),
      },
    });
    const back = page.getByRole("banner").getByRole("link", { name: "Back to Aurora" });
    await back.focus();
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/Account\/accept-terms$/);
    await page.getByRole("button", { name: "Accept" }).waitFor();
    await expect.poll(() => back.count()).toBe(0);
  });

  it("has no contact link if none is configured", async () => {
    const { page } = await screens.open("/Documents", { script: config({}) });
    await heading(page, "Legal documents");
    expect(await page.getByRole("link", { name: "Contact Us" }).count()).toBe(0);
  });
});

describe.runIf(hasChromium())("navigation", () => {
  const screens = useScreens();

  it("skips the header with the skip link", async () => {
    const { page } = await screens.open("/Reports", { account });
    await heading(page, "Generate report");
    await page.keyboard.press("Tab");
    expect(await focused(page)).toBe("Skip to content");
    await page.keyboard.press("Enter");
    expect(await focused(page)).toBe("main");
  });

  it("starts a new page at the top, with the focus on its content", async () => {
    const { page } = await screens.open("/Documents/PrivacyNotice", {});
    await heading(page, "Privacy Notice");
    await page.evaluate("window.scrollTo(0, 900)");
    await page.getByRole("button", { name: "Legal Documents" }).click();
    await page.getByRole("menuitem", { name: "Terms of Service" }).click();
    await heading(page, "Terms of Service");
    await expect.poll(() => page.evaluate("window.scrollY")).toBe(0);
    await expect.poll(() => focused(page)).toBe("main");
  });

  /** Records every scroll position from now on; a single one is a jump. */
  const watchScrolling = async (page: Page) => {
    await page.evaluate(
      "window.seen = new Set(); addEventListener('scroll', () => window.seen.add(Math.round(scrollY)))",
    );
    return { places: () => page.evaluate("window.seen.size") };
  };

  it("scrolls smoothly to the section that an address names, unless motion is reduced", async () => {
    const { page } = await screens.open("/Documents/PrivacyNotice", { motion: "no-preference", height: 500 });
    await heading(page, "Privacy Notice");
    const { places } = await watchScrolling(page);
    const contents = page.getByRole("navigation", { name: "Contents" });
    await contents.getByRole("link", { name: "How long report files are kept" }).click();
    await expect.poll(async () => (await page.locator("#report-files").boundingBox())?.y ?? 999).toBeLessThan(200);
    expect(await places()).toBeGreaterThan(3);
  });

  it("scrolls smoothly to the top if it names none, unless motion is reduced", async () => {
    const { page } = await screens.open("/Reports", { account, motion: "no-preference", height: 300 });
    await page.getByRole("button", { name: "Generate" }).waitFor();
    await page.evaluate("window.scrollTo(0, 200)");
    await expect.poll(() => page.evaluate("window.scrollY")).toBe(200);
    const { places } = await watchScrolling(page);
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Reports" }).click();
    await expect.poll(() => page.evaluate("window.scrollY")).toBe(0);
    expect(await places()).toBeGreaterThan(3);
  });

  it("says that a page failed, with a link out of it", async () => {
    const opened = await screens.open("/Reports", { account, script: { "reports/get-reports": () => ({ data: 5 }) } });
    const { page, problems } = opened;
    await page.getByRole("heading", { name: "Something went wrong" }).waitFor();
    await page.getByRole("button", { name: "Reload" }).waitFor();
    // The browser's own report of the broken page is what this test is about.
    problems.length = 0;
    await page.getByRole("link", { name: "Go to the start page" }).waitFor();
  });
});

describe.runIf(hasChromium())("messages", () => {
  const screens = useScreens();

  it("are shown one at a time for five seconds, and stay while the pointer is on them", async () => {
    const { page } = await screens.open("/Reports", {
      account,
      script: withExport,
      clockFrom: "2026-11-20T10:10:00.000Z",
    });
    await page.getByRole("button", { name: /^Report exports/ }).click();
    const share = page.getByRole("button", { name: "share Untitled1" });
    const toasts = page.getByRole("status").filter({ hasText: "The report link is copied to clipboard" });
    await share.click();
    await expect.poll(() => toasts.count()).toBe(1);
    await page.clock.fastForward(3000);
    await share.click();
    await page.clock.runFor(1000);
    await expect.poll(() => toasts.count()).toBe(1);
    await page.clock.fastForward(2500);
    await page.clock.runFor(1000);
    await expect.poll(() => toasts.count()).toBe(1);
    await toasts.hover();
    await page.clock.fastForward(20_000);
    expect(await toasts.count()).toBe(1);
    await toasts.getByRole("button", { name: "Close" }).click();
    await page.clock.runFor(1000);
    await expect.poll(() => toasts.count()).toBe(0);
  });
});
