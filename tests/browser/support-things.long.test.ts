import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ConsoleGiven, givenForConsole } from "#tests/support/console-given.ts";
import { type SupportPerson, signInAtConsole } from "#tests/support/support-person.ts";
import { until } from "#tests/support/until.ts";
import { expectAccessible, expectFitsTelephone } from "./support/axe.ts";
import { hasChromium } from "./support/chromium.ts";
import { type ConsolePage, startConsolePage } from "./support/console-page.ts";
import { tabTo } from "./support/keyboard.ts";
import { answerInPlace, deadJob, letIn, parked, stuckMail, throttledShop } from "./support/scripted-console.ts";

/**
 * The pages of one item at the console, for everybody and on a phone; actions on a job, and their authors.
 */

describe.runIf(hasChromium())("an item in the console", () => {
  let support: ConsolePage;
  let person: SupportPerson;
  let given: ConsoleGiven;
  const page = () => support.page;
  const api = (path: string) => `${support.url}/support/api/${path}`;
  const open = async (path: string) => {
    await page().setViewportSize({ width: 1440, height: 900 });
    await page().goto(`${support.url}/support/${path}`);
  };
  const shows = (text: string) => page().getByText(text, { exact: true }).first().waitFor();
  const firstOf = async (list: string, filter: object = {}): Promise<string> => {
    const rows = await until(`${list} has a row`, async () => {
      const listed = await person.list<{ id: string }>(list, { filter });
      return listed.total > 0 && listed.rows;
    });
    return encodeURIComponent(rows[0]?.id ?? "");
  };

  beforeAll(async () => {
    support = await startConsolePage();
    person = await signInAtConsole(support.sheaf, support.url, "agent-demo");
    given = await givenForConsole(support.sheaf, person);
    await letIn(page().context(), support.url, person);
  }, 600_000);
  afterAll(() => support?.close());

  const forEverybody = async () => {
    await page().waitForLoadState("networkidle");
    expect(
      await page().locator("#main-content .MuiButton-contained.MuiButton-colorPrimary").count(),
    ).toBeLessThanOrEqual(1);
    await support.inBothThemes(() => expectAccessible(page()));
    await expectFitsTelephone(page());
  };

  it.each<[string, () => string | Promise<string>, string]>([
    ["shop", () => `shops/${given.shop}`, "Exports containing an order"],
    ["export", () => `exports/${given.exported}`, "Export id"],
    ["automated report", () => `automations/${given.automation}`, "Daily takings"],
    ["run", () => `runs/${given.run}`, "Run id"],
    ["open job", async () => `open-jobs/${await firstOf("open-jobs", { state: "later" })}`, "Job id"],
    ["mail", async () => `mails/${await firstOf("mails")}`, "Number of recipients"],
    ["webhook", async () => `webhooks/${await firstOf("webhooks")}`, "The platform's id"],
    ["lag or disk", async () => `measures/${await firstOf("measures", { what: "disk" })}`, "Figure"],
    ["report in trouble", () => `troubled-reports/${given.automation}`, "Failed in a row"],
    ["impersonation", () => `impersonations/${given.look}`, "Their report of yesterday is empty."],
    ["act", async () => `console-acts/${await firstOf("console-acts", { what: "changed the tier" })}`, "Agent id"],
  ])("has an accessible page, also on a phone: %s", async (_name, path, shown) => {
    await open(`${await path()}/show`);
    await shows(shown);
    await forEverybody();
  });

  it.each([
    ["dead-jobs", deadJob, deadJob.reason],
    ["parked", parked, parked.reason],
    ["mails", stuckMail, "the mail server's certificate has expired"],
    ["throttled-shops", throttledShop, throttledShop.reason],
  ])("has a page even if it is rare: %s", async (list, thing, shown) => {
    await answerInPlace(page().context(), support.url, list, thing);
    await open(`${list}/${encodeURIComponent(thing.id)}/show`);
    await shows(shown ?? "");
    await forEverybody();
    await page().context().unrouteAll();
  });

  it("has a page that fits the window if it is short, with space above its first field", async () => {
    await open(`impersonations/${given.look}/show`);
    await shows("Their report of yesterday is empty.");
    expect(await page().evaluate("document.documentElement.scrollHeight - innerHeight")).toBe(0);
    const [card, label] = [page().locator(".RaShow-card"), page().locator(".RaLabeled-label").first()];
    const [above, below] = await Promise.all([card.boundingBox(), label.boundingBox()]);
    expect((below?.y ?? 0) - (above?.y ?? 0)).toBeGreaterThanOrEqual(24);
  });

  it.each([
    ["exports", "Requested"],
    ["automations", "Daily takings"],
    ["runs", "Begun"],
  ])("is in an accessible list: %s", async (list, shown) => {
    await open(list);
    await shows(shown);
    await page().waitForLoadState("networkidle");
    await support.inBothThemes(() => expectAccessible(page()));
  });

  it("is in the accessible list of dead jobs", async () => {
    await answerInPlace(page().context(), support.url, "dead-jobs", [deadJob]);
    await open("dead-jobs");
    await shows(deadJob.reason);
    await support.inBothThemes(() => expectAccessible(page()));
    await page().context().unrouteAll();
  });

  it("says by name and reason what is in trouble on a phone, or that all is well", async () => {
    const onPhone = async (list: string, rows: readonly unknown[]) => {
      await page().context().unrouteAll();
      await answerInPlace(page().context(), support.url, list, rows);
      await open(list);
      await page().setViewportSize({ width: 390, height: 844 });
    };
    await onPhone("parked", [parked]);
    await page().getByText(`${parked.readModel}: ${parked.documentId}`).waitFor();
    await page().getByText(parked.reason).waitFor();
    await onPhone("throttled-shops", [throttledShop]);
    await page().getByText(throttledShop.reason).waitFor();
    await onPhone("dead-jobs", []);
    await page().getByText("No job was given up. All is well.").waitFor();
    await support.inBothThemes(() => expectAccessible(page()));
    await page().context().unrouteAll();
    await open("runs");
    await page().setViewportSize({ width: 390, height: 844 });
    await page().getByText("Orders for the warehouse: delivered").first().waitFor();
  });

  it("links an export to its run and automated report, and an action to its impersonation", async () => {
    await open(`exports/export-${given.run}/show`);
    await page().getByRole("link", { name: "Open its run", exact: true }).press("Enter");
    await page().waitForURL(`**/runs/${given.run}/show`);
    await page().goBack();
    await page().getByRole("link", { name: "Open its automated report", exact: true }).press("Enter");
    await shows("Orders for the warehouse");
    await open("exports");
    await page().getByRole("link", { name: "Orders for the warehouse" }).first().press("Enter");
    await page().waitForURL("**/automations/*/show");
    await open(`impersonations/${given.look}/show`);
    await page().getByRole("link", { name: "Audit log", exact: true }).last().press("Enter");
    await page().waitForURL((address) => (address.searchParams.get("filter") ?? "").includes(given.shop));
    const asked = page().getByRole("row").filter({ hasText: "asked to look as the merchant" });
    await asked.getByText("Their report of yesterday is empty.").click();
    await page().getByRole("link", { name: "Open the impersonation session" }).press("Enter");
    await page().waitForURL(`**/impersonations/${given.look}/show`);
  });

  it.each([
    ["dead-jobs", "Try again", deadJob, "try-again", "The job is being tried again."],
    ["dead-jobs", "Drop job", deadJob, "drop", "The job was dropped."],
  ])("has actions that work by keyboard only: %s, %s", async (list, name, thing, verb, done) => {
    const asked: unknown[] = [];
    await page().route(`${api(list)}**`, (route) => {
      const request = route.request();
      const { pathname } = new URL(request.url());
      if (request.method() === "POST") {
        asked.push([decodeURIComponent(pathname), request.postDataJSON()]);
        // The first response is a refusal.
        return asked.length === 1
          ? route.fulfill({ status: 409, json: { code: "conflict", message: "Somebody was here before you." } })
          : route.fulfill({ json: { id: thing.id } });
      }
      const rows = asked.length < 2 ? [thing] : [];
      const range = { "content-range": `${list} 0-${Math.max(0, rows.length - 1)}/${rows.length}` };
      return route.fulfill({ json: pathname.endsWith(`/${list}`) ? rows : thing, headers: range });
    });
    await open(`${list}/${encodeURIComponent(thing.id)}/show`);
    await tabTo(page(), page().getByRole("button", { name, exact: true }));
    await page().keyboard.press("Enter");
    const dialog = page().getByRole("dialog");
    await expect.poll(() => dialog.getByLabel("Reason").evaluate((field) => field.matches(":focus"))).toBe(true);
    await page().keyboard.type("The cause is mended.");
    await support.inBothThemes(() => expectAccessible(page()));
    await page().keyboard.press("Enter");
    await dialog.getByText("Somebody was here before you.").waitFor();
    expect(await dialog.getByLabel("Reason").inputValue()).toBe("The cause is mended.");
    await page().keyboard.press("Enter");
    await page().getByText(done).waitFor();
    await page().waitForURL((address) => address.pathname === `/support/${list}`);
    // Its button is gone with its page, so the focus moves to the list.
    await expect.poll(() => page().evaluate("document.activeElement.id")).toBe("main-content");
    await page()
      .getByText(/All is well\.$/)
      .waitFor();
    const call = [`/support/api/${list}/${thing.id}/${verb}`, { reason: "The cause is mended." }];
    expect(asked).toEqual([call, call]);
    await page().unrouteAll();
  });

  it("has a retry for a stuck mail on its page, by keyboard only, and a link to its job", async () => {
    await answerInPlace(page().context(), support.url, "mails", stuckMail);
    const asked: unknown[] = [];
    await page().route(api("dead-jobs/**"), (route) => {
      asked.push([decodeURIComponent(new URL(route.request().url()).pathname), route.request().postDataJSON()]);
      return route.fulfill({ json: { id: stuckMail.id } });
    });
    await open(`mails/${encodeURIComponent(stuckMail.id)}/show`);
    await shows("stuck");
    await tabTo(page(), page().getByRole("button", { name: "Try again", exact: true }));
    await page().keyboard.press("Enter");
    await page().getByRole("dialog").getByText("Sheaf tries to send the e-mail for five more days.").waitFor();
    await page().keyboard.type("The certificate is new.");
    await support.inBothThemes(() => expectAccessible(page()));
    await page().keyboard.press("Enter");
    await page().getByText("Sheaf is trying to send the e-mail again.").waitFor();
    expect(asked).toEqual([
      [`/support/api/dead-jobs/${stuckMail.id}/try-again`, { reason: "The certificate is new." }],
    ]);
    await page().unrouteAll();
    await answerInPlace(page().context(), support.url, "dead-jobs", { ...deadJob, id: stuckMail.id });
    await page().getByRole("link", { name: "Open its job" }).press("Enter");
    await page().getByRole("button", { name: "Drop job" }).waitFor();
    await page().context().unrouteAll();
  });

  it("offers an agent only what agents may do, and says who may do the rest", async () => {
    await page().route(api("me"), async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ json: { ...(await answer.json()), name: "Demo colleague", role: "agent" } });
    });
    await open(`shops/${given.shop}/show`);
    await page().getByText("Demo colleague (agent)").waitFor();
    await page()
      .getByText(/^Your role is agent\. An admin can do this: .*Change tier.*Change quotas.*Change flag/)
      .waitFor();
    await page().getByRole("button", { name: "See as the merchant" }).waitFor();
    for (const name of ["Change tier", "Change quotas", "Change flag", "Waive charge"])
      expect(await page().getByRole("button", { name, exact: true }).count()).toBe(0);
    await support.inBothThemes(() => expectAccessible(page()));
    await open(`exports/${given.exported}/show`);
    await page().getByRole("button", { name: "Keep longer", exact: true }).waitFor();
    expect(
      await page()
        .getByText(/^Your role is/)
        .count(),
    ).toBe(0);
    await page().unrouteAll();
    expect(support.problems).toEqual([]);
  });
});
