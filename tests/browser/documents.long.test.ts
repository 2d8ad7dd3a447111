import { describe, expect, it } from "vitest";
import { expectAccessible, expectFitsTelephone } from "./support/axe.ts";
import { hasChromium } from "./support/chromium.ts";
import { tabTo } from "./support/keyboard.ts";
import { useScreens } from "./support/screens.ts";
import { account, type Script } from "./support/scripted-api.ts";

const documents = [
  { path: "/Documents/PrivacyNotice", title: "Privacy Notice" },
  { path: "/Documents/TermsOfService", title: "Terms of Service" },
  { path: "/Documents/DataProtectionAgreement", title: "Data Protection Agreement" },
];

const withAddresses: Script = {
  "app-config": () => ({
    data: {
      Environment: "local",
      Links: {
        Review: null,
        Chat: null,
        AppStore: null,
        SupportEmail: "support@sheaf.example",
        PostalAddress: "Sheaf\n1 Example Street\n00000 Example",
      },
      DemoShops: [],
    },
  }),
};

describe.runIf(hasChromium())("the legal documents", () => {
  const screens = useScreens();

  it("have a public landing page with three buttons that lead to them", async () => {
    const { page } = await screens.open("/documents");
    await page.getByRole("heading", { name: "Legal documents", level: 1 }).waitFor();
    expect(await page.title()).toBe("Legal documents · Sheaf");
    const main = page.getByRole("main");
    expect(await main.getByRole("link").count()).toBe(3);
    for (const { path, title } of documents) {
      await main.getByRole("link", { name: title }).click();
      await page.getByRole("heading", { name: title, level: 1 }).waitFor();
      expect(new URL(page.url()).pathname).toBe(path);
      expect(await page.title()).toBe(`${title} · Sheaf`);
      await page.getByText("Last updated 25 March 2023").waitFor();
      await main.getByRole("link", { name: "Legal documents" }).click();
      await page.getByRole("heading", { name: "Legal documents", level: 1 }).waitFor();
    }
  });

  it("can be reached and read by keyboard only: landing page, document, a section by the contents", async () => {
    const { page } = await screens.open("/Documents");
    await tabTo(page, page.getByRole("main").getByRole("link", { name: "Terms of Service" }));
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Terms of Service", level: 1 }).waitFor();
    await tabTo(page, page.getByRole("navigation", { name: "Contents" }).getByRole("link", { name: "Law and courts" }));
    await page.keyboard.press("Enter");
    const section = page.locator("#law");
    await expect.poll(() => section.evaluate((element) => element === document.activeElement)).toBe(true);
    await expect.poll(() => page.evaluate("location.hash")).toBe("#law");
  });

  it("show when they were accepted, in the shop's time zone, only to the merchant who did", async () => {
    for (const { path } of documents) {
      const mine = await screens.open(path, { account });
      await mine.page.getByText("You read and accept this legal document at 2026/11/20 10:00").waitFor();
    }
    const [{ path }] = documents as [(typeof documents)[0]];
    for (const who of [null, { ...account, accept_terms_etc: null }]) {
      const { page } = await screens.open(path, { account: who });
      await page.getByRole("heading", { name: "Privacy Notice", level: 1 }).waitFor();
      expect(await page.getByText("You read and accept this legal document").count()).toBe(0);
    }
  });

  it("have the guest layout: a Login button, or a link back to the shop for logged-in merchants", async () => {
    const guest = await screens.open("/Documents");
    await guest.page.getByRole("link", { name: "Login" }).waitFor();
    expect(await guest.page.getByRole("link", { name: "Reports" }).count()).toBe(0);
    const mine = await screens.open("/Documents", { account });
    await mine.page.getByRole("banner").getByRole("link", { name: "Back to Aurora" }).click();
    await mine.page.waitForURL(/\/Reports$/);
  });

  it("open at the section that the address names, below the header", async () => {
    for (const who of [null, account]) {
      const { page } = await screens.open("/Documents/PrivacyNotice#report-files", { account: who });
      const section = page.locator("#report-files");
      await section.waitFor();
      await expect
        .poll(async () => {
          const top = (await section.boundingBox())?.y ?? -1;
          const header = await page.locator("header").first().boundingBox();
          return top > 0 && top < 400 && top >= (header && header.y >= 0 ? header.y + header.height : 0);
        })
        .toBe(true);
    }
  });

  it("lead to a section from the contents, also a second time after scrolling away", async () => {
    const { page } = await screens.open("/Documents/DataProtectionAgreement");
    const link = page.getByRole("navigation", { name: "Contents" }).getByRole("link", { name: "Breaches" });
    for (const _time of ["first", "second"]) {
      await link.click();
      await expect.poll(async () => (await page.locator("#breaches").boundingBox())?.y ?? -1).toBeLessThan(400);
      await page.evaluate("window.scrollTo(0, 0)");
      await expect.poll(() => page.evaluate("window.scrollY")).toBe(0);
    }
  });

  it("number sections and paragraphs, and refer to them by links", async () => {
    const { page } = await screens.open("/Documents/PrivacyNotice");
    await page.getByRole("heading", { name: "1. Who we are and who this notice is for" }).waitFor();
    await page.getByText("1.2", { exact: true }).waitFor();
    await page.getByRole("link", { name: "section 2" }).first().click();
    await expect.poll(() => page.evaluate("location.hash")).toBe("#what-we-keep");
    await page.getByRole("main").getByRole("link", { name: "Data Protection Agreement" }).first().click();
    await page.getByRole("heading", { name: "Data Protection Agreement", level: 1 }).waitFor();
  });

  it("state the courts, the prices of the tiers and how long files are kept", async () => {
    const terms = await screens.open("/Documents/TermsOfService");
    await terms.page.getByText("The courts of Corfu decide").waitFor();
    await terms.page.getByRole("row", { name: "Growth 19.00 USD 25 25 10" }).waitFor();
    await terms.page.getByText("Payments are non-refundable.").waitFor();
    const agreement = await screens.open("/Documents/DataProtectionAgreement");
    await agreement.page.getByText("The courts of Athens decide").waitFor();
    await agreement.page.getByRole("row", { name: "automated, every 6, 8 or 12 hours 4 days" }).waitFor();
  });

  it("give every region of a page a unique name, including tables", async () => {
    for (const { path, title } of documents) {
      const { page } = await screens.open(path);
      await page.getByRole("heading", { name: title, level: 1 }).waitFor();
      const names = await page.getByRole("region").evaluateAll((regions) =>
        regions.map((region) => {
          const heading = document.getElementById(region.getAttribute("aria-labelledby") ?? "");
          return region.getAttribute("aria-label") ?? heading?.textContent ?? "";
        }),
      );
      expect(names.length).toBeGreaterThan(5);
      expect(names).not.toContain("");
      expect(new Set(names).size, names.join("; ")).toBe(names.length);
    }
    const { page } = await screens.open("/Documents/PrivacyNotice");
    await page.getByRole("region", { name: "Table 2.1, What we keep", exact: true }).getByRole("table").waitFor();
  });

  it("name only configured addresses", async () => {
    const all = await screens.open("/Documents/PrivacyNotice", { script: withAddresses });
    const main = all.page.getByRole("main");
    await main.getByText("1 Example Street").waitFor();
    expect(await main.getByRole("link", { name: "support@sheaf.example" }).getAttribute("href")).toBe(
      "mailto:support@sheaf.example",
    );
    const few = await screens.open("/Documents/PrivacyNotice");
    await few.page.getByRole("main").getByText("support@sheaf.example").waitFor();
    expect(await few.page.getByText("by post").count()).toBe(0);
  });

  it("are printed as text only, dark on white in either theme", async () => {
    const { page } = await screens.open("/Documents/TermsOfService", { account, scheme: "dark" });
    await page.getByRole("heading", { name: "Terms of Service", level: 1 }).waitFor();
    await page.evaluate("window.print = () => { window.printed = true; }");
    await page.getByRole("button", { name: "Print" }).click();
    expect(await page.evaluate("window.printed")).toBe(true);
    await page.emulateMedia({ media: "print" });
    await expect
      .poll(() => page.locator("header:visible, footer:visible, nav:visible, button:visible").count())
      .toBe(0);
    const colour = () => page.locator("#law").evaluate((element) => getComputedStyle(element).color);
    await expect.poll(colour).toBe("rgb(0, 0, 0)");
    const behind = () =>
      page.getByText("You read and accept").evaluate((element) => {
        const note = element.closest("[role=alert]");
        return note && getComputedStyle(note).backgroundColor;
      });
    await expect.poll(behind).toBe("rgb(255, 255, 255)");
  });

  for (const scheme of ["light", "dark"] as const) {
    it(`are accessible and fit a phone, ${scheme}`, async () => {
      for (const [path, who] of [
        ["/Documents", null],
        ["/Documents/PrivacyNotice", account],
        ["/Documents/TermsOfService", null],
        ["/Documents/DataProtectionAgreement", account],
      ] as const) {
        const { page } = await screens.open(path, { account: who, scheme, script: withAddresses });
        await page.getByRole("heading", { level: 1 }).waitFor();
        await expectAccessible(page);
        await expectFitsTelephone(page);
        await expectAccessible(page);
      }
    });
  }
});
