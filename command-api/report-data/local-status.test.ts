import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createBudgets, entryOverhead } from "#application/admission/budget.ts";
import { hourlyBudgets } from "#application/admission/limits.ts";
import type { Call } from "#application/http/route.ts";
import { LocalStatus } from "#domain/enumerations.ts";
import { PlatformError } from "#infra/ports/store-platform.ts";
import { fixedOrders } from "#tests/support/fixed-orders.ts";
import { startWebForTests, type WebForTests } from "#tests/support/web-for-tests.ts";
import type { CommandApiDeps } from "../deps.ts";
import { localStatusRoute } from "./local-status.ts";

const order = "5001001";
const { none, New, Done, Problem } = LocalStatus;

let web: WebForTests;
let tenant: string;
let token: string;
beforeEach(async () => {
  web = await startWebForTests();
  ({ tenant, token } = await web.givenShop("aurora-demo"));
  web.platform.ordersOf.set("aurora-demo", fixedOrders());
});
afterEach(() => web.close());

type Asked = { OrderId?: unknown; LocalStatus?: unknown; Seen?: unknown };
const set = (body: Asked, { as = token, command = randomUUID() as string | null } = {}) =>
  web.ask("PUT", "reportData/local-status", {
    token: as,
    body: { OrderId: order, ...body },
    headers: command === null ? {} : { "x-command-id": command },
  });
const eventsOf = async (of = `${tenant}-${order}`) =>
  (await web.eventStore.readStream(`local-status-${of}`)).map(({ type, data }) => [type, data.to]);
const questions = () => web.platform.asked.filter((call) => call.startsWith("orders ")).length;

describe("a merchant who sets an order's local status", () => {
  it("gets the new status, the order's number, and the event position for readers", async () => {
    const { status, envelope, headers } = await set({ LocalStatus: Done });
    expect([status, envelope.Data]).toEqual([200, { OrderId: order, LocalStatus: Done }]);
    expect(headers.get("x-event-position")).toMatch(/./);
    expect(await eventsOf()).toEqual([["LocalStatusChanged", Done]]);
  });

  it("may give the order's platform id instead", async () => {
    await set({ LocalStatus: New });
    expect((await set({ OrderId: `gid://shopify/Order/${order}`, LocalStatus: Done })).envelope.Data).toEqual({
      OrderId: order,
      LocalStatus: Done,
    });
    expect(await eventsOf()).toEqual([
      ["LocalStatusChanged", New],
      ["LocalStatusChanged", Done],
    ]);
  });

  it("causes no event by choosing the current status again, or none if there was none", async () => {
    await set({ LocalStatus: none });
    expect(await web.events()).not.toContainEqual(expect.objectContaining({ type: "LocalStatusChanged" }));
    await set({ LocalStatus: Done });
    expect((await set({ LocalStatus: Done })).envelope.Data).toEqual({ OrderId: order, LocalStatus: Done });
    expect(await eventsOf()).toHaveLength(1);
  });

  it("gets the first result again if the command is repeated, even after later changes", async () => {
    const command = randomUUID();
    const first = await set({ LocalStatus: New }, { command });
    await set({ LocalStatus: Done });
    const again = await set({ LocalStatus: New }, { command });
    expect([again.status, again.envelope.Data]).toEqual([200, first.envelope.Data]);
    expect(await eventsOf()).toHaveLength(2);
  });

  it("gets both values, and changes nothing, if someone else has set the status in the meantime", async () => {
    await set({ LocalStatus: Problem });
    const { status, envelope } = await set({ LocalStatus: Done, Seen: none });
    expect([status, envelope.ErrorCode]).toEqual([409, "conflict"]);
    expect(envelope.ErrorMessage).toMatch(
      /^The local status was changed to Problem in another window\. You chose Done\./,
    );
    expect(await eventsOf()).toEqual([["LocalStatusChanged", Problem]]);
    expect((await set({ LocalStatus: Done, Seen: Problem })).status).toBe(200);
  });

  it("changes the order of no other shop", async () => {
    const other = await web.givenShop("borealis-demo");
    web.platform.ordersOf.set("borealis-demo", fixedOrders());
    await set({ LocalStatus: Done });
    await set({ LocalStatus: New, Seen: none }, { as: other.token });
    expect(await eventsOf()).toEqual([["LocalStatusChanged", Done]]);
    expect(await eventsOf(`${other.tenant}-${order}`)).toEqual([["LocalStatusChanged", New]]);
  });
});

