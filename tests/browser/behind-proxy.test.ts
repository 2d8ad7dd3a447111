import { once } from "node:events";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import type { Filter } from "#domain/wire/filters/filters.ts";
import { createTempFolder } from "#tests/contract/support/temp-folder.ts";
import { logIn } from "#tests/support/merchant.ts";
import { createStandaloneProcesses } from "#tests/support/standalone-processes.ts";
import { freePort } from "#tests/support/start-sheaf.ts";
import { createKeeping } from "../engines/keeping.ts";
import { hasChromium } from "./support/chromium.ts";
import { title } from "./support/filter-editor.ts";
import { useScreens } from "./support/screens.ts";

/** Passes requests on, and responds with 502 with its own page where nobody listens, as nginx does. */
const startProxy = async (to: number) => {
  const server = createServer((asked, answer) => {
    const { method, url: path, headers } = asked;
    const passed = request({ host: "127.0.0.1", port: to, method, path, headers }, (got) => {
      answer.writeHead(got.statusCode ?? 500, got.headers);
      got.pipe(answer);
    });
    passed.on("error", () => {
      if (answer.headersSent) return void answer.destroy();
      answer.writeHead(502, { "content-type": "text/html" }).end("<html><h1>502 Bad Gateway</h1></html>");
    });
    asked.pipe(passed);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
};

describe.runIf(hasChromium())("behind a proxy, while the web process restarts", () => {
  const screens = useScreens();
  const keeping = createKeeping();
  afterEach(() => keeping.closeAll());

  it("the page stays, says that it is waiting, and saves edits automatically", async () => {
    const folder = await createTempFolder();
    keeping.keep({ close: folder.remove });
    const [PORT, DEMO_STORE_PORT] = [String(await freePort()), String(await freePort())];
    const processes = createStandaloneProcesses({ DATA_DIR: folder.path, PORT, DEMO_STORE_PORT, RATE_LIMIT: "false" });
    keeping.keep({ close: processes.end });
    await processes.start("demo-store/main.ts");
    await (await processes.start("projections/main.ts")).isReady();
    const startWeb = async () => {
      const web = await processes.start("processes/web.ts", { WEB_PARTS: "commands,queries" });
      await web.isReady();
      return web;
    };
    const web = await startWeb();
    const proxy = keeping.keep(await startProxy(Number(PORT)));
    const merchant = await logIn({ url: `http://localhost:${PORT}` }, "aurora-demo", { insists: true });
    const { id } = await merchant.client.data<Filter>("POST", "filters/create-new");
    const saved = async () => (await merchant.client.data<Filter>("GET", `filters/get-filter?id=${id}`)).title;
    const { page } = await screens.open(`/Filters/Edit/${id}`, {
      account: merchant.account,
      token: merchant.client.token() ?? "",
      api: proxy.url,
    });
    await title(page).fill("Before");
    await expect.poll(saved).toBe("Before");

    web.child.kill("SIGTERM");
    await once(web.child, "exit");
    await title(page).fill("Meanwhile");
    const notice = page.getByRole("alert").filter({ hasText: "This page is waiting for Sheaf" });
    await notice.waitFor();
    expect(await page.getByText("Try again").count()).toBe(0);

    await startWeb();
    await expect.poll(saved).toBe("Meanwhile");
    await notice.waitFor({ state: "detached" });
    expect(await title(page).inputValue()).toBe("Meanwhile");
    expect(new URL(page.url()).pathname).toBe(`/Filters/Edit/${id}`);
  });
});
