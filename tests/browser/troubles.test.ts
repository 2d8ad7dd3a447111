import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { expectAccessible, expectFitsTelephone } from "./support/axe.ts";
import { hasChromium } from "./support/chromium.ts";
import { address, counted, title } from "./support/filter-editor.ts";
import { useScreens } from "./support/screens.ts";
import { account, design, job, type Script } from "./support/scripted-api.ts";
import { emptyFilter, filterServer } from "./support/scripted-filters.ts";

/** A server some of whose parts can be unavailable: each call that needs one says so, as Sheaf does. */
const server = (script: Script) => {
  const world = { troubles: "" };
  const busy = { code: "busy", message: "The server is busy. Try again in a moment." };
  const needing = (path: string, trouble: string): Script => ({
    [path]: (body, url, headers) => {
      if (world.troubles.split(",").includes(trouble)) return { status: 503, error: busy, troubles: world.troubles };
      const answer = script[path]?.(body, url, headers) ?? "no response";
      return typeof answer === "object" && "data" in answer && world.troubles !== ""
        ? { ...answer, troubles: world.troubles }
        : answer;
    },
  });
  const asked: Script = {
    "instrumentation/troubles": () => ({ data: world.troubles === "" ? [] : world.troubles.split(",") }),
  };
  return { world, needing, script: { ...script, ...asked } };
};

const notice = (page: Page, words: string) => page.getByRole("alert").filter({ hasText: words });

describe.runIf(hasChromium())("while something that Sheaf depends on is unavailable", () => {
  const screens = useScreens();

  it("an editor says that it can't save, keeps the typed values, and saves them later", async () => {
    const filters = filterServer(emptyFilter);
    const { world, needing, script } = server(filters.script);
    const { page, callsOf } = await screens.open(address, {
      account,
      script: { ...script, ...needing("filters/update-filter", "saving") },
    });
    await counted(page);
    world.troubles = "saving,reports";
    await title(page).fill("Typed meanwhile");
    await notice(page, "Sheaf can't save anything right now.").waitFor();
    await notice(page, "Your last changes are not saved yet. They will be saved automatically.").waitFor();
    const before = callsOf("filters/update-filter").length;
    await title(page).press("End");
    await page.keyboard.type(", and more");
    await expect.poll(() => callsOf("filters/update-filter").length).toBeGreaterThan(before);
    expect(filters.server.filter.title).toBe(emptyFilter.title);
    world.troubles = "";
    await expect.poll(() => filters.server.filter.title).toBe("Typed meanwhile, and more");
    await expect.poll(() => page.getByRole("alert").count()).toBe(0);
    expect(await title(page).inputValue()).toBe("Typed meanwhile, and more");
  });

  it("an editor saves as soon as that is possible, even if reports are still waiting", async () => {
    const filters = filterServer(emptyFilter);
    const { world, needing, script } = server(filters.script);
    const { page } = await screens.open(address, {
      account,
      script: { ...script, ...needing("filters/update-filter", "saving") },
    });
    await counted(page);
    world.troubles = "saving,reports";
    await title(page).fill("Typed meanwhile");
    await notice(page, "Your last changes are not saved yet. They will be saved automatically.").waitFor();
    world.troubles = "reports";
    await expect.poll(() => filters.server.filter.title).toBe("Typed meanwhile");
    await expect.poll(() => notice(page, "Your last changes are not saved yet.").count()).toBe(0);
    await notice(page, "Reports and deliveries are waiting right now.").waitFor();
  });

  it("typed values survive a reload, and the page returns once it can be loaded again", async () => {
    const filters = filterServer(emptyFilter);
    const { world, needing, script } = server(filters.script);
    const { page } = await screens.open(address, {
      account,
      script: { ...script, ...needing("filters/update-filter", "saving"), ...needing("filters/get-filter", "showing") },
    });
    await counted(page);
    world.troubles = "saving,showing,reports";
    await title(page).fill("Typed before");
    await notice(page, "Sheaf can't load or save anything right now.").waitFor();
    // The page asks before it is left.
    page.once("dialog", (dialog) => void dialog.accept());
    await page.reload();
    await notice(page, "Sheaf can't load or save anything right now.").waitFor();
    world.troubles = "";
    await expect.poll(() => filters.server.filter.title).toBe("Typed before");
    expect(await title(page).inputValue()).toBe("Typed before");
  });

  it("a list says that it can't be loaded, and appears once it can", async () => {
    const { world, needing, script } = server({
      "reports/get-reports": () => ({ data: [design("d1", "Orders by value", 0)] }),
    });
    world.troubles = "showing";
    const { page } = await screens.open("/Manager", {
      account,
      script: { ...script, ...needing("reports/get-reports", "showing") },
    });
    await notice(page, "Sheaf can't load your data right now.").waitFor();
    world.troubles = "";
    await page.getByText("Orders by value").first().waitFor();
    await expect.poll(() => page.getByRole("alert").count()).toBe(0);
  });

  it("the page says so if a call gets no response for long", async () => {
    const { world, script } = server({ "reports/get-reports": () => "no answer yet" });
    world.troubles = "showing";
    const { page } = await screens.open("/Manager", { account, script });
    await notice(page, "Sheaf can't load your data right now.").waitFor();
  });

  it("the page says that reports are waiting, from the response to any call", async () => {
    const running = job({ Status: 0, PublicUrl: null, Orders: null });
    const { world, needing, script } = server({
      "reporting/getExportList": () => ({ data: [running] }),
      "reporting/pollExportList": () => ({ data: [running] }),
    });
    const { page } = await screens.open("/Reports", {
      account,
      script: { ...script, ...needing("reporting/pollExportList", "nothing") },
    });
    await page
      .getByRole("button", { name: /Report exports/ })
      .first()
      .waitFor();
    expect(await page.getByRole("alert").count()).toBe(0);
    world.troubles = "reports";
    await notice(page, "Reports and deliveries are waiting right now.").waitFor();
    world.troubles = "";
    await expect.poll(() => page.getByRole("alert").count()).toBe(0);
  });

  for (const scheme of ["light", "dark"] as const) {
    it(`the page is accessible and fits a phone, ${scheme}`, async () => {
      const filters = filterServer(emptyFilter);
      const { world, needing, script } = server(filters.script);
      const { page } = await screens.open(address, {
        account,
        scheme,
        script: { ...script, ...needing("filters/update-filter", "saving") },
      });
      await counted(page);
      world.troubles = "saving,newest,reports";
      await title(page).fill("Typed meanwhile");
      await notice(page, "Your lists don't show your newest changes yet.").waitFor();
      await expectAccessible(page);
      await expectFitsTelephone(page);
    });
  }
});
