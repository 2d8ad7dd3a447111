import { describe, expect, it } from "vitest";
import { LocalStatus } from "#domain/enumerations.ts";
import { type LocalStatusCommand, localStatusDecider, toLocalStatusId } from "#domain/local-status/decider.ts";
import { upkeepForTests } from "#tests/support/upkeep-for-tests.ts";
import { eraseStatuses } from "./erase-statuses.ts";

const tenant = "7a9f0b6e-0000-4000-8000-000000000001";

const given = () => {
  const { deps, eventStore } = upkeepForTests();
  const set = (orderId: string, status: LocalStatus = LocalStatus.Done, of = tenant) =>
    deps.runner.execute(
      localStatusDecider,
      toLocalStatusId(of, orderId),
      (context): LocalStatusCommand => ({ type: "SetLocalStatus", orderId, status, context }),
      { tenant: of, actor: { kind: "merchant" }, correlation: "c" },
    );
  const statusOf = async (orderId: string, of = tenant) =>
    (await deps.runner.load(localStatusDecider, toLocalStatusId(of, orderId))).state.status;
  const eventsIn = async (orderId: string, of = tenant) =>
    (await eventStore.readStream(`local-status-${toLocalStatusId(of, orderId)}`)).map(({ type }) => type);
  return { deps, eventStore, set, statusOf, eventsIn };
};

describe("when a shop has uninstalled, the local statuses of its orders", () => {
  it("are all erased, and erasing them again leaves no event", async () => {
    const { deps, eventStore, set, statusOf, eventsIn } = given();
    const orders = Array.from({ length: 230 }, (_, n) => `${5_000 + n}`);
    for (const order of orders) await set(order);
    await set("5000", LocalStatus.none);
    await set("5001", LocalStatus.Problem);
    await eraseStatuses(deps, tenant);
    await eraseStatuses(deps, tenant);
    for (const order of orders) expect([order, await statusOf(order)]).toEqual([order, LocalStatus.none]);
    expect(await eventsIn("5001")).toEqual(["LocalStatusChanged", "LocalStatusChanged", "LocalStatusErased"]);
    expect(await eventStore.readCategory("local-status", { limit: 1_000 })).toHaveLength(2 * orders.length + 2);
  });

  it("are kept for other shops, even one whose id begins the same", async () => {
    const { deps, set, statusOf } = given();
    await set("5000");
    for (const other of ["another", `${tenant}0`]) await set("5000", LocalStatus.Done, other);
    await eraseStatuses(deps, tenant);
    expect(await Promise.all([tenant, "another", `${tenant}0`].map((of) => statusOf("5000", of)))).toEqual([0, 3, 3]);
  });

  it("are erased by the next attempt if the first is stopped", async () => {
    const { deps, set, statusOf } = given();
    for (let n = 0; n < 30; n += 1) await set(`${n + 1}`);
    const stopping = new AbortController();
    const { execute } = deps.runner;
    const runner: typeof deps.runner = {
      ...deps.runner,
      execute: (...command) => {
        stopping.abort(new Error("stopped"));
        return execute(...command);
      },
    };
    await expect(eraseStatuses({ ...deps, runner }, tenant, stopping.signal)).rejects.toThrow("stopped");
    expect([await statusOf("1"), await statusOf("30")]).toEqual([LocalStatus.none, LocalStatus.Done]);
    await eraseStatuses(deps, tenant);
    expect(await statusOf("30")).toBe(LocalStatus.none);
  });
});
