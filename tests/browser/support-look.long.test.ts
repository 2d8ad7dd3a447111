import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import type { ImpersonationSession, SupportGrant } from "#domain/wire/support/impersonation.ts";
import { expectAccessible, expectFitsTelephone } from "./support/axe.ts";
import { hasChromium } from "./support/chromium.ts";
import { scriptedConfiguration } from "./support/configuration-scenes.ts";
import { tabTo } from "./support/keyboard.ts";
import { useScreens } from "./support/screens.ts";
import { account, type Script } from "./support/scripted-api.ts";
import { liveServer } from "./support/scripted-live.ts";
import {
  consolePage,
  look,
  lookBegins,
  pastLooks,
  scriptedLook,
  supportLookScenes,
  ticketPath,
} from "./support/support-look-scenes.ts";

/** A support person who impersonates a merchant, and the merchant who is notified. */

const banner = (page: Page) => page.getByRole("region", { name: "Sheaf support" });

describe.runIf(hasChromium())("an impersonation session", () => {
  const screens = useScreens();
  const begin = async (script: Script = {}, options: { width?: number; height?: number } = {}) => {
    const opened = await screens.open(ticketPath, {
      clockFrom: lookBegins,
      script: { ...scriptedLook(), ...script },
      ...options,
    });
    await banner(opened.page).waitFor();
    return opened;
  };

  it("starts with its ticket, which is used once, and shows agent, reason and remaining time on every page", async () => {
    const { page, callsOf } = await begin();
    expect(callsOf("account/impersonate").map(({ body }) => body)).toEqual(["a-ticket-of-the-console"]);
    await page.waitForURL("**/Reports");
    await page.getByRole("heading", { level: 1 }).waitFor();
    const text = await banner(page).innerText();
    expect(text).toContain("Demo agent of Sheaf support is viewing Aurora");
    expect(text).toContain(`Reason: ${look.Reason}`);
    expect(text).toContain("Looking only");
    expect(text).toMatch(/1[45]:\d\d left/);
    for (const path of ["ContactUs", "Documents"]) {
      await page.evaluate(`history.pushState(null, "", "/${path}"); dispatchEvent(new PopStateEvent("popstate"))`);
      await banner(page).waitFor();
    }
  });

  it("has no full screen for a live report, which would hide its banner", async () => {
    const { page } = await begin(liveServer(40).script);
    await page.evaluate('history.pushState(null, "", "/Live"); dispatchEvent(new PopStateEvent("popstate"))');
    await page.getByText(/^Gathered at: \d/).waitFor();
    await page.getByRole("button", { name: "Refresh now" }).waitFor();
    expect(await page.getByRole("button", { name: "Full screen" }).count()).toBe(0);
    await page.getByRole("button", { name: "Help and tips" }).click();
    await page.getByRole("heading", { name: "How fresh it is" }).waitFor();
    expect(await page.getByText("Full screen").count()).toBe(0);
    await banner(page).waitFor();
  });

  it.each(["support-banner-dialog", "support-banner-drawer"])(
    "stays visible on a phone, and can be ended, even if something else fills the screen: %s",
    async (name) => {
      const scene = supportLookScenes.find((one) => one.name === name);
      if (!scene) throw new Error(`There is no scene ${name}.`);
      const opened = await screens.open(scene.path, { ...scene.options, width: 390, height: 844 });
      await scene.ready(opened);
      await opened.page
        .locator("[data-support-banner]")
        .getByText(/^Demo agent of Sheaf support/)
        .click({ trial: true });
      // Found by its text: pages behind a dialog are hidden from screen readers.
      await opened.page.locator("[data-support-banner] button", { hasText: "End" }).click();
      await opened.page.waitForURL("**/Account/look-ended");
    },
  );

  /** The page after an impersonation session has ended. */
  const saysThatItEnded = async (page: Page, why: string) => {
    await page.waitForURL("**/Account/look-ended");
    await page.getByRole("heading", { level: 1, name: "Your session in Aurora has ended" }).waitFor();
    await page.getByText(why).waitFor();
    expect(await page.getByRole("link", { name: "Back to Aurora in the console" }).getAttribute("href")).toBe(
      consolePage,
    );
    expect(await banner(page).count()).toBe(0);
  };

  it("counts down its time, then says why it has ended, with a link to the console", async () => {
    let isOver = false;
    const { page } = await begin({
      "account/impersonation": () =>
        isOver ? { status: 401, error: { code: "look-ended", message: "The merchant ended it." } } : { data: look },
    });
    await page.clock.fastForward("10:00");
    await banner(page)
      .getByText(/^[45]:\d\d left$/)
      .waitFor();
    isOver = true;
    await page.clock.fastForward("00:20");
    await saysThatItEnded(page, "The merchant ended it.");
    await page.clock.fastForward("01:00:00");
    await saysThatItEnded(page, "The merchant ended it.");
    await page.reload();
    await saysThatItEnded(page, "The merchant ended it.");
    // Not even by Back to a page of the shop.
    await page.goBack();
    await saysThatItEnded(page, "The merchant ended it.");
    await expectAccessible(page);
  });

  it("can be ended by keyboard, and leaves nothing in the browser", async () => {
    const { page, callsOf } = await begin();
    await tabTo(page, banner(page).getByRole("button", { name: "End" }));
    await page.keyboard.press("Enter");
    await saysThatItEnded(page, "You ended it.");
    expect(callsOf("account/logout")).toHaveLength(1);
    const kept = await page.evaluate("JSON.stringify([{ ...localStorage }, { ...sessionStorage }])");
    expect(kept).not.toContain("token-of-a-look");
  });

  it("shows that it has ended, not the login page, after a logout, even without the console's address", async () => {
    const { page } = await begin({
      "account/impersonate": (...asked) => {
        const answer = scriptedLook()["account/impersonate"]?.(...asked);
        if (typeof answer !== "object" || !("data" in answer)) throw new Error("No look was scripted.");
        return { data: { ...(answer.data as object), Console: null } };
      },
    });
    await page.getByRole("button", { name: "Aurora" }).click();
    await page.getByRole("menuitem", { name: "Log out" }).click();
    await page.getByRole("heading", { level: 1, name: "Your session in Aurora has ended" }).waitFor();
    await page.getByText("Get a new link from the support console.").waitFor();
    expect(await page.getByRole("link", { name: /console/ }).count()).toBe(0);
  });

  it("exists only in its tab, and doesn't affect a login in the same browser", async () => {
    const { page } = await begin();
    const kept = (await page.evaluate("JSON.stringify({ ...localStorage })")) as string;
    expect(kept).not.toContain("token-of-a-look");
    const other = await page.context().newPage();
    await other.goto(new URL("/Login", page.url()).href);
    await other.getByRole("heading", { level: 1 }).waitFor();
    expect(await banner(other).count()).toBe(0);
  });

  it("shows whether the merchant allows changes", async () => {
    let now: ImpersonationSession = { ...look, ChangesUntil: "2026-11-20T11:00:00.000Z" };
    const { page } = await begin({ "account/impersonation": () => ({ data: now }) });
    await banner(page).getByText("Changes allowed until 2026/11/20 13:00").waitFor();
    now = look;
    await page.clock.fastForward("00:20");
    await banner(page).getByText("Looking only").waitFor();
  });

  it("shows an error and keeps the typed values if the merchant stopped changes before a save", async () => {
    const message =
      "The merchant doesn't let support make changes now, so nothing was saved. Ask them to allow it under Configuration, Support access.";
    const server = scriptedConfiguration();
    const { page } = await begin({
      ...server.script,
      "configuration/update": () => ({ status: 403, error: { code: "support-looks", message } }),
    });
    await page.evaluate('history.pushState(null, "", "/Configuration"); dispatchEvent(new PopStateEvent("popstate"))');
    const field = page.getByLabel("Send alerts to");
    await field.fill("typed@example.com");
    await page.getByText(message).waitFor();
    expect(await field.inputValue()).toBe("typed@example.com");
    await page.getByText("Only the merchant can see this, not Sheaf support.").waitFor();
    expect(await page.getByRole("button", { name: "Let support make changes" }).count()).toBe(0);
  });

  it("has a banner that is visible on a phone in both themes, and covers no page", async () => {
    const { page } = await begin({}, { width: 390, height: 844 });
    await expectFitsTelephone(page);
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      await expectAccessible(page);
    }
    // Two lines, of which a tap on the second shows all of the reason.
    const height = async () => (await banner(page).boundingBox())?.height ?? 0;
    expect(await height()).toBeLessThanOrEqual(72);
    const reason = banner(page).getByRole("button", { name: /^Looking only\. Reason: / });
    await reason.click();
    await banner(page).getByText(`Looks at Aurora. Looking only. Reason: ${look.Reason}`).waitFor();
    expect(await height()).toBeGreaterThan(90);
    await expectFitsTelephone(page);
    await banner(page).getByRole("button", { expanded: true }).click();
    await page.evaluate("scrollTo(0, document.body.scrollHeight)");
    const box = await banner(page).boundingBox();
    const header = await page.locator("header").first().boundingBox();
    expect(box?.y).toBe(0);
    expect(Math.round(header?.y ?? -1)).toBe(Math.round(box?.height ?? 0));
  });
});

