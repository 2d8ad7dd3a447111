import { afterEach, beforeEach, expect, it } from "vitest";
import { Frequency } from "#domain/enumerations.ts";
import { MailUnavailable } from "#infra/ports/mail.ts";
import { type Automated, ann, bob, ordersOn, startAutomated } from "./automated-runs.ts";

/** Deliveries of 'Try now' and 'Send again'. */

let sheaf: Automated;
beforeEach(async () => {
  sheaf = await startAutomated(ordersOn(20, 21, 22));
});
afterEach(() => sheaf.close());

const ask = async (path: string, id: string) => {
  const reply = await (await sheaf.merchant()).call("POST", `automations/${path}`, id);
  expect([reply.status, reply.envelope.ErrorMessage]).toEqual([200, null]);
};

it("'Try now' runs the next attempt immediately, and the scheduled one doesn't run again", async () => {
  const id = await sheaf.automate({ frequency: Frequency.Daily });
  sheaf.mail.failing = new MailUnavailable("The mail server hangs up.", { notTaken: true });
  // Its first three tries fail: the next one would be 20 minutes later.
  await sheaf.runUntil("2026-11-20T22:10:00Z", 1);
  const [waiting] = await sheaf.historyOf(id);
  expect(waiting?.Tries.map(({ Outcome }) => Outcome)).toEqual(["failed", "failed", "failed"]);
  expect(waiting?.RetryAt).toMatch(/^2026-11-20T22:27/);
  sheaf.mail.failing = undefined;
  await ask("try-now", id);
  await sheaf.runUntil("2026-11-20T22:12:00Z", 1);
  const [ended, ...others] = await sheaf.historyOf(id);
  expect(others).toEqual([]);
  expect(ended).toMatchObject({ Outcome: "delivered", RetryAt: null });
  expect(ended?.Tries.map(({ Outcome }) => Outcome)).toEqual(["failed", "failed", "failed", "delivered"]);
  const once = sheaf.mail.sent.length;
  // Nothing runs at the originally scheduled time.
  await sheaf.runUntil("2026-11-20T23:00:00Z", 1);
  expect(sheaf.mail.sent).toHaveLength(once);
});

it("a report sent again goes to the current destination, is marked, and doesn't affect the schedule", async () => {
  const id = await sheaf.automate({ frequency: Frequency.Daily }, {}, [bob]);
  await sheaf.runUntil("2026-11-20T22:05:00Z", 1);
  const [first] = await sheaf.historyOf(id);
  const window = await sheaf.merchant();
  const { data: automation } = await window.call<{ ReportDestination: { Email: object } }>(
    "GET",
    `automations/get-automation/${id}`,
  );
  const ReportDestination = {
    ...automation.ReportDestination,
    Email: { ...automation.ReportDestination.Email, ToMail: ann },
  };
  await window.call("PUT", "automations/update-automation", { ...automation, ReportDestination });
  await ask("send-again", first?.RunId ?? "");
  await sheaf.runUntil("2026-11-20T22:10:00Z", 1);
  const [again, same, ...others] = await sheaf.historyOf(id);
  expect(others).toEqual([]);
  expect(again).toMatchObject({ Cause: "again", Outcome: "delivered", Period: first?.Period, Orders: first?.Orders });
  expect(again?.Tries[0]?.Recipients).toEqual([ann]);
  expect(same).toEqual(first);
  await sheaf.runUntil("2026-11-21T22:05:00Z", 1);
  const [next] = await sheaf.historyOf(id);
  expect(next).toMatchObject({ Cause: "slot", Period: { From: first?.Period.To } });
});
