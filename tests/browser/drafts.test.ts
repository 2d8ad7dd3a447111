import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import type { UpdateFilterPayload } from "#domain/wire/filters/filters.ts";
import { expectAccessible, expectFitsTelephone } from "./support/axe.ts";
import { hasChromium } from "./support/chromium.ts";
import type { OpenOptions } from "./support/open-page.ts";
import { useScreens } from "./support/screens.ts";
import { account, type Script, scriptApi } from "./support/scripted-api.ts";
import { emptyFilter, filterServer } from "./support/scripted-filters.ts";

const address = "/Filters/Edit/f1";
const title = (page: Page) => page.getByRole("textbox", { name: "Title" });
const tags = (page: Page) => page.getByRole("combobox", { name: "Tags", exact: true });
const counted = (page: Page) => page.getByText(/^(<=)?[\d,]+ orders?$/).waitFor();
const retry = (page: Page) => page.getByRole("button", { name: "retry connection" }).click();
/** Everything that the browser stores, as text. */
const kept = (page: Page): Promise<string> => page.evaluate("JSON.stringify({ ...localStorage, ...sessionStorage })");

describe.runIf(hasChromium())("values typed without a connection", () => {
  const screens = useScreens();

  /** An editor whose server can be unplugged. */
  const edit = async (options: OpenOptions = {}) => {
    const { server, script } = filterServer(emptyFilter);
    const line = { up: true };
    const sent: UpdateFilterPayload[] = [];
    const scripted: Script = {
      ...script,
      "filters/update-filter": (body, url) => {
        sent.push(body as UpdateFilterPayload);
        return script["filters/update-filter"]?.(body, url) ?? "no response";
      },
      "instrumentation/isOnline": () => ({ data: true }),
    };
    const cut: Script = Object.fromEntries(
      Object.entries(scripted).map(([path, reply]) => [
        path,
        (body: unknown, url: URL) => (line.up ? reply(body, url) : "no response"),
      ]),
    );
    const opened = await screens.open(address, { account, script: cut, ...options });
    const { page } = opened;
    await counted(page);
    /** Types without a connection, and waits for the offline page. */
    const typeOffline = async (text: string) => {
      line.up = false;
      await title(page).fill(text);
      // With a clock that stands still, the pauses before and between the tries.
      if (options.clockFrom) await page.clock.runFor(2000);
      await page.waitForURL(/\/Offline$/);
    };
    return { ...opened, server, line, sent, script: cut, typeOffline };
  };

  it("are kept for more than five minutes, and then saved", async () => {
    const { page, server, line, typeOffline } = await edit({ clockFrom: "2026-11-20T10:00:00Z" });
    await typeOffline("Typed offline");
    await page.getByText("kept in this browser").waitFor();
    await page.clock.runFor(6 * 60_000);
    line.up = true;
    await page.clock.runFor(16_000);
    await page.waitForURL(/\/Filters\/Edit\/f1$/);
    await expect.poll(() => title(page).inputValue()).toBe("Typed offline");
    await expect.poll(() => server.filter.title).toBe("Typed offline");
    await expect.poll(() => kept(page)).not.toContain("DRAFT_KEY");
  });

  it("survive failed reloads of the page, and a reload before the API answers", async () => {
    const { page: first, server, script, line } = await edit();
    // In its own tab, without what logs in the first one.
    const page = await first.context().newPage();
    page.setDefaultTimeout(20_000);
    await scriptApi(page, script);
    await page.goto(first.url());
    await counted(page);
    line.up = false;
    await title(page).fill("Typed offline");
    await page.getByRole("heading", { name: "You're offline" }).waitFor();
    await page.route(/.*/, (route) => route.abort("connectionrefused"));
    await expect(page.reload()).rejects.toThrow("ERR_CONNECTION_REFUSED");
    await page.waitForURL(/^chrome-error:/);
    await page.unroute(/.*/);
    await page.reload();
    await page.getByText("kept in this browser").waitFor();
    line.up = true;
    await retry(page);
    await page.waitForURL(/\/Filters\/Edit\/f1$/);
    await expect.poll(() => title(page).inputValue()).toBe("Typed offline");
    await expect.poll(() => server.filter.title).toBe("Typed offline");
  });

  it("survive a closed tab, and are saved from another page's link to them", async () => {
    const { page, line, server, script, typeOffline } = await edit();
    await typeOffline("Typed offline");
    const context = page.context();
    await page.close();
    line.up = true;
    const back = await context.newPage();
    back.setDefaultTimeout(20_000);
    await scriptApi(back, script);
    await back.goto(new URL("/ContactUs", page.url()).href);
    const notice = back.getByText("Your changes to the filter “New filter 1” are not saved yet. Open it to save them.");
    await notice.waitFor();
    await expectAccessible(back);
    await back.getByRole("link", { name: "Open filter" }).click();
    await expect.poll(() => title(back).inputValue()).toBe("Typed offline");
    await expect.poll(() => server.filter.title).toBe("Typed offline");
    await back.getByRole("banner").getByRole("link", { name: "Contact Us" }).click();
    await back.getByRole("button", { name: "Submit" }).waitFor();
    expect(await notice.count()).toBe(0);
    expect(await kept(back)).not.toContain("DRAFT_KEY");
  });

  it("include text in a field that wasn't entered yet", async () => {
    const { page, line, server } = await edit();
    await tags(page).fill("half-typed");
    line.up = false;
    await page.evaluate("window.dispatchEvent(new Event('focus'))");
    await page.waitForURL(/\/Offline$/);
    line.up = true;
    await retry(page);
    await expect.poll(() => server.filter.OrderSievers).toEqual([{ Field: 1001, Filter: ["half-typed"] }]);
  });

  it("are removed from the browser at logout, also for the next login of the same shop", async () => {
    const { page, line, sent, typeOffline } = await edit();
    await typeOffline("ann@example.com");
    expect(await kept(page)).toContain("ann@example.com");
    line.up = true;
    await page.goto(new URL("/ContactUs", page.url()).href);
    await page.getByRole("button", { name: "Aurora" }).click();
    await page.getByRole("menuitem", { name: "Log out" }).click();
    await page
      .getByRole("dialog", { name: "Log out without saving?" })
      .getByRole("button", { name: "Log out" })
      .click();
    await page.getByText("You are logged out.").waitFor();
    expect(await kept(page)).not.toContain("ann@example.com");
    await page.evaluate((who) => {
      localStorage.setItem("AUTH_TOKEN_KEY", "another");
      localStorage.setItem("ACCOUNT_DATA_KEY", who);
    }, JSON.stringify(account));
    await page.goto(new URL(address, page.url()).href);
    await counted(page);
    expect(await title(page).inputValue()).toBe("New filter 1");
    expect(sent).toEqual([]);
  });

  it("stay if the login expires and the same shop returns", async () => {
    let known = true;
    const { server, script } = filterServer(emptyFilter);
    const { page } = await screens.open(address, {
      account,
      script: {
        ...script,
        "filters/update-filter": (body, url) =>
          known
            ? (script["filters/update-filter"]?.(body, url) ?? "no response")
            : { status: 401, error: { code: "Unauthorized", message: "User is not authorized." } },
      },
    });
    await counted(page);
    known = false;
    await title(page).fill("Typed too late");
    await page.waitForURL(/\/Login$/);
    known = true;
    await page.evaluate((who) => {
      localStorage.setItem("AUTH_TOKEN_KEY", "another");
      localStorage.setItem("ACCOUNT_DATA_KEY", who);
    }, JSON.stringify(account));
    await page.goto(new URL(address, page.url()).href);
    await expect.poll(() => server.filter.title).toBe("Typed too late");
  });

  it("are neither shown to another shop nor sent by it, even from a page that stayed open", async () => {
    const { server, script } = filterServer(emptyFilter);
    let fails = true;
    const sent: unknown[] = [];
    const { page } = await screens.open(address, {
      account,
      script: {
        ...script,
        "filters/update-filter": (body, url) => {
          if (fails) return { status: 500, error: { code: "Failed", message: "That did not work." } };
          sent.push(body);
          return script["filters/update-filter"]?.(body, url) ?? "no response";
        },
      },
    });
    await counted(page);
    await title(page).fill("For Aurora alone");
    await page.getByText("Your last changes are not saved yet.", { exact: false }).waitFor();
    fails = false;
    const other = await page.context().newPage();
    other.setDefaultTimeout(20_000);
    await scriptApi(other, script);
    await other.goto(new URL("/Login", page.url()).href);
    const become = (id: string, name: string) =>
      other.evaluate(
        ([who]) => {
          localStorage.setItem("AUTH_TOKEN_KEY", "another");
          localStorage.setItem("ACCOUNT_DATA_KEY", who ?? "");
        },
        [JSON.stringify({ ...account, id, name })],
      );
    await become("another-tenant", "Borealis");
    // The first page is the other shop's now.
    await page.getByRole("button", { name: "Borealis" }).waitFor();
    await expect.poll(() => title(page).inputValue()).toBe("New filter 1");
    await other.goto(new URL("/ContactUs", page.url()).href);
    await other.getByRole("button", { name: "Submit" }).waitFor();
    expect(await other.getByText("are not saved yet").count()).toBe(0);
    await other.goto(page.url());
    await counted(other);
    expect(await title(other).inputValue()).toBe("New filter 1");
    expect(sent).toEqual([]);
    expect(server.filter.title).toBe("New filter 1");
    // Its own shop finds it again.
    await become(account.id, account.name);
    await other.reload();
    await expect.poll(() => server.filter.title).toBe("For Aurora alone");
  });

  it("are kept only in the open page, which says so, if the browser's storage is full", async () => {
    const { page, line, server, typeOffline } = await edit();
    await page.evaluate(`{
      let piece = "x".repeat(1_000_000);
      while (piece.length > 0)
        try { localStorage.setItem("FULL" + piece.length + Math.random(), piece); } catch { piece = piece.slice(0, piece.length >> 1); }
    }`);
    await typeOffline("No room for this title");
    await page.getByText("this browser's storage is full. Keep this page open.").waitFor();
    expect(await page.getByText("kept in this browser").count()).toBe(0);
    await expectAccessible(page);
    await expectFitsTelephone(page);
    line.up = true;
    await retry(page);
    await page.waitForURL(/\/Filters\/Edit\/f1$/);
    await expect.poll(() => server.filter.title).toBe("No room for this title");
  });

  it("are removed if the user leaves without saving", async () => {
    const { page } = await edit();
    await title(page).fill("");
    await page.getByRole("banner").getByRole("link", { name: "Contact Us" }).click();
    const dialog = page.getByRole("dialog", { name: "Not everything is saved" });
    await dialog.getByRole("button", { name: "Leave without saving" }).click();
    await page.getByRole("button", { name: "Submit" }).waitFor();
    expect(await kept(page)).not.toContain("DRAFT_KEY");
    await page.goBack();
    await counted(page);
    expect(await title(page).inputValue()).toBe("New filter 1");
  });
});
