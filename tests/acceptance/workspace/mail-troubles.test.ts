import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { AutomationStatus, Frequency } from "#domain/enumerations.ts";
import type { ListedAutomation } from "#domain/wire/automations/automations.ts";
import { MailRefused, MailUnavailable } from "#infra/ports/mail.ts";
import { type Automated, ordersOn, startAutomated } from "./automated-runs.ts";

/** Merchants see faults of our mail server, and lost responses (R-45, ADR 111). */

let sheaf: Automated;
beforeEach(async () => {
  sheaf = await startAutomated(ordersOn(20, 21, 22));
});
afterEach(() => sheaf.close());

const listed = async () =>
  (await (await sheaf.merchant()).call<ListedAutomation[]>("GET", "automations/get-automations")).data[0];
const textOf = (n: number) => Buffer.from(sheaf.mail.sent.at(n)?.attachments?.[0]?.content ?? []).toString();
const relayFault = "Our mail server has a problem, so the report couldn't be sent. You don't need to change anything.";

describe("While our mail server has a problem", () => {
  beforeEach(() => {
    sheaf.mail.failing = new MailUnavailable("The relay is away.", { notTaken: true });
  });

  it("a report stays active, shows the problem and the next attempt, and is delivered once it is fixed", async () => {
    const id = await sheaf.automate({ frequency: Frequency.Daily });
    await sheaf.runUntil("2026-11-21T01:00:00Z", 5);
    expect(await listed()).toMatchObject({
      status: AutomationStatus.Active,
      failed_tries: 0,
      failed_reason: relayFault,
      under_way: true,
    });
    const [waiting] = await sheaf.historyOf(id);
    expect(waiting?.Tries.at(-1)?.Reason).toBe(relayFault);
    expect(Date.parse(waiting?.RetryAt ?? "")).toBeGreaterThan(sheaf.clock.now().getTime());
    sheaf.mail.failing = undefined;
    await sheaf.runUntil("2026-11-21T02:10:00Z", 5);
    expect(await sheaf.historyOf(id)).toMatchObject([{ Outcome: "delivered" }]);
    expect(await listed()).toMatchObject({ failed_tries: 0, failed_reason: null });
    expect([sheaf.mail.sent.length, textOf(0).includes("#20")]).toEqual([1, true]);
  });

  it("a report fails as our fault after 24 hours, and the next one includes its orders", async () => {
    const id = await sheaf.automate({ frequency: Frequency.Daily });
    await sheaf.runUntil("2026-11-21T23:00:00Z", 10);
    const [second, first, ...others] = await sheaf.historyOf(id);
    expect(others).toEqual([]);
    expect(first).toMatchObject({
      Outcome: "failed",
      FailedReason: `${relayFault.replace(" You", " We tried for 24 hours. You")} The next report covers this time.`,
    });
    expect(second).toMatchObject({ Outcome: null, Period: { From: first?.Period.From } });
    expect(await listed()).toMatchObject({ status: AutomationStatus.Active, failed_tries: 0 });
    sheaf.mail.failing = undefined;
    await sheaf.runUntil("2026-11-22T01:00:00Z", 10);
    expect(sheaf.mail.sent).toHaveLength(1);
    expect(["#20", "#21"].map((name) => textOf(0).includes(name))).toEqual([true, true]);
  });

  it("hourly reports wait, and the newest one covers the missed time", async () => {
    const id = await sheaf.automate({ frequency: Frequency.Hourly });
    await sheaf.runUntil("2026-11-20T18:30:00Z", 5);
    sheaf.mail.failing = undefined;
    await sheaf.runUntil("2026-11-20T19:30:00Z", 5);
    const runs = await sheaf.historyOf(id);
    expect(runs.every(({ Outcome }) => Outcome === "delivered" || Outcome === "empty")).toBe(true);
    const periods = runs.map(({ Period }) => Period).reverse();
    for (const [n, { From }] of periods.entries()) if (n > 0) expect(From).toBe(periods[n - 1]?.To);
  });

  it("a test run fails with the same message", async () => {
    const id = await sheaf.automate({ frequency: Frequency.Daily });
    await (await sheaf.merchant()).call("POST", "automations/test-automation/", id);
    await sheaf.runUntil("2026-11-20T13:00:00Z", 1);
    expect(await sheaf.historyOf(id)).toMatchObject([{ Cause: "test", Outcome: "failed", FailedReason: relayFault }]);
  });
});

it("a report whose response was lost twice fails as possibly delivered, without counting as a failure", async () => {
  const id = await sheaf.automate({ frequency: Frequency.Daily });
  sheaf.mail.failing = new MailUnavailable("No answer.", { notTaken: false });
  await sheaf.runUntil("2026-11-20T22:05:00Z", 1);
  const [waiting] = await sheaf.historyOf(id);
  const minutes = (Date.parse(waiting?.RetryAt ?? "") - Date.parse(waiting?.Tries[0]?.EndedAt ?? "")) / 60_000;
  expect(Math.round(minutes)).toBe(10);
  await sheaf.runUntil("2026-11-20T23:00:00Z", 1);
  const [ended] = await sheaf.historyOf(id);
  expect(ended?.Tries).toHaveLength(2);
  expect(ended).toMatchObject({ Outcome: "failed", FailedReason: expect.stringContaining("may have arrived") });
  expect(await listed()).toMatchObject({ status: AutomationStatus.Active, failed_tries: 0 });
});

it("a report whose content is refused is retried once after an hour, and fails without counting", async () => {
  const id = await sheaf.automate({ frequency: Frequency.Daily });
  sheaf.mail.failing = new MailRefused("No.", { because: "content", code: "554 5.7.1" });
  await sheaf.runUntil("2026-11-21T00:00:00Z", 5);
  const [ended] = await sheaf.historyOf(id);
  const [first, second, ...others] = ended?.Tries ?? [];
  expect(others).toEqual([]);
  const minutes = (Date.parse(second?.At ?? "") - Date.parse(first?.EndedAt ?? "")) / 60_000;
  expect(Math.round(minutes)).toBeGreaterThanOrEqual(60);
  expect(ended).toMatchObject({ Outcome: "failed", FailedReason: expect.stringContaining("(554 5.7.1)") });
  expect(await listed()).toMatchObject({ status: AutomationStatus.Active, failed_tries: 0 });
});
