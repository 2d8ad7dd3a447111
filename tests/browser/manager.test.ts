import type { Locator, Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { expectFitsTelephone } from "./support/axe.ts";
import { hasChromium } from "./support/chromium.ts";
import { starterButton } from "./support/new-design.ts";
import type { OpenOptions } from "./support/open-page.ts";
import { useScreens } from "./support/screens.ts";
import { account, type Script, type Scripted } from "./support/scripted-api.ts";
import { automation } from "./support/scripted-automation-list.ts";
import { managerServer, manyFilters, widest } from "./support/scripted-manager.ts";

type Section = "Report designs" | "Filters";

const section = (page: Page, name: Section): Locator => page.getByRole("region", { name, exact: true });
const rows = (page: Page, name: Section): Locator => section(page, name).getByRole("listitem");
/** Titles of a list in their order; without their notes. */
const titles = (page: Page, name: Section): Promise<string[]> =>
  rows(page, name).evaluateAll((items) =>
    items.map((item) => item.querySelector('[data-part="title"]')?.textContent ?? ""),
  );
const more = (page: Page, title: string): Locator =>
  page.getByRole("button", { name: `More actions for ${title}`, exact: true });
const entry = (page: Page, name: string): Locator => page.getByRole("menuitem", { name, exact: true });
const choose = async (page: Page, title: string, name: string): Promise<void> => {
  await more(page, title).click();
  await entry(page, name).click();
};
const toast = (page: Page, text: string): Promise<void> => page.getByText(text, { exact: true }).waitFor();
const failing = (): Scripted => ({
  status: 503,
  error: { code: "Busy", message: "The server is busy. Try again in a moment." },
});

const kinds = [
  {
    name: "Report designs",
    folder: "reports",
    first: "Accounting, monthly",
    second: "Packing list",
    third: "Warehouse",
  },
  {
    name: "Filters",
    folder: "filters",
    first: "Wholesale, to be shipped",
    second: "Returns",
    third: "Athens Warehouse",
  },
] as const;

const words = {
  reports: {
    create: "Create report design",
    full: "You cannot add new reports. You have exceed the report's quota",
    fullClone: "You have exceeded the report's quota",
    deleted: "The report is deleted",
    refused: "Error deleting report",
    confirm: "Delete report design",
    cannot: {
      fetch: "Cannot fetch reports from server",
      create: "Cannot create a new report",
      clone: "Cannot clone the report",
      remove: "Cannot delete the report",
      order: "Cannot save report's ordering",
    },
  },
  filters: {
    create: "Create filter",
    full: "You cannot add new filters. You have exceed the filter's quota",
    fullClone: "You have exceeded the filter's quota",
    deleted: "The filter is deleted",
    refused: "Error deleting filter",
    confirm: "Delete filter",
    cannot: {
      fetch: "Cannot fetch filters from server",
      create: "Cannot create a new filter",
      clone: "Cannot clone the filter",
      remove: "Cannot delete the filter",
      order: "Cannot save filter's ordering",
    },
  },
} as const;

describe.runIf(hasChromium())("the Manager", () => {
  const screens = useScreens();
  const open = async (
    given: { server?: ReturnType<typeof managerServer>; change?: Script; options?: OpenOptions; rows?: boolean } = {},
  ) => {
    const server = given.server ?? managerServer();
    const script = { ...server.script, ...given.change };
    const opened = await screens.open("/Manager", { account, script, ...given.options });
    if (given.rows !== false) await rows(opened.page, "Filters").first().waitFor();
    return { ...opened, server };
  };

  it("lists report designs and filters in their order, and is linked from the header", async () => {
    const { page } = await open();
    await expect
      .poll(() => titles(page, "Report designs"))
      .toEqual(["Accounting, monthly", "Packing list", "Warehouse"]);
    expect(await titles(page, "Filters")).toEqual(["Wholesale, to be shipped", "Returns", "Athens Warehouse"]);
    await section(page, "Filters").getByText("3 of 5").waitFor();
    expect(await page.title()).toBe("Manager · Sheaf");
    const links = page.getByRole("navigation", { name: "Main" }).getByRole("link");
    expect(await links.allTextContents()).toEqual(["Reports", "Live", "Manager", "Automation", "Contact Us"]);
  });

  it("doesn't list the pages' own filters", async () => {
    const { page } = await open();
    expect(await page.getByText("Custom filter").count()).toBe(0);
  });

  it("leads from a filter to its editor", async () => {
    const { page } = await open();
    expect(await page.getByRole("link", { name: "Returns" }).getAttribute("href")).toBe("/Filters/Edit/f2");
    // The whole row is a link, not only its title.
    await rows(page, "Filters")
      .nth(1)
      .click({ position: { x: 300, y: 20 } });
    await page.waitForURL(/\/Filters\/Edit\/f2$/);
  });

  it("shows the lists side by side on a wide screen, and below each other on a phone", async () => {
    const { page } = await open();
    const boxes = async () =>
      Promise.all((["Report designs", "Filters"] as const).map((name) => section(page, name).boundingBox()));
    const [left, right] = await boxes();
    expect(left?.y).toBe(right?.y);
    await expectFitsTelephone(page);
    const [above, below] = await boxes();
    expect(below?.y).toBeGreaterThan((above?.y ?? 0) + (above?.height ?? 0));
  });

  it("says if it is empty, with the button below", async () => {
    const { page } = await open({ server: managerServer({ designs: [], filters: [] }), rows: false });
    for (const [empty, name] of [
      ["No report design available", "Create report design"],
      ["No filters created", "Create filter"],
    ] as const) {
      const heading = await page.getByRole("heading", { name: empty }).boundingBox();
      const button = await page.getByRole("button", { name }).boundingBox();
      expect(button?.y).toBeGreaterThan((heading?.y ?? 0) + (heading?.height ?? 0));
    }
    await page.getByRole("button", { name: "Create filter" }).click();
    await page.waitForURL(/\/Filters\/Edit\/new1$/);
  });

  it("truncates a long title, and shows all of it in a tooltip", async () => {
    const { page } = await open({
      server: managerServer({ filters: [{ ...manyFilters[0], title: widest } as never] }),
    });
    const title = page.getByRole("link", { name: widest });
    const hint = await title.evaluate((link) => link.closest("[title]")?.getAttribute("title"));
    expect(hint?.split("\n")[0]).toBe(widest);
    expect(await title.evaluate((link) => link.scrollWidth > link.clientWidth)).toBe(true);
    await expectFitsTelephone(page);
  });

  it("creates a design from the chosen starter, and opens it", async () => {
    const { page, callsOf } = await open();
    await page.getByRole("button", { name: "Create report design" }).click();
    await starterButton(page, "Products sold").click();
    await page.waitForURL(/\/Report\/Design\/new1$/);
    expect(callsOf("reports/create-new").map(({ body }) => body)).toEqual([{ Starter: "ProductsSold" }]);
  });

  it("creates nothing if 'New report design' is closed, and returns the focus", async () => {
    const { page, callsOf } = await open();
    const create = page.getByRole("button", { name: "Create report design" });
    await create.click();
    await starterButton(page, "Blank").waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await expect.poll(() => create.evaluate((button) => button.matches(":focus"))).toBe(true);
    expect(callsOf("reports/create-new")).toEqual([]);
  });

  it("creates a filter and opens its editor", async () => {
    const { page } = await open();
    await page.getByRole("button", { name: "Create filter" }).click();
    await page.waitForURL(/\/Filters\/Edit\/new1$/);
  });

  it("reloads the lists when the window becomes visible again", async () => {
    const { page, server } = await open();
    server.filters.items = server.filters.items.filter(({ id }) => id !== "f2");
    await page.evaluate(() => window.dispatchEvent(new Event("visibilitychange")));
    await expect.poll(() => titles(page, "Filters")).toEqual(["Wholesale, to be shipped", "Athens Warehouse"]);
  });

  describe.each(kinds)("in the list $name", ({ name, folder, first, second, third }) => {
    const { create, full, fullClone, deleted, refused, confirm, cannot } = words[folder];

    it("replaces the create button with a warning at the quota, and Clone says why it is disabled", async () => {
      const { page, callsOf } = await open({ server: managerServer({ most: 3 }) });
      await section(page, name).getByText(full, { exact: true }).waitFor();
      expect(await page.getByRole("button", { name: create }).count()).toBe(0);
      await more(page, second).click();
      await entry(page, "Clone").hover();
      await page.getByRole("tooltip", { name: fullClone }).waitFor();
      expect(await entry(page, "Clone").getAttribute("aria-disabled")).toBe("true");
      await entry(page, "Clone").click({ force: true });
      await entry(page, "Clone").waitFor();
      expect(callsOf(`${folder}/clone`)).toEqual([]);
    });

    it("shows keyboard users too why Clone is disabled", async () => {
      const { page, callsOf } = await open({ server: managerServer({ most: 3 }) });
      await section(page, name).getByText(full, { exact: true }).waitFor();
      await more(page, second).focus();
      for (const [key, name] of [
        ["Enter", "Move up"],
        ["ArrowDown", "Move Down"],
        ["ArrowDown", "Clone"],
      ] as const) {
        await page.keyboard.press(key);
        await page.locator('[role="menuitem"]:focus', { hasText: name }).waitFor();
      }
      const tip = page.getByRole("tooltip", { name: fullClone });
      await tip.waitFor();
      expect(await entry(page, "Clone").getAttribute("aria-describedby")).toBe(await tip.getAttribute("id"));
      await page.keyboard.press("Enter");
      expect(callsOf(`${folder}/clone`)).toEqual([]);
    });

    it("clones a row to the end of the list", async () => {
      const { page, callsOf } = await open();
      await choose(page, second, "Clone");
      await expect.poll(() => titles(page, name)).toEqual([first, second, third, `Copy of ${second}`]);
      expect(callsOf(`${folder}/clone`)[0]?.body).toBe(folder === "reports" ? "d2" : "f2");
    });

    it("deletes a row after a confirmation, confirms that, and moves the focus to the next row", async () => {
      const { page, callsOf } = await open();
      await choose(page, second, "Delete");
      await page.getByRole("button", { name: "Cancel" }).click();
      await page.getByRole("dialog").waitFor({ state: "detached" });
      expect(callsOf(`${folder}/delete`)).toEqual([]);
      await choose(page, second, "Delete");
      await page.getByRole("button", { name: confirm }).click();
      await toast(page, deleted);
      expect(await titles(page, name)).toEqual([first, third]);
      await expect.poll(() => more(page, third).evaluate((button) => button.matches(":focus"))).toBe(true);
    });

    it("doesn't delete an item used by an automated report, and names that report", async () => {
      const change: Script = {
        [`${folder}/delete`]: () => ({ data: "Every Monday" }),
        "automations/get-automations": () => ({
          data: [automation("a9", "Every Monday", { report_id: "d2", report_filter_id: "f2" })],
        }),
      };
      const { page } = await open({ change });
      await choose(page, second, "Delete");
      const dialog = page.getByRole("dialog", { name: refused });
      await dialog.getByText("the automated report “Every Monday” uses it").waitFor();
      expect(await page.getByRole("button", { name: confirm }).count()).toBe(0);
      const link = dialog.getByRole("link", { name: "Go to automated reports" });
      expect(await link.getAttribute("href")).toBe("/Automation");
      const user = dialog.getByRole("link", { name: "“Every Monday”" });
      await user.waitFor();
      expect(await user.getAttribute("href")).toBe("/Automation/Edit/a9");
      await page.keyboard.press("Escape");
      await dialog.waitFor({ state: "detached" });
      expect(await titles(page, name)).toEqual([first, second, third]);
    });

    it("names the automated report that the server names if the list of them can't be loaded", async () => {
      const change: Script = {
        [`${folder}/delete`]: () => ({ data: "Every Monday" }),
        "automations/get-automations": failing,
      };
      const { page } = await open({ change });
      await choose(page, second, "Delete");
      await page.getByRole("button", { name: confirm }).click();
      const dialog = page.getByRole("dialog", { name: refused });
      await dialog.getByText("the automated report “Every Monday” uses it").waitFor();
    });

    it("says what couldn't be done", async () => {
      const change = Object.fromEntries(
        ["create-new", "clone", "delete"].map((call) => [`${folder}/${call}`, failing] as const),
      );
      const { page } = await open({ change });
      await page.getByRole("button", { name: create }).click();
      if (folder === "reports") await starterButton(page).click();
      await toast(page, cannot.create);
      await choose(page, second, "Clone");
      await toast(page, cannot.clone);
      await choose(page, second, "Delete");
      await page.getByRole("button", { name: confirm }).click();
      await toast(page, cannot.remove);
      expect(await titles(page, name)).toEqual([first, second, third]);
    });

    it("says that it couldn't be loaded, and loads it on retry", async () => {
      let fails = true;
      const server = managerServer();
      const get = `${folder}/get-${folder}`;
      const answer = server.script[get];
      if (!answer) throw new Error("The script has no answer.");
      const change: Script = { [get]: (body, url) => (fails ? failing() : answer(body, url)) };
      const { page } = await open({ server, change, rows: false });
      await toast(page, cannot.fetch);
      fails = false;
      await section(page, name).getByRole("button", { name: "Try again" }).click();
      await expect.poll(() => titles(page, name)).toEqual([first, second, third]);
    });

    it("says if a row was deleted in another window, and removes it", async () => {
      const { page, server } = await open();
      const list = folder === "reports" ? server.designs : server.filters;
      const gone = list.items.find(({ title }) => title === second);
      list.items = list.items.filter((item) => item !== gone) as never;
      await choose(page, second, "Clone");
      await toast(page, `“${second}” was deleted in another window.`);
      await expect.poll(() => titles(page, name)).toEqual([first, third]);
    });

    it("shows the quota's message if another window has filled the list in the meantime", async () => {
      const { page, server } = await open();
      server.limits.most = 3;
      await page.getByRole("button", { name: create }).click();
      if (folder === "reports") await starterButton(page).click();
      await page.getByRole("alert").filter({ hasText: full }).first().waitFor();
      await expect.poll(() => page.getByRole("button", { name: create }).count()).toBe(0);
    });

    it("moves a row up by its menu, after which the list can be ordered by arrows until Done", async () => {
      const { page, callsOf } = await open();
      await choose(page, second, "Move up");
      await expect.poll(() => titles(page, name)).toEqual([second, first, third]);
      await page.getByText("Saved", { exact: true }).waitFor();
      const [d, f] = [
        ["d2", "d1", "d3"],
        ["f2", "f1", "f3"],
      ];
      expect(callsOf(`${folder}/set-ordering`)).toMatchObject([
        { body: folder === "reports" ? d : f, headers: { "if-match": '"1"' } },
      ]);
      await page.getByRole("button", { name: `Move down ${first}` }).click();
      await expect.poll(() => titles(page, name)).toEqual([second, third, first]);
      await expect.poll(() => callsOf(`${folder}/set-ordering`).length).toBe(2);
      expect(callsOf(`${folder}/set-ordering`)[1]?.headers["if-match"]).toBe('"2"');
      await page.getByRole("button", { name: "Done" }).click();
      await more(page, first).waitFor();
      expect(await page.getByRole("button", { name: /^Move down/ }).count()).toBe(0);
    });

    it("can be ordered by keyboard only, and the focus stays on the row", async () => {
      const { page } = await open();
      const focused = (label: string) =>
        expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute("aria-label"))).toBe(label);
      await more(page, first).focus();
      await page.keyboard.press("Enter");
      await page.locator('[role="menuitem"]:focus', { hasText: "Move up" }).waitFor();
      await page.keyboard.press("ArrowDown");
      await page.locator('[role="menuitem"]:focus', { hasText: "Move Down" }).waitFor();
      await page.keyboard.press("Enter");
      await focused(`Move down ${first}`);
      expect(await titles(page, name)).toEqual([second, first, third]);
      await section(page, name)
        .getByRole("status")
        .filter({ hasText: `“${first}” is at place 2 of 3.` })
        .waitFor({ state: "attached" });
      await page.keyboard.press("Enter");
      await focused(`Move down ${first}`);
      expect(await titles(page, name)).toEqual([second, third, first]);
      // At the end it doesn't move, and keeps the focus.
      await page.keyboard.press("Enter");
      await focused(`Move down ${first}`);
      expect(await titles(page, name)).toEqual([second, third, first]);
      await page.keyboard.press("Escape");
      await focused(`More actions for ${first}`);
    });

    it("can be ordered by dragging", async () => {
      const { page, callsOf } = await open();
      await choose(page, second, "Move up");
      const handle = page.getByRole("button", { name: `Drag ${third}` });
      const from = await handle.boundingBox();
      const to = await page.getByRole("button", { name: `Drag ${second}` }).boundingBox();
      if (!from || !to) throw new Error("The handles are not visible.");
      await page.mouse.move(from.x + 10, from.y + 10);
      await page.mouse.down();
      await page.mouse.move(to.x + 14, to.y + 14, { steps: 8 });
      await page.mouse.up();
      await expect.poll(() => titles(page, name)).toEqual([third, second, first]);
      await expect.poll(() => callsOf(`${folder}/set-ordering`).at(-1)?.body).toHaveLength(3);
    });

    it("can be ordered by dragging with the keyboard, and Escape returns the row", async () => {
      const { page } = await open();
      await choose(page, second, "Move up");
      const handle = page.getByRole("button", { name: `Drag ${second}` });
      const drag = async (end: string) => {
        await handle.focus();
        await page.keyboard.press("Space");
        await page.getByText(`Picked up. “${second}” is at place 1 of 3.`).waitFor();
        const announced = page.locator('[id^="DndLiveRegion"]', { hasText: `“${second}” is at place 2 of 3.` });
        // An arrow pressed before the rows are measured goes nowhere, as it would for a person, who presses it again.
        await expect
          .poll(
            async () => {
              await page.keyboard.press("ArrowDown");
              return announced.waitFor({ timeout: 5_000 }).then(
                () => true,
                () => false,
              );
            },
            { timeout: 20_000 },
          )
          .toBe(true);
        await page.keyboard.press(end);
      };
      await drag("Escape");
      await page.getByText(`Left where it was. “${second}” is at place 1 of 3.`).waitFor();
      expect(await titles(page, name)).toEqual([second, first, third]);
      await page.getByRole("button", { name: "Done" }).waitFor();
      await drag("Space");
      await expect.poll(() => titles(page, name)).toEqual([first, second, third]);
      await expect.poll(() => handle.evaluate((button) => button.matches(":focus"))).toBe(true);
    });

    it("returns to the server's order if the new one can't be saved", async () => {
      const isShown = Promise.withResolvers<void>();
      const change = { [`${folder}/set-ordering`]: () => ({ after: isShown.promise, answer: failing() }) };
      const { page } = await open({ change });
      await choose(page, second, "Move up");
      await expect.poll(() => titles(page, name)).toEqual([second, first, third]);
      isShown.resolve();
      await toast(page, cannot.order);
      await expect.poll(() => titles(page, name)).toEqual([first, second, third]);
      await page.getByText("Not saved", { exact: true }).waitFor();
    });
  });

  it("can order 200 rows", async () => {
    const { page } = await open({ server: managerServer({ filters: manyFilters, most: 200 }) });
    expect(await rows(page, "Filters").count()).toBe(200);
    await choose(page, "Filter number 200", "Move up");
    await expect
      .poll(async () => (await titles(page, "Filters")).slice(-2))
      .toEqual(["Filter number 200", "Filter number 199"]);
  });
});