describe("a malformed call is refused:", () => {
  it.each<[string, Asked]>([
    ["no order", { OrderId: undefined, LocalStatus: Done }],
    ["an order id that isn't a number", { OrderId: "#1001", LocalStatus: Done }],
    ["leading zeros, which would give the same order a second id", { OrderId: `0${order}`, LocalStatus: Done }],
    ["a number of more than twenty digits", { OrderId: "1".repeat(21), LocalStatus: Done }],
    ["another kind of platform id", { OrderId: "gid://shopify/Product/5", LocalStatus: Done }],
    ["a number instead of a string", { OrderId: Number(order), LocalStatus: Done }],
    ["no status", {}],
    ["an unknown status", { LocalStatus: 5 }],
    ["a status as a word", { LocalStatus: "Done" }],
    ["an unknown seen status", { LocalStatus: Done, Seen: -1 }],
  ])("%s", async (_name, body) => {
    const { status, envelope } = await set(body);
    expect([status, envelope.ErrorCode]).toEqual([400, "invalid"]);
    expect(questions()).toBe(0);
  });

  it("a caller without a token", async () => {
    expect((await set({ LocalStatus: Done }, { as: "" })).status).toBe(401);
  });
});

describe("an order that may not exist in the store", () => {
  it("is refused with advice, and gets no stream, if it doesn't exist", async () => {
    for (const LocalStatus of [Done, none]) {
      const { status, envelope } = await set({ OrderId: "77", LocalStatus });
      expect([status, envelope.ErrorCode, envelope.ErrorMessage]).toEqual([
        404,
        "unknown",
        "Your store doesn't have this order. Reload the page and choose again.",
      ]);
    }
    expect(await eventsOf(`${tenant}-77`)).toEqual([]);
  });

  it("is looked up only once if it exists", async () => {
    for (const LocalStatus of [Done, New, none, Done]) expect((await set({ LocalStatus })).status).toBe(200);
    expect(questions()).toBe(1);
  });

  it("is refused while the store doesn't answer, unless it already has a status", async () => {
    await set({ LocalStatus: New });
    web.platform.failing.set("orders", new PlatformError("unavailable", "The store does not answer."));
    const { status } = await set({ OrderId: "5001002", LocalStatus: Done });
    expect(status).toBe(503);
    expect(await eventsOf(`${tenant}-5001002`)).toEqual([]);
    expect((await set({ LocalStatus: Done })).status).toBe(200);
  });

  it("can be tried a limited number of times before the shop must wait, while other shops need not", async () => {
    const tries = 40;
    const budgets = createBudgets(web.clock.steady);
    const { handle } = localStatusRoute({ ...web, budgets } as unknown as CommandApiDeps);
    const call = (of: string) => ({ requestId: "r", caller: { tenant: of, shop: "aurora-demo" } }) as unknown as Call;
    const make = (n: number, of = tenant) =>
      handle({ body: { OrderId: `${9_000_000 + n}`, LocalStatus: Done }, query: {}, params: {} }, call(of));
    budgets.changes.spend(tenant, hourlyBudgets.changes.amount - tries * entryOverhead);
    for (let n = 0; n < tries; n += 1) expect(await make(n)).toMatchObject({ refused: true, code: "unknown" });
    await expect(make(tries)).rejects.toThrow("Your shop has made too many changes within an hour. Try again");
    expect(questions()).toBe(tries);
    expect(await make(0, "another")).toMatchObject({ refused: true, code: "unknown" });
    expect(await web.eventStore.readCategory("local-status", { limit: 1 })).toEqual([]);
  });
});
