import { describe, expect, it } from "vitest";
import { expectAccessible } from "./support/axe.ts";
import { hasChromium } from "./support/chromium.ts";
import { tabTo } from "./support/keyboard.ts";
import { useScreens } from "./support/screens.ts";
import { account, type Script } from "./support/scripted-api.ts";
import { designerServer } from "./support/scripted-designer.ts";

const missing = { status: 404, error: { code: "unknown", message: "There is no such report design." } } as const;
const full = "You cannot add new reports. You have exceed the report's quota";

/** A designer whose design can be deleted, as another window does, and restored. */
const deletableDesign = () => {
  const { script } = designerServer();
  const read = script["reports/get/with-columns/d1"];
  const at = { isDeleted: false, refused: false };
  const answers: Script = {
    ...script,
    "reports/get/with-columns/d1": (body, url) => (at.isDeleted || !read ? missing : read(body, url)),
    "reports/deleted": () => ({
      data: at.isDeleted ? [{ id: "d1", title: "Monthly", DeletedAt: "2026-11-20T12:04:00Z", Version: 7 }] : [],
    }),
    "reports/restore": (_body, url) => {
      if (at.refused) return { status: 200, error: { code: "rule", message: full } };
      at.isDeleted = false;
      const now = read?.({}, url);
      return now && typeof now === "object" && "data" in now
        ? { data: { Item: { id: "d1", title: "Monthly" }, NotRestored: [] }, etag: '"9"' }
        : "no answer yet";
    },
  };
  return { at, script: answers };
};

describe.runIf(hasChromium())("a deleted report design", () => {
  const screens = useScreens();
  const path = "/Report/Design/d1";

  it("can be restored at its own address by keyboard, and then edited", async () => {
    const { at, script } = deletableDesign();
    at.isDeleted = true;
    const { page, callsOf } = await screens.open(path, { account, script });
    await page.getByRole("heading", { name: "This report design was deleted" }).waitFor();
    await page.getByText("“Monthly” was deleted on 2026/11/20 14:04. You can restore it.").waitFor();
    await expectAccessible(page);
    await tabTo(page, page.getByRole("button", { name: "Restore" }));
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Monthly" }).waitFor();
    await page.getByText("The report design “Monthly” is restored", { exact: true }).waitFor();
    expect(callsOf("reports/restore").map(({ body }) => body)).toEqual([{ id: "d1", version: 7 }]);
    expect(await page.evaluate("document.activeElement.id")).toBe("main");
  });

  it("is reported in an open page once its window gets the focus, and works again after being restored", async () => {
    const { at, script } = deletableDesign();
    const { page } = await screens.open(path, { account, script });
    await page.getByRole("heading", { name: "Monthly" }).waitFor();
    at.isDeleted = true;
    await page.evaluate("dispatchEvent(new Event('focus'))");
    await page.getByText("“Monthly” was deleted in another window.").waitFor();
    await page.getByRole("button", { name: "Restore" }).click();
    await page.getByRole("heading", { name: "Monthly" }).waitFor();
  });

  it("says why it can't be restored, and can be retried", async () => {
    const { at, script } = deletableDesign();
    at.isDeleted = true;
    at.refused = true;
    const { page } = await screens.open(path, { account, script });
    await page.getByRole("button", { name: "Restore" }).click();
    await page.getByRole("alert").getByText(full).waitFor();
    at.refused = false;
    await page.getByRole("button", { name: "Restore" }).click();
    await page.getByRole("heading", { name: "Monthly" }).waitFor();
  });
});
