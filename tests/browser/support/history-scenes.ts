import type { Page } from "playwright-core";
import type { Scene } from "./scene.ts";
import { account, type Script } from "./scripted-api.ts";
import { historyServer, longHistory } from "./scripted-history.ts";
import { managerServer } from "./scripted-manager.ts";

const clockFrom = "2026-11-20T12:05:00Z";

export const openHistory = (page: Page) => page.getByRole("button", { name: "History", exact: true }).click();

export const restoreOf = (page: Page, time: string) =>
  page.getByRole("button", { name: `Restore this version of ${time}` }).click();

export const question = (page: Page) => page.getByRole("dialog", { name: "Restore this version?" });

/** Each opening has its own server. */
const editor = (name: string, change: () => Script, ready: Scene["ready"]): Scene => ({
  name: `history${name}`,
  path: "/Filters/Edit/f1",
  get options() {
    return { account, clockFrom, script: change() };
  },
  ready: async (opened) => {
    await openHistory(opened.page);
    await ready(opened);
  },
});

const listed: Scene["ready"] = ({ page }) => page.getByText("Created as “New filter 1”.").waitFor();

const server = (change: (served: ReturnType<typeof historyServer>) => void = () => {}) => {
  const served = historyServer();
  change(served);
  return served.script;
};

const lost = [
  "Title could not be restored. A title cannot contain < or >. Leave them out.",
  "Order location could not be restored. “Rome” isn't in the list. Choose one from the list.",
];

const blackFriday = {
  id: "f8",
  title: "Black Friday, all shops of the north and the islands",
  DeletedAt: "2026-11-19T16:20:00Z",
  Version: 7,
};

const manager = (name: string, most: number, ready: Scene["ready"]): Scene => ({
  name: `deleted${name}`,
  path: "/Manager",
  get options() {
    const served = managerServer({ most });
    served.filters.deleted = [blackFriday, { id: "f9", title: "Gifts", DeletedAt: "2026-10-02T06:05:00Z", Version: 4 }];
    return { account, clockFrom, script: served.script };
  },
  ready,
});

const openDeleted = (page: Page) => page.getByRole("button", { name: "Recently deleted (2)" }).click();

/** The history of filters and designs, and their deleted items. */
export const historyScenes: Scene[] = [
  editor("", server, listed),
  editor(
    "-older",
    () => ({ ...historyServer(longHistory).script }),
    async ({ page }) => {
      await page.getByRole("button", { name: "Show older" }).click();
      await page.getByText("Renamed from “Name 69” to “Name 70”.").waitFor();
      await page.getByRole("button", { name: "Show older" }).scrollIntoViewIfNeeded();
    },
  ),
  editor(
    "-older-failed",
    () => {
      const { script } = historyServer(longHistory);
      return {
        ...script,
        "filters/history": (body, url) =>
          url.searchParams.has("before")
            ? { status: 503, error: { code: "Busy", message: "The server is busy. Try again in a moment." } }
            : (script["filters/history"]?.(body, url) ?? "no answer yet"),
      };
    },
    async ({ page }) => {
      await page.getByRole("button", { name: "Show older" }).click();
      await page.getByText("The server is busy.").scrollIntoViewIfNeeded();
      await page.getByRole("button", { name: "Show older" }).scrollIntoViewIfNeeded();
    },
  ),
  editor(
    "-loading",
    () => ({ ...server(), "filters/history": () => "no answer yet" }),
    ({ page }) => page.getByRole("status", { name: "Loading the history" }).waitFor(),
  ),
  editor(
    "-failed",
    () => ({
      ...server(),
      "filters/history": () => ({
        status: 503,
        error: { code: "Busy", message: "The server can't read its data right now. Try again later." },
      }),
    }),
    ({ page }) => page.getByText("The server can't read its data right now. Try again later.").waitFor(),
  ),
  editor(
    "-empty",
    () =>
      server(({ at }) => {
        at.lines = [];
      }),
    ({ page }) => page.getByText("No changes yet").waitFor(),
  ),
  editor(
    "-compare",
    () =>
      server(({ at }) => {
        at.notRestored = lost.slice(0, 1);
      }),
    async (opened) => {
      await listed(opened);
      await restoreOf(opened.page, "2026/11/17 10:30");
      await opened.page.getByText("What changes").waitFor();
    },
  ),
  editor(
    "-not-all-restored",
    () =>
      server(({ at }) => {
        at.notRestored = lost;
      }),
    async (opened) => {
      await listed(opened);
      await restoreOf(opened.page, "2026/11/17 10:30");
      await question(opened.page).getByRole("button", { name: "Restore this version" }).click();
      await opened.page.getByText("Restored, but not everything could come back.").waitFor();
      await question(opened.page).waitFor({ state: "hidden" });
      await opened.page.mouse.move(0, 0);
    },
  ),
  manager("-link", 5, ({ page }) => page.getByRole("button", { name: "Recently deleted (2)" }).waitFor()),
  manager("", 5, async ({ page }) => {
    await openDeleted(page);
    await page.getByRole("button", { name: "Restore Gifts" }).waitFor();
  }),
  manager("-undo", 5, async ({ page }) => {
    for (const title of ["Packing list", "Wholesale, to be shipped"]) {
      await page.getByRole("button", { name: `More actions for ${title}` }).click();
      await page.getByRole("menuitem", { name: "Delete" }).click();
      await page
        .getByRole("dialog")
        .getByRole("button", { name: /^Delete / })
        .click();
      await page.getByRole("status").filter({ hasText: title }).getByRole("button", { name: "Undo" }).waitFor();
    }
  }),
  {
    name: "deleted-at-its-address",
    path: "/Filters/Edit/f8",
    get options() {
      const served = managerServer();
      served.filters.deleted = [blackFriday];
      return { account, clockFrom, script: served.script };
    },
    ready: ({ page }) => page.getByRole("button", { name: "Restore" }).waitFor(),
  },
  manager("-full", 3, async ({ page }) => {
    await openDeleted(page);
    await page.getByRole("button", { name: "Restore Gifts" }).waitFor();
  }),
];
