import type { Locator, Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { LocalStatus } from "#domain/enumerations.ts";
import { hasChromium } from "./support/chromium.ts";
import type { OpenOptions } from "./support/open-page.ts";
import { useScreens } from "./support/screens.ts";
import { account, type Script } from "./support/scripted-api.ts";
import { liveOrder, liveServer } from "./support/scripted-live.ts";

const listOf = (page: Page, order: string): Locator =>
  page.getByRole("combobox", { name: `Local status of ${order}`, exact: true }).first();
const rowOf = (page: Page, order: string): Locator => page.locator("tbody tr").filter({ hasText: order }).first();
const topOf = (what: Locator) => what.evaluate((element) => Math.round(element.getBoundingClientRect().top));
const groundOf = (what: Locator) =>
  what
    .locator("td")
    .first()
    .evaluate((cell) => getComputedStyle(cell).backgroundColor);

describe.runIf(hasChromium())("the rows of the live report", () => {
  const screens = useScreens();
  const open = async (count = 300, more: OpenOptions & { change?: Script } = {}) => {
    const given = liveServer(count);
    const opened = await screens.open("/Live", { account, script: { ...given.script, ...more.change }, ...more });
    const { page } = opened;
    await page.locator("tbody tr").first().waitFor();
    let minute = 5;
    /** A refresh, until its response is shown. */
    const refresh = async () => {
      minute += 1;
      given.server.gatheredAt = `2026-11-20T12:${String(minute).padStart(2, "0")}:00.000Z`;
      await page.getByRole("button", { name: "Refresh now" }).click({ force: true });
      await page.getByText(`14:${String(minute).padStart(2, "0")}`).waitFor();
    };
    /** An automatic refresh: nothing is pressed, so the focus stays. */
    const refreshByItself = async () => {
      minute += 1;
      given.server.gatheredAt = `2026-11-20T12:${String(minute).padStart(2, "0")}:00.000Z`;
      await page.evaluate(() =>
        [...document.querySelectorAll("button")].find((one) => one.textContent?.includes("Refresh now"))?.click(),
      );
      await page.getByText(`14:${String(minute).padStart(2, "0")}`).waitFor();
    };
    return { ...opened, ...given, refresh, refreshByItself };
  };
  const arrive = ({ server }: ReturnType<typeof liveServer>, ...numbers: number[]) => {
    server.orders = [...numbers.map((number) => liveOrder(number)), ...server.orders];
  };

  it("stay in place if new ones come above them", async () => {
    const opened = await open();
    const { page, refreshByItself } = opened;
    const read = rowOf(page, "#1200");
    await read.scrollIntoViewIfNeeded();
    await page.getByRole("region", { name: "Rows of the live report" }).evaluate((pane) => pane.scrollBy(0, 37));
    const before = await topOf(read);
    arrive(opened, 1_303, 1_302, 1_301);
    await refreshByItself();
    expect(Math.abs((await topOf(read)) - before)).toBeLessThanOrEqual(1);
    expect(
      await page
        .getByRole("status")
        .filter({ hasText: /new rows?/ })
        .innerText(),
    ).toMatch(/^\d new rows?$/);
  });

  it("aren't marked as new if the date range was changed", async () => {
    const opened = await open(40);
    const { page, server } = opened;
    arrive(opened, 1_043, 1_042, 1_041);
    server.gatheredAt = "2026-11-20T12:09:00.000Z";
    await page
      .getByRole("button", { name: /^Configuration/ })
      .last()
      .click();
    await page.getByRole("combobox", { name: "Date range" }).click();
    await page.getByRole("option", { name: /^Today/ }).click();
    await page.getByText("14:09").waitFor();
    expect(await page.locator("tbody tr").first().innerText()).toContain("#1043");
    expect(await page.locator("[data-mark]").count()).toBe(0);
    expect(await page.getByText(/new rows?/).count()).toBe(0);
  });

  it("include new ones at the top for a moment marked, if the top is in view", async () => {
    const opened = await open(40, { clockFrom: "2026-11-20T12:05:30Z" });
    const { page, refresh } = opened;
    arrive(opened, 1_041);
    await refresh();
    expect(await page.locator("tbody tr").first().innerText()).toContain("#1041");
    expect(await page.locator("tbody tr[data-mark=new]").count()).toBe(liveOrder(1_041).quantity > 2 ? 2 : 1);
    await page.clock.runFor(7_000);
    expect(await page.locator("[data-mark]").count()).toBe(0);
  });

  it("are marked only in the cells that changed", async () => {
    const { page, server, refresh } = await open(40);
    server.orders = server.orders.map((order) =>
      order.name === "#1038" ? { ...order, customer: "Eleni Markou" } : order,
    );
    await refresh();
    await rowOf(page, "Eleni Markou").waitFor();
    expect(await page.locator("td[data-mark=changed]").allInnerTexts()).toContain("Eleni Markou");
    expect(await page.locator("tr[data-mark=changed]").filter({ hasNotText: "#1038" }).count()).toBe(0);
    expect(await page.locator("tr[data-mark=new]").count()).toBe(0);
  });

  it.each([
    ["moves in", "no-preference", "arrived"],
    ["stands still", "reduce", "none"],
  ] as const)("%s a mark with %s", async (_what, motion, animation) => {
    const opened = await open(40, { motion });
    arrive(opened, 1_041);
    await opened.refresh();
    const mark = opened.page.locator("tr[data-mark=new] td").first();
    expect(await mark.evaluate((cell) => getComputedStyle(cell).animationName)).toBe(animation);
    expect(await mark.evaluate((cell) => getComputedStyle(cell).boxShadow)).not.toBe("none");
  });

  it("keep the selected text", async () => {
    const opened = await open(40);
    const { page, refreshByItself } = opened;
    await rowOf(page, "#1030")
      .locator("td")
      .nth(1)
      .dblclick({ position: { x: 24, y: 16 } });
    // Chromium reports a selection inside a shadow root only there.
    const selected = () =>
      page
        .locator(".report")
        .evaluate((report) =>
          String((report.getRootNode() as ShadowRoot & Pick<Document, "getSelection">).getSelection()),
        );
    const before = await selected();
    expect(before.trim()).not.toBe("");
    arrive(opened, 1_041);
    await refreshByItself();
    expect(await selected()).toBe(before);
  });

  it("keep the focus and an open list even if their order has changed elsewhere", async () => {
    const opened = await open(40);
    const { page, server, refreshByItself } = opened;
    const list = listOf(page, "#1030");
    await list.focus();
    await list.evaluate((element) => {
      (window as { kept?: Element }).kept = element;
    });
    arrive(opened, 1_042, 1_041);
    server.orders = server.orders.map((order) =>
      order.name === "#1030" ? { ...order, customer: "Eleni Markou" } : order,
    );
    server.orders = server.orders.filter(({ name }) => name !== "#1035");
    server.statuses.set(liveOrder(1_030).id, LocalStatus.Problem);
    await refreshByItself();
    await rowOf(page, "Eleni Markou").waitFor();
    expect(await rowOf(page, "#1035").count()).toBe(0);
    expect(
      await list.evaluate((element) => {
        const root = element.getRootNode() as ShadowRoot;
        return [element === (window as { kept?: Element }).kept, root.activeElement === element];
      }),
    ).toEqual([true, true]);
    // Changes by others show once the field is left.
    expect(await list.inputValue()).toBe("0");
    await page.keyboard.press("Tab");
    await expect.poll(() => list.inputValue()).toBe("4");
  });

  it("move with their orders, and the focused one keeps the focus", async () => {
    const opened = await open(40);
    const { page, server, refreshByItself } = opened;
    const list = listOf(page, "#1020");
    await list.focus();
    const moved = server.orders.at(-1);
    if (moved) server.orders = [moved, ...server.orders.slice(0, -1)];
    await refreshByItself();
    expect(await page.locator("tbody tr").first().innerText()).toContain("#1001");
    expect(await list.evaluate((one) => (one.getRootNode() as ShadowRoot).activeElement === one)).toBe(true);
    const names = await page.locator("tbody tr td:first-child").allInnerTexts();
    expect([...new Set(names)]).toEqual(server.orders.map(({ name }) => name));
  });

  it("match the server's after several changes", async () => {
    const { page, server, refresh } = await open(250);
    const shapes: (() => typeof server.orders)[] = [
      () => [1_260, 1_255, 1_251].map((number) => liveOrder(number)).concat(server.orders),
      () => server.orders.filter((_, at) => at % 7 !== 0),
      () => [...server.orders].reverse(),
      () => [],
      () => [1_302, 1_301].map((number) => liveOrder(number)),
    ];
    for (const change of shapes) {
      server.orders = change();
      await refresh();
      const names = await page.locator("tbody tr td:first-child").allTextContents();
      expect([...new Set(names)]).toEqual(server.orders.map(({ name }) => name));
    }
  });

  it("show a chosen local status at once in every row of the order, saved and with its color", async () => {
    const { page, callsOf, server, refresh } = await open(40);
    const plain = await groundOf(rowOf(page, "#1038"));
    await listOf(page, "#1038").selectOption({ label: "Done" });
    const rows = page.locator("tbody tr").filter({ hasText: "#1038" });
    for (const row of await rows.all()) expect(await row.getAttribute("class")).toBe("s3");
    expect(await groundOf(rows.first())).not.toBe(plain);
    await expect
      .poll(() => callsOf("reportData/local-status").map(({ body }) => body))
      .toEqual([{ OrderId: liveOrder(1_038).id, LocalStatus: 3, Seen: 0 }]);
    await refresh();
    // It was chosen here, so it isn't news.
    expect(await page.locator("[data-mark]").count()).toBe(0);
    await listOf(page, "#1038").selectOption({ label: "none" });
    await expect.poll(() => server.statuses.get(liveOrder(1_038).id)).toBe(0);
    expect(callsOf("reportData/local-status").at(-1)?.body).toMatchObject({ Seen: 3 });
    await page.reload();
    expect(await listOf(page, "#1038").inputValue()).toBe("0");
  });

  it("restore the previous local status if a new one couldn't be saved, and say so", async () => {
    const refusal = { status: 503, error: { code: "x", message: "The store sleeps." } };
    const { page } = await open(40, { change: { "reportData/local-status": () => refusal } });
    await listOf(page, "#1038").selectOption({ label: "New" });
    await page.getByText("The local status wasn't saved. The store sleeps.").waitFor();
    await expect.poll(() => listOf(page, "#1038").inputValue()).toBe("0");
    expect(await rowOf(page, "#1038").getAttribute("class")).not.toContain("s1");
  });

  it("show the history of a local status", async () => {
    const { page, callsOf } = await open(40);
    await rowOf(page, "#1038").hover();
    await page.getByRole("button", { name: "History of the local status of #1038" }).click();
    const panel = page.getByRole("heading", { name: "Local status of #1038" });
    await panel.waitFor();
    await page.getByText("2026/11/20 13:40").waitFor();
    expect(callsOf("reportData/local-status-history")[0]?.query).toEqual({ orderId: liveOrder(1_038).id });
  });

  it("run no scripts and fetch nothing from their texts", async () => {
    const given = liveServer(2);
    given.server.more = [
      '<script>window.ran = "script"</script>',
      '<img src="x" onerror="window.ran = 1"><a id="bad" href="javascript:window.ran=2" onclick="window.ran=3">x</a>',
      '<iframe srcdoc="<script>parent.ran = 4</script>"></iframe><svg onload="window.ran = 5"></svg>',
      "<style>body{display:none}</style><form action='/x'><input></form>",
      '<p style="background:url(https://evil.example/p.png)">fine</p>',
    ].join("");
    const { page } = await screens.open("/Live", { account, script: given.script });
    await page.getByText("fine", { exact: true }).waitFor();
    const left = await page.locator(".report").evaluate((report) => ({
      html: report.innerHTML,
      ran: (window as { ran?: unknown }).ran ?? null,
    }));
    expect(left.ran).toBeNull();
    expect(left.html).not.toMatch(/script|onerror|onclick|iframe|svg onload|<style|<form|<input|evil/);
    await page.getByRole("heading", { level: 1, name: "Live report" }).waitFor();
  });

  it("have isolated styles, and follow the app's theme instead of the system's", async () => {
    const { page } = await open(4, { scheme: "light" });
    const padding = () => page.evaluate(() => getComputedStyle(document.querySelector("h1") ?? document.body).padding);
    expect(await padding()).toBe("0px");
    const paper = () =>
      page
        .locator("thead th")
        .first()
        .evaluate((cell) => getComputedStyle(cell).backgroundColor);
    const light = await paper();
    await page.getByRole("button", { name: /dark/i }).first().click();
    await expect.poll(paper).not.toBe(light);
    const text = await page
      .locator("tbody td")
      .first()
      .evaluate((cell) => getComputedStyle(cell).color);
    expect(text).toBe("rgb(231, 236, 232)");
  });

  it("are drawn for a thousand orders", async () => {
    const opened = await open(1_000, { motion: "no-preference" });
    const { page, refresh } = opened;
    arrive(opened, 2_001, 2_002);
    await refresh();
    const took = () =>
      page.evaluate(() => performance.getEntriesByName("live-report").map(({ duration }) => Math.round(duration)));
    await expect.poll(async () => (await took()).length).toBeGreaterThanOrEqual(2);
    console.log(`From answer to picture, 1,000 orders: ${(await took()).join(" ms, ")} ms by the clock`);
    expect(await page.locator("tbody tr").count()).toBeGreaterThan(1_000);
  });
});
