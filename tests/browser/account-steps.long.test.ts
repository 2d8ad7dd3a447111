import { describe, expect, it } from "vitest";
import type { Account } from "#domain/wire/account/account.ts";
import { expectAccessible, expectFitsTelephone } from "./support/axe.ts";
import { hasChromium } from "./support/chromium.ts";
import { tabTo } from "./support/keyboard.ts";
import type { OpenedPage, OpenOptions } from "./support/open-page.ts";
import { useScreens } from "./support/screens.ts";
import { account, type Script, type Scripted } from "./support/scripted-api.ts";

const newcomer: Account = { ...account, accept_terms_etc: null };

const statusOf = (Shop: Account): Script => ({
  "account/status": () => ({
    data: { Shop, LoginAction: { Action: Shop.accept_terms_etc ? 0 : 3, ActivationUrl: null } },
  }),
});

const loginAnswer = (Action: number, ActivationUrl: string | null = null): Scripted => ({
  data: { Shop: newcomer, Token: "t", LoginAction: { Action, ActivationUrl } },
});

const cannot = (code: string, message: string, details?: string): Scripted => ({
  status: 200,
  error: { code, message, ...(details ? { details } : {}) },
});

const declined = cannot("FeAuth-003", "The shop cannot login", "The charge was not approved on the store platform.");
const install = "/Install?shop=my-shop.myshopify.com&hmac=h&timestamp=1&returnurl=/Reports&host=o";

const alertOf = ({ page }: OpenedPage, text: string) => page.getByRole("alert").filter({ hasText: text }).waitFor();

