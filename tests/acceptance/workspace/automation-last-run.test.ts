import { afterEach, beforeEach, expect, it } from "vitest";
import { Frequency } from "#domain/enumerations.ts";
import type { ListedAutomation } from "#domain/wire/automations/automations.ts";
import { DeliveryFailed } from "#infra/ports/destination.ts";
import { type Automated, ordersOn, startAutomated } from "./automated-runs.ts";

/** S-2.2.4: each report's latest run in the list. */

let sheaf: Automated;
beforeEach(async () => {
  sheaf = await startAutomated(ordersOn(20));
});
afterEach(() => sheaf.close());

const listed = async () =>
  (await (await sheaf.merchant()).call<ListedAutomation[]>("GET", "automations/get-automations")).data;
const lastRuns = async () => (await listed()).map(({ last_run }) => last_run);

it("the last run is shown once it has an outcome, and isn't replaced while a newer one is retried", async () => {
  await sheaf.automate({ frequency: Frequency.Daily });
  expect(await lastRuns()).toEqual([null]);
  await sheaf.runUntil("2026-11-20T22:05:00Z", 1);
  const [delivered] = await lastRuns();
  expect(delivered).toEqual({ Outcome: "delivered", At: expect.stringMatching(/^2026-11-20T22:0/u) });
  sheaf.mail.failing = new DeliveryFailed("temporary", "The mail server hangs up.");
  await sheaf.runUntil("2026-11-21T22:01:30Z", 0.5);
  expect(await lastRuns()).toEqual([delivered]);
});

it("a first run waiting for a retry is shown as running, with the time of that retry", async () => {
  await sheaf.automate({ frequency: Frequency.Daily });
  expect(await listed()).toMatchObject([{ last_run: null, under_way: false, retry_at: null }]);
  sheaf.mail.failing = new DeliveryFailed("temporary", "The mail server hangs up.");
  await sheaf.runUntil("2026-11-20T22:01:30Z", 0.5);
  const [told] = await listed();
  expect(told).toMatchObject({ last_run: null, under_way: true, failed_tries: 1 });
  expect(told?.retry_at).toMatch(/^2026-11-20T22:02:/u);
});

it("the last run is still shown after many later test runs", async () => {
  const id = await sheaf.automate({ frequency: Frequency.Daily });
  await sheaf.runUntil("2026-11-20T22:05:00Z", 1);
  const [delivered] = await lastRuns();
  expect(delivered).toMatchObject({ Outcome: "delivered" });
  for (let tests = 1; tests <= 21; tests += 1) {
    const tested = await (await sheaf.merchant()).call("POST", "automations/test-automation/", id);
    expect(tested.envelope.ErrorMessage).toBe(null);
    await sheaf.runUntil(new Date(Date.parse("2026-11-20T22:05:00Z") + tests * 1_000).toISOString(), 0.01);
  }
  expect((await sheaf.historyOf(id)).filter(({ Cause }) => Cause === "test")).toHaveLength(21);
  expect(await lastRuns()).toEqual([delivered]);
});
