import type { Page } from "playwright-core";
import { afterEach, describe, expect, it } from "vitest";
import type { Filter } from "#domain/wire/filters/filters.ts";
import { createTempFolder } from "#tests/contract/support/temp-folder.ts";
import { logIn as logInShop, type Merchant } from "#tests/support/merchant.ts";
import { createStandaloneProcesses } from "#tests/support/standalone-processes.ts";
import { freePort } from "#tests/support/start-sheaf.ts";
import { until } from "#tests/support/until.ts";
import { createEventStoreServer } from "../engines/eventstoredb/server.ts";
import { createKeeping } from "../engines/keeping.ts";
import { createProxy } from "../engines/proxy.ts";
import { hasChromium } from "./support/chromium.ts";
import { title } from "./support/filter-editor.ts";
import { useScreens } from "./support/screens.ts";

/** Sheaf over an EventStoreDB that can be cut off, and the rest in a folder. */
const start = async ({ keep }: ReturnType<typeof createKeeping>) => {
  const server = keep(await createEventStoreServer());
  const proxy = keep(await createProxy({ port: Number(new URL(server.url.replace("esdb:", "http:")).port) }));
  const folder = await createTempFolder();
  keep({ close: folder.remove });
  const [PORT, DEMO_STORE_PORT] = [String(await freePort()), String(await freePort())];
  const processes = createStandaloneProcesses({
    ...{ DATA_DIR: folder.path, PORT, DEMO_STORE_PORT, RATE_LIMIT: "false" },
    EVENTSTORE_URL: `esdb://127.0.0.1:${proxy.port}?tls=false`,
    MASTER_KEY: Buffer.alloc(32, 7).toString("base64"),
  });
  keep({ close: processes.end });
  await processes.start("demo-store/main.ts");
  const projections = await processes.start("projections/main.ts");
  await projections.isReady();
  const web = await processes.start("processes/web.ts", { WEB_PARTS: "commands,queries" });
  await web.isReady();
  const url = `http://localhost:${PORT}`;
  const isThere = () =>
    fetch(`http://localhost:${DEMO_STORE_PORT}`).then(
      () => true,
      () => false,
    );
  await until("the demo store answers", isThere);
  return { proxy, url };
};

const notice = (page: Page, words: string) => page.getByRole("alert").filter({ hasText: words });
const saved = async ({ client }: Merchant, id: string) =>
  (await client.data<Filter>("GET", `filters/get-filter?id=${id}`)).title;

describe.runIf(hasChromium())("while EventStoreDB is unavailable", () => {
  const screens = useScreens();
  const keeping = createKeeping();
  afterEach(() => keeping.closeAll());

  it("the page says that nothing can be loaded or saved, keeps typed text, and saves it later", async () => {
    const { proxy, url } = await start(keeping);
    const merchant = await logInShop({ url }, "aurora-demo", { patience: 120_000, insists: true });
    const { id } = await merchant.client.data<Filter>("POST", "filters/create-new");
    const { page } = await screens.open(`/Filters/Edit/${id}`, {
      account: merchant.account,
      token: merchant.client.token() ?? "",
      api: url,
    });
    await title(page).fill("Before");
    await expect.poll(() => saved(merchant, id)).toBe("Before");

    await proxy.set({ kind: "refused" });
    await title(page).fill("Meanwhile");
    await notice(page, "Sheaf can't load or save anything right now.").waitFor({ timeout: 60_000 });
    await notice(page, "Your last changes are not saved yet. They will be saved automatically.").waitFor({
      timeout: 60_000,
    });
    expect(await title(page).inputValue()).toBe("Meanwhile");

    await proxy.set({ kind: "none" });
    await expect.poll(() => saved(merchant, id), { timeout: 60_000 }).toBe("Meanwhile");
    await expect.poll(() => page.getByRole("alert").count(), { timeout: 30_000 }).toBe(0);
    expect(await title(page).inputValue()).toBe("Meanwhile");
  });
});
