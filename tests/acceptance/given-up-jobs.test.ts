import { describe, expect, it } from "vitest";
import { DestinationKind, Frequency } from "#domain/enumerations.ts";
import { automationForTests } from "#tests/support/automation-for-tests.ts";

/** R-45, ADR 78: when any process abandons a job, the attempt of its run fails, so the run doesn't stay open. */

const order = {
  id: "gid://shopify/Order/1",
  name: "#1",
  createdAt: "2026-11-20T10:00:00Z",
  lineItems: [],
};

/** A daily report of a shop in Athens, due at 22:01 UTC. */
const given = async () => {
  const sheaf = await automationForTests([order], "2026-11-20T12:00:00.000Z");
  const id = await sheaf.automate({ frequency: Frequency.Daily });
  return {
    ...sheaf,
    id,
    ledger: async () => (await sheaf.ledgerOf(id)).map(({ type }) => type),
    reasons: async () =>
      (await sheaf.ledgerOf(id)).flatMap((one) => (one.type === "TryFailed" ? [one.data.reason] : [])),
    runs: async () => (await sheaf.runsOf()).map(({ type }) => type),
  };
};

const cases = ["choose-lane", "export", "deliver-run", "advance-run"].flatMap((kind) =>
  (["throws", "payload"] as const).flatMap((fault) =>
    // An export knows itself by its job's own id.
    kind === "choose-lane" || kind === "export"
      ? fault === "throws"
        ? [[kind, fault] as const]
        : []
      : [[kind, fault] as const],
  ),
);

describe.each(cases)("a report whose %s jobs are abandoned (%s)", (kind, fault) => {
  it("fails that attempt, is retried, and is delivered once the fault is fixed", async () => {
    const sheaf = await given();
    sheaf.faults.set(kind, fault);
    await sheaf.runUntil("2026-11-20T22:01:30Z", 1);
    expect(await sheaf.ledger()).toEqual(["SlotClaimed", "TryFailed"]);
    expect((await sheaf.reasons())[0]).toMatch(/problem on our side|went wrong/);
    sheaf.faults.clear();
    await sheaf.runUntil("2026-11-20T23:30:00Z", 1);
    expect(await sheaf.ledger()).toEqual(["SlotClaimed", "TryFailed", "SlotSettled"]);
    expect((await sheaf.runs()).at(-1)).toBe("RunEnded");
    expect(sheaf.received).toHaveLength(1);
  });

  it("is suspended after the fifth failure, and its run ends", async () => {
    const sheaf = await given();
    sheaf.faults.set(kind, fault);
    await sheaf.runUntil("2026-11-21T03:00:00Z", 1);
    expect(await sheaf.ledger()).toEqual([
      "SlotClaimed",
      ...Array.from({ length: 5 }, () => "TryFailed"),
      "SlotSettled",
      "Suspended",
    ]);
    sheaf.faults.clear();
    await sheaf.runUntil("2026-11-21T05:00:00Z", 1);
    expect((await sheaf.runs()).at(-1)).toBe("RunEnded");
    expect(sheaf.received).toHaveLength(0);
  });
});

describe("a report whose own check is abandoned", () => {
  it.each(["throws", "payload"] as const)("is repeated within an hour (%s)", async (fault) => {
    const sheaf = await given();
    sheaf.faults.set("plan-automation", fault);
    await sheaf.runUntil("2026-11-20T22:01:30Z", 1);
    expect(await sheaf.ledger()).toEqual([]);
    sheaf.faults.clear();
    await sheaf.runUntil("2026-11-20T23:05:00Z", 1);
    expect(await sheaf.ledger()).toEqual(["SlotClaimed", "SlotSettled"]);
    expect(sheaf.received).toHaveLength(1);
  });
});

it("a delivery whose job was silently abandoned is found by the next check of its run", async () => {
  const sheaf = await given();
  sheaf.faults.set("deliver-run", "dumb");
  await sheaf.runUntil("2026-11-20T22:01:30Z", 1);
  expect(await sheaf.ledger()).toEqual(["SlotClaimed"]);
  sheaf.faults.clear();
  await sheaf.sweep();
  await sheaf.runUntil("2026-11-20T23:05:00Z", 1);
  expect(await sheaf.ledger()).toEqual(["SlotClaimed", "TryFailed", "SlotSettled"]);
  expect(sheaf.received).toHaveLength(1);
});

it("e-mail deliveries are a separate kind of job, so they have their own permits", async () => {
  const sheaf = await given();
  const words = { fromName: "", replyTo: "", subject: "", message: "", asLink: false };
  const destination = { kind: DestinationKind.Email, recipients: [`pv:${"given".padEnd(22, "-")}`], ...words };
  const byMail = await sheaf.automate({ frequency: Frequency.Daily }, { destination });
  sheaf.faults.set("mail-run", "throws");
  await sheaf.runUntil("2026-11-20T22:01:30Z", 1);
  expect((await sheaf.ledgerOf(byMail)).map(({ type }) => type)).toEqual(["SlotClaimed", "TryFailed"]);
  expect(await sheaf.ledger()).toEqual(["SlotClaimed", "SlotSettled"]);
});
