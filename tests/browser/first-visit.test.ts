import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress } from "node:zlib";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildApp, builtFolder } from "./support/built-app.ts";
import { hasChromium } from "./support/chromium.ts";
import { useScreens } from "./support/screens.ts";
import { account, design } from "./support/scripted-api.ts";

/**
 * Limits for compressed bytes: the scripts that every page needs, and index.html, which fits into the server's first
 * packets.
 */
const mostEntryBytes = 200_000;
const mostPageBytes = 14_000;

const packedSize = async (bytes: Buffer) => (await promisify(brotliCompress)(bytes)).length;

describe.runIf(hasChromium())("the files of a first visit", () => {
  let folder: string;
  let page: string;
  beforeAll(async () => {
    folder = process.env[builtFolder] ?? (await buildApp());
    page = await readFile(join(folder, "index.html"), "utf8");
  });

  it("have at most 200 kB of compressed scripts before every page", async () => {
    const scripts = [...page.matchAll(/(?:src|href)="\/(assets\/[^"]+\.js)"/g)].map(([, file]) => file ?? "");
    const sizes = await Promise.all(scripts.map(async (file) => packedSize(await readFile(join(folder, file)))));
    const sum = sizes.reduce((one, other) => one + other, 0);
    console.log(`In front of every page: ${scripts.length} scripts, ${Math.round(sum / 1000)} kB packed.`);
    expect(sum).toBeGreaterThan(50_000);
    expect(sum).toBeLessThanOrEqual(mostEntryBytes);
  });

  it("start with a page that fits in one round trip and waits for no stylesheet or script", async () => {
    expect(await packedSize(Buffer.from(page))).toBeLessThan(mostPageBytes);
    expect(page).not.toMatch(/rel="stylesheet"|%[A-Z]+%|<script src/);
    expect((await readdir(join(folder, "assets"))).filter((file) => file.endsWith(".css"))).toEqual([]);
  });
});

describe.runIf(hasChromium())("before the app has loaded", () => {
  const screens = useScreens();
  const letGo: (() => void)[] = [];
  afterAll(() => {
    for (const go of letGo) go();
  });

  /** Opens a page whose scripts load when they are released. */
  const openHeld = async (path: string, options: Parameters<typeof screens.open>[1]) => {
    const { page } = await screens.open("/favicon.svg", options);
    const gate = Promise.withResolvers<void>();
    letGo.push(gate.resolve);
    await page.route(/\.js$/, async (route) => {
      await gate.promise;
      await route.continue();
    });
    await page.goto(new URL(path, page.url()).href, { waitUntil: "commit" });
    await page.locator("#shell").waitFor();
    return { page, begin: gate.resolve };
  };

  const placeOf = (page: Page, selector: string) => page.locator(selector).first().boundingBox();
  const ground = (page: Page) => page.evaluate("getComputedStyle(document.documentElement).backgroundColor");

  it.each([1440, 768, 390])("the heading and logo of Reports are already in place, %s px wide", async (width) => {
    const script = { "reports/get-reports": () => ({ data: [design("a", "Untitled1", 0)] }) };
    const { page, begin } = await openHeld("/Reports", { account, width, script });
    const before = { heading: await placeOf(page, "#shell h1"), mark: await placeOf(page, "#shell svg") };
    const words = await page.locator("#shell h1").textContent();
    begin();
    const heading = page.getByRole("heading", { level: 1, name: "Generate report" });
    await heading.waitFor();
    expect(words).toBe(await heading.textContent());
    const after = {
      heading: await placeOf(page, "main h1"),
      mark: await placeOf(page, "header svg[viewBox='0 0 32 32']"),
    };
    for (const what of ["heading", "mark"] as const)
      for (const side of ["x", "y"] as const)
        expect(Math.abs((before[what]?.[side] ?? 0) - (after[what]?.[side] ?? 99)), `${what}.${side}`).toBeLessThan(2);
  });

  it.each([
    ["light", "rgb(247, 247, 244)"],
    ["dark", "rgb(15, 20, 18)"],
  ] as const)("the background is that of the theme (%s), and stays", async (scheme, colour) => {
    const { page, begin } = await openHeld("/Reports", { account, scheme });
    expect(await ground(page)).toBe(colour);
    begin();
    await page.getByRole("heading", { level: 1, name: "Generate report" }).waitFor();
    expect(await ground(page)).toBe(colour);
  });

  it("the theme chosen in the browser takes precedence over the system's", async () => {
    const { page, begin } = await openHeld("/Reports", { account, scheme: "light" });
    await page.evaluate("localStorage.setItem('THEME_KEY', 'dark')");
    await page.goto(page.url(), { waitUntil: "commit" });
    await page.locator("#shell").waitFor();
    expect(await ground(page)).toBe("rgb(15, 20, 18)");
    begin();
  });

  it("a logged-out user sees nothing of a merchant's pages", async () => {
    const { page, begin } = await openHeld("/Reports", {});
    expect(await page.locator("#shell h1").isVisible()).toBe(false);
    expect(await page.locator("#shell b").first().isVisible()).toBe(false);
    begin();
    await page.getByRole("heading", { level: 1, name: "Log in to Sheaf" }).waitFor();
  });

  it("a page whose code doesn't load while Sheaf restarts reloads itself", async () => {
    const { page } = await screens.open("/favicon.svg", { account });
    let isAway = true;
    await page.route(/\.js$/, (route) =>
      isAway ? route.fulfill({ status: 503, body: "Sheaf is starting." }) : route.continue(),
    );
    const refused = page.waitForResponse((response) => response.status() === 503);
    await page.goto(new URL("/Reports", page.url()).href, { waitUntil: "commit" });
    await refused;
    isAway = false;
    await page.getByRole("heading", { level: 1, name: "Generate report" }).waitFor();
  });

  it("all code of Reports is requested at once", async () => {
    const { page, begin } = await openHeld("/Reports", { account });
    const asked = async () =>
      page.locator("link[rel=modulepreload], script[src]").evaluateAll((all) => all.map((one) => one.outerHTML).join());
    for (const file of ["/assets/app-", "/assets/frame-", "/assets/reports-"]) expect(await asked()).toContain(file);
    begin();
    await page.getByRole("heading", { level: 1, name: "Generate report" }).waitFor();
  });
});