describe.runIf(hasChromium())("Support access", () => {
  const screens = useScreens();
  const show = async (script: Script = {}) => {
    let grant: SupportGrant | null = null;
    const opened = await screens.open("/Configuration#SupportAccess", {
      account,
      script: {
        ...scriptedConfiguration().script,
        "support/get-looks": () => ({ data: { ...pastLooks, Grant: grant } }),
        "support/allow-changes": (body) => {
          const { Hours } = body as { Hours: number };
          grant = { AllowedAt: lookBegins, Hours, Until: "2026-11-21T10:00:00.000Z" };
          return { data: grant };
        },
        "support/stop-changes": () => {
          grant = null;
          return { data: null };
        },
        "support/end-look": () => ({ data: true }),
        ...script,
      },
    });
    await opened.page.getByRole("heading", { name: "Support sessions" }).waitFor();
    return opened;
  };

  it("lets support make changes for a chosen time, and stops that, by keyboard only", async () => {
    const { page, callsOf } = await show();
    await page.getByText("Support may only look.").waitFor();
    await tabTo(page, page.getByRole("combobox", { name: "For how long" }));
    await page.keyboard.press("Enter");
    await page.getByRole("option", { name: "24 hours" }).waitFor();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await tabTo(page, page.getByRole("button", { name: "Let support make changes" }));
    await page.keyboard.press("Enter");
    await page.getByText("Support may make changes until 2026/11/21 12:00.").waitFor();
    expect(callsOf("support/allow-changes").map(({ body }) => body)).toEqual([{ Hours: 24 }]);
    await tabTo(page, page.getByRole("button", { name: "Stop changes" }));
    await page.keyboard.press("Enter");
    await page.getByText("Support may only look.").waitFor();
  });

  it("shows who impersonated the merchant, when, why and with which changes, and ends a session", async () => {
    const { page, callsOf } = await show();
    const looks = page.getByRole("list", { name: "Support sessions" });
    const first = await looks.getByRole("listitem").first().innerText();
    expect(first).toContain("Sheaf support (Demo agent)");
    expect(first).toContain("Viewing since 2026/11/20 12:00, until 12:15 at most.");
    expect(first).toContain(`Reason: ${look.Reason}`);
    expect(first).toContain("2 changes, under What support did.");
    const did = page.getByRole("list", { name: "What support did" }).getByRole("listitem").first();
    expect(await did.innerText()).toContain("Date format: from YYYY/MM/DD to DD/MM/YYYY.");
    expect(await did.innerText()).toContain("Sheaf support (Demo agent), 2026/11/20 12:03");
    await looks.getByText("2026/11/12 10:00 to 10:07. They ended it. Nothing was changed.").waitFor();
    await page.getByRole("button", { name: "End: Demo agent" }).click();
    await expect.poll(() => callsOf("support/end-look").map(({ body }) => body)).toEqual(["l2"]);
  });

  it("shows an error, and keeps the choice", async () => {
    const message = "The server is busy. Try again in a moment.";
    const { page } = await show({
      "support/allow-changes": () => ({ status: 503, error: { code: "busy", message } }),
    });
    await page.getByRole("button", { name: "Let support make changes" }).click();
    await page.getByText(message).waitFor();
    await page.getByText("Support may only look.").waitFor();
  });
});