describe.runIf(hasChromium())("the steps of the account flow", () => {
  const screens = useScreens();

  describe("install", () => {
    it("shows 'Authenticating application' while it sends the signed request to the server", async () => {
      const { page, callsOf } = await screens.open(install, { script: { "account/install": () => "no answer yet" } });
      await page.getByRole("heading", { name: "Authenticating application" }).waitFor();
      expect(await page.title()).toBe("Authenticating application · Sheaf");
      await expect
        .poll(() => callsOf("account/install").map(({ body }) => body))
        .toEqual([
          { Shopname: "my-shop.myshopify.com", Hmac: "h", Timestamp: "1", ReturnUrl: "/Reports", Query: { host: "o" } },
        ]);
    });

    it("is animated while it authenticates, except for users who prefer reduced motion", async () => {
      const moving = ({ page }: OpenedPage) =>
        page.locator("main div[aria-hidden=true]").evaluateAll((drawings) =>
          drawings.flatMap((drawing) =>
            drawing.getAnimations({ subtree: true }).map(({ playState, effect }) => {
              const { iterations } = effect?.getTiming() ?? {};
              return [playState, iterations];
            }),
          ),
        );
      /** How far right of the first grain each one stands, and whether it can be seen. */
      const grains = ({ page }: OpenedPage) =>
        page
          .locator("main div[aria-hidden=true] > :nth-child(2) > *")
          .evaluateAll((all) =>
            all.map((one) => [
              Math.round(one.getBoundingClientRect().x - (all[0]?.getBoundingClientRect().x ?? 0)),
              getComputedStyle(one).opacity,
            ]),
          );
      const script: Script = { "account/install": () => "no answer yet" };
      const lively = await screens.open(install, { script, motion: "no-preference" });
      await lively.page.getByRole("heading", { name: "Authenticating application" }).waitFor();
      await expect.poll(() => moving(lively)).toEqual(Array(3).fill(["running", Number.POSITIVE_INFINITY]));
      const calm = await screens.open(install, { script });
      await calm.page.getByRole("heading", { name: "Authenticating application" }).waitFor();
      expect(await moving(calm)).toEqual([]);
      expect(await grains(calm)).toEqual([
        [0, "1"],
        [32, "1"],
        [64, "1"],
      ]);
    });

    it("goes to the address that the server returns", async () => {
      const { page } = await screens.open(install, { script: { "account/install": () => ({ data: "/Documents" }) } });
      await page.waitForURL(/\/Documents$/);
    });

    it("goes to the start page without a shop", async () => {
      const { page, callsOf } = await screens.open("/Install?hmac=h&timestamp=1");
      await page.waitForURL(/\/Login$/);
      expect(callsOf("account/install")).toEqual([]);
    });

    it("says why it failed, and links back to login", async () => {
      const empty = await screens.open(install, { script: { "account/install": () => ({ data: null }) } });
      await alertOf(empty, "The shop cannot install");
      const malformed = await screens.open("/Install?shop=my-shop", {
        script: {
          "account/install": () => ({
            status: 400,
            error: { code: "install", message: "Installation request is not correctly formatted" },
          }),
        },
      });
      await alertOf(malformed, "Installation request is not correctly formatted");
      await malformed.page.getByRole("link", { name: "Go back to login" }).click();
      await malformed.page.waitForURL(/\/Login$/);
    });
  });

  it("login callback: says 'The shop cannot login' if the response is empty, and links back to login", async () => {
    const opened = await screens.open("/account/login-callback?code=c&hmac=h&shop=s&state=x&timestamp=1", {
      script: { "account/loginCallback": () => ({ data: null }) },
    });
    await alertOf(opened, "The shop cannot login");
    await opened.page.getByRole("link", { name: "Go back to login" }).click();
    await opened.page.waitForURL(/\/Login$/);
  });

  it("login callback: shows the server's message under 'The shop cannot login' if the platform doesn't answer", async () => {
    const tooLong = "The store platform is taking too long to answer. Try again in a minute.";
    const opened = await screens.open("/account/login-callback?code=c&hmac=h&shop=s&state=x&timestamp=1", {
      script: {
        "account/loginCallback": () => ({
          status: 503,
          error: { code: "FeAuth-002", message: "The shop cannot login", details: tooLong },
        }),
      },
    });
    await alertOf(opened, "The shop cannot login");
    await alertOf(opened, tooLong);
  });

  describe("charge", () => {
    it("continues with the step that the response names", async () => {
      const script = { "account/approveClientCharge": () => loginAnswer(3), ...statusOf(newcomer) };
      const { page } = await screens.open("/account/accept-charge?charge_id=1", { account: newcomer, script });
      await page.waitForURL(/\/Account\/accept-terms$/);
    });

    it("goes to the activation address if a charge is due, and says if there is none", async () => {
      const { page } = await screens.open("/account/accept-charge", {
        account: newcomer,
        script: { "account/approveClientCharge": () => loginAnswer(1, "/Documents") },
      });
      await page.waitForURL(/\/Documents$/);
      const without = await screens.open("/account/accept-charge", {
        account: newcomer,
        script: { "account/approveClientCharge": () => loginAnswer(1) },
      });
      await alertOf(without, "Charge is required but the API haven't returned one.");
    });

    it("shows the next step if it isn't approved, and continues after checking again", async () => {
      let approved = false;
      const opened = await screens.open("/account/accept-charge", {
        account: newcomer,
        script: {
          "account/approveClientCharge": () => (approved ? loginAnswer(3) : declined),
          ...statusOf(newcomer),
        },
      });
      const { page } = opened;
      await page.getByRole("heading", { name: "The charge is not approved" }).waitFor();
      await alertOf(opened, "The shop cannot login");
      await page.getByText("The charge was not approved on the store platform.").waitFor();
      await page.getByText(/If you declined it by mistake, log in again/).waitFor();
      approved = true;
      await page.getByRole("button", { name: "Check again" }).click();
      await page.waitForURL(/\/Account\/accept-terms$/);
    });

    it("has only 'Go back to login' after declining, by keyboard", async () => {
      const { page } = await screens.open("/account/accept-charge", {
        account: newcomer,
        script: { "account/approveClientCharge": () => declined },
      });
      const back = page.getByRole("main").getByRole("link");
      await tabTo(page, page.getByRole("link", { name: "Go back to login" }));
      expect(await back.allTextContents()).toEqual(["Go back to login"]);
      await page.keyboard.press("Enter");
      await page.waitForURL(/\/Login$/);
    });

    it("FeAuth-003: says 'The shop cannot login' if the response is empty, and links back to login", async () => {
      const opened = await screens.open("/account/accept-charge", {
        account: newcomer,
        script: { "account/approveClientCharge": () => ({ data: null }) },
      });
      await alertOf(opened, "The shop cannot login");
      await opened.page.getByRole("link", { name: "Go back to login" }).click();
      await opened.page.waitForURL(/\/Login$/);
    });
  });

  it("tier, FeAuth-003: says 'The shop cannot login' if the response is empty, and links back to login", async () => {
    const opened = await screens.open("/Account/select-tier", {
      account: newcomer,
      script: { "account/select-tier": () => ({ data: null }) },
    });
    await alertOf(opened, "The shop cannot login");
    expect(await opened.page.getByRole("progressbar").count()).toBe(0);
    await opened.page.getByRole("link", { name: "Go back to login" }).click();
    await opened.page.waitForURL(/\/Login$/);
  });

  it("tier: shows 'Shop is authorizing' with a spinner, and continues with the step that the response names", async () => {
    const waiting = await screens.open("/Account/select-tier", {
      account: newcomer,
      script: { "account/select-tier": () => "no answer yet" },
    });
    await waiting.page.getByRole("heading", { name: "Shop is authorizing" }).waitFor();
    await waiting.page.getByRole("progressbar", { name: "Shop is authorizing" }).waitFor();
    expect(await waiting.page.title()).toBe("Shop is authorizing · Sheaf");
    const done = await screens.open("/Account/select-tier", {
      account: newcomer,
      script: { "account/select-tier": () => loginAnswer(3), ...statusOf(newcomer) },
    });
    await done.page.waitForURL(/\/Account\/accept-terms$/);
  });

  describe("terms", () => {
    it("names the app, and states the authority to sign for the shop", async () => {
      const { page } = await screens.open("/Account/accept-terms", { account: newcomer, script: statusOf(newcomer) });
      await page.getByRole("heading", { name: "Sheaf", level: 1 }).waitFor();
      await page.getByText("Customize, export, and automate your orders effortlessly!").waitFor();
      await page.getByText(/legal representative with the authority to sign legal documents for the shop/).waitFor();
    });

    it("links to the three documents, each in a new tab", async () => {
      const { page } = await screens.open("/Account/accept-terms", { account: newcomer, script: statusOf(newcomer) });
      for (const [title, path] of [
        ["Privacy Notice", "/Documents/PrivacyNotice"],
        ["Terms of Service", "/Documents/TermsOfService"],
        ["Data Protection Agreement", "/Documents/DataProtectionAgreement"],
      ] as const) {
        const [tab] = await Promise.all([
          page.context().waitForEvent("page"),
          page.getByRole("main").getByRole("link", { name: title }).click(),
        ]);
        await tab.getByRole("heading", { name: title, level: 1 }).waitFor();
        expect(new URL(tab.url()).pathname).toBe(path);
      }
      expect(new URL(page.url()).pathname).toBe("/Account/accept-terms");
    });

    it("are accepted by keyboard, and news are wanted only if the second box is checked", async () => {
      const { page, callsOf } = await screens.open("/Account/accept-terms", {
        account: newcomer,
        script: { ...statusOf(newcomer), "account/accept-terms": () => ({ data: account }) },
      });
      const terms = page.getByRole("checkbox", { name: /I have read and accept/ });
      await tabTo(page, page.getByRole("button", { name: "Accept" }));
      await page.keyboard.press("Enter");
      await page.getByText("You have to read and accept the documents to continue").waitFor();
      expect(await terms.getAttribute("aria-invalid")).toBe("true");
      // The focus is on the missing field.
      await page.keyboard.press("Space");
      await page.getByText("You have to read and accept the documents to continue").waitFor({ state: "hidden" });
      expect(await terms.getAttribute("aria-invalid")).toBe("false");
      await tabTo(page, page.getByRole("checkbox", { name: /news about Sheaf/ }));
      await page.keyboard.press("Space");
      await tabTo(page, page.getByRole("button", { name: "Accept" }));
      await page.keyboard.press("Enter");
      await page.waitForURL(/\/Reports$/);
      expect(callsOf("account/accept-terms").map(({ body }) => body)).toEqual([
        { HasAccepted: true, HasAcceptMarketing: true },
      ]);
      const kept = await page.evaluate(() => localStorage.getItem("ACCOUNT_DATA_KEY") ?? "");
      expect(JSON.parse(kept)).toMatchObject({ accept_terms_etc: account.accept_terms_etc });
    });

    it("show an error of the account's status or of accepting", async () => {
      const opened = await screens.open("/Account/accept-terms", {
        account: newcomer,
        script: { "account/accept-terms": () => cannot("X", "The terms cannot be kept now.") },
      });
      await alertOf(opened, "The account cannot be read now.");
      await opened.page.getByRole("checkbox", { name: /I have read and accept/ }).check();
      await opened.page.getByRole("button", { name: "Accept" }).click();
      await alertOf(opened, "The terms cannot be kept now.");
    });
  });

  const toSee: { name: string; path: string; options: OpenOptions; ready: (page: OpenedPage) => Promise<unknown> }[] = [
    {
      name: "install",
      path: install,
      options: { script: { "account/install": () => "no answer yet" } },
      ready: ({ page }) => page.getByRole("heading", { name: "Authenticating application" }).waitFor(),
    },
    {
      name: "a charge that is not approved",
      path: "/account/accept-charge",
      options: { account: newcomer, script: { "account/approveClientCharge": () => declined } },
      ready: ({ page }) => page.getByRole("button", { name: "Check again" }).waitFor(),
    },
    {
      name: "accepted terms",
      path: "/Account/accept-terms",
      options: { account, script: statusOf(account) },
      ready: ({ page }) => page.getByText("You read and accept the legal documents at").waitFor(),
    },
  ];
  for (const scheme of ["light", "dark"] as const) {
    for (const { name, path, options, ready } of toSee) {
      it(`${name}, ${scheme}: is accessible and fits a phone`, async () => {
        const opened = await screens.open(path, { ...options, scheme });
        await ready(opened);
        await expectAccessible(opened.page);
        await expectFitsTelephone(opened.page);
      });
    }
  }
});
