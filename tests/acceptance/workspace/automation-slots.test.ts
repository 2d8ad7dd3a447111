import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Frequency } from "#domain/enumerations.ts";
import { versions } from "#domain/read-models/versions.ts";
import type { SlotOutcome } from "#domain/wire/automations/automation-history.ts";
import { MailUnavailable } from "#infra/ports/mail.ts";
import { type Automated, ordersOn, startAutomated } from "./automated-runs.ts";
import { refusalIn } from "./support.ts";

/** each slot has one outcome, and the calendar of an automated report shows it. */

let sheaf: Automated;
beforeEach(async () => {
  sheaf = await startAutomated(ordersOn(20, 21, 22, 23, 24));
});
afterEach(() => sheaf.close());

const daily = { frequency: Frequency.Daily };
const ask = async (id: string, from: string, to: string) =>
  (await sheaf.merchant()).call<SlotOutcome[]>("GET", `automations/get-slots/${id}?from=${from}&to=${to}`);
const slotsOf = async (id: string, from: string, to: string) => (await ask(id, from, to)).data;
const sentences = (slots: SlotOutcome[]) => slots.map(({ Sentence }) => Sentence);

describe("the slots of an automated report", () => {
  it("are empty before the first slot", async () => {
    expect(await slotsOf(await sheaf.automate(daily), "2026-11-01", "2026-11-30")).toEqual([]);
  });

  it("are listed oldest first, each with its run if it had one", async () => {
    const id = await sheaf.automate(daily, { exportEmptyReports: false });
    await sheaf.runUntil("2026-11-21T12:00:00Z", 60);
    await sheaf.edit(id, { enabled: false });
    await sheaf.runUntil("2026-11-23T12:00:00Z", 60);
    await sheaf.edit(id, { enabled: true });
    await sheaf.runUntil("2026-11-25T23:00:00Z", 60);
    const slots = await slotsOf(id, "2026-11-20", "2026-11-30");
    expect(slots.map(({ From, To, Count, Outcome, Because }) => [From, To, Count, Outcome, Because])).toEqual([
      ["2026-11-20T22:01:00Z", "2026-11-20T22:01:00Z", 1, "delivered", null],
      ["2026-11-21T22:01:00Z", "2026-11-22T22:01:00Z", 2, "skipped", "paused"],
      ["2026-11-23T22:01:00Z", "2026-11-23T22:01:00Z", 1, "delivered", null],
      ["2026-11-24T22:01:00Z", "2026-11-24T22:01:00Z", 1, "delivered", null],
      ["2026-11-25T22:01:00Z", "2026-11-25T22:01:00Z", 1, "empty", null],
    ]);
    expect(sentences(slots)).toEqual([
      "The report of 21 Nov 2026, 12:01 AM was delivered.",
      "2 reports were skipped while this was paused.",
      "The report of 24 Nov 2026, 12:01 AM was delivered.",
      "The report of 25 Nov 2026, 12:01 AM was delivered.",
      "The report of 26 Nov 2026, 12:01 AM was empty, so nothing was sent.",
    ]);
    const runs = (await sheaf.historyOf(id)).map(({ RunId }) => RunId).reverse();
    expect(slots.flatMap(({ RunId }) => RunId ?? [])).toEqual(runs);
    for (const [n, { Period: period }] of slots.entries())
      if (n > 0) expect(period?.From).toBe(slots[n - 1]?.Period?.To);
  });

  it("are running while their report is retried", async () => {
    const id = await sheaf.automate(daily);
    sheaf.mail.failing = new MailUnavailable("The mail server hangs up.", { notTaken: true });
    await sheaf.runUntil("2026-11-20T22:05:00Z", 1);
    expect(await slotsOf(id, "2026-11-21", "2026-11-21")).toMatchObject([
      { Outcome: "under-way", Sentence: "The report of 21 Nov 2026, 12:01 AM is under way." },
    ]);
  });

  it("are selected by local days, including skipped ones that began earlier", async () => {
    const id = await sheaf.automate(daily);
    await sheaf.runUntil("2026-11-21T12:00:00Z", 60);
    await sheaf.edit(id, { enabled: false });
    await sheaf.runUntil("2026-11-24T12:00:00Z", 60);
    await sheaf.edit(id, { enabled: true });
    await sheaf.runUntil("2026-11-25T23:00:00Z", 60);
    const outcomes = async (from: string, to: string) =>
      (await slotsOf(id, from, to)).map(({ Count, Outcome }) => `${Count} ${Outcome}`);
    expect(await outcomes("2026-11-20", "2026-11-20")).toEqual([]);
    expect(await outcomes("2026-11-21", "2026-11-21")).toEqual(["1 delivered"]);
    expect(await outcomes("2026-11-21", "2026-11-22")).toEqual(["1 delivered", "3 skipped"]);
    expect(await outcomes("2026-11-23", "2026-11-23")).toEqual(["3 skipped"]);
    expect(await outcomes("2026-11-24", "2026-11-25")).toEqual(["3 skipped", "1 delivered"]);
    expect(await outcomes("2026-11-25", "2026-11-26")).toEqual(["1 delivered", "1 delivered"]);
  });

  it("are all listed even if there are more than 1,000", async () => {
    const automationId = await sheaf.automate(daily);
    await sheaf.web.stopProjections();
    const hour = (n: number) => new Date(Date.parse("2027-01-01T00:00:00Z") + n * 3_600_000).toISOString();
    const document = { tenant: sheaf.tenant, automationId, count: 1, outcome: "delivered", because: null };
    await sheaf.web.readStore.apply(
      Array.from({ length: 1_100 }, (_, n) => {
        const at = hour(n).replace(".000Z", "Z");
        const slot = { ...document, from: at, to: at, coveredBy: null, period: null, runId: `r${n}` };
        return {
          collection: `slots@${versions.slots}`,
          kind: "put",
          id: `r${n}`,
          document: slot,
          position: "1",
        } as const;
      }),
    );
    const slots = await slotsOf(automationId, "2027-01-01", "2027-12-31");
    expect(slots.map(({ RunId }) => RunId)).toEqual(Array.from({ length: 1_100 }, (_, n) => `r${n}`));
  });

  it("are refused for days that are invalid, in reverse order or too many", async () => {
    const id = await sheaf.automate(daily);
    for (const [from, to, word] of [
      ["2026-11-31", "2026-12-01", "day"],
      ["2026-11-20", "2026-11-19", "before the first"],
      ["2026-01-01", "2027-02-05", "at most 400 days"],
    ] as const) {
      const { status, message } = refusalIn(await ask(id, from, to));
      expect([status, message]).toEqual([400, expect.stringContaining(word)]);
    }
    expect((await ask(id, "2026-01-01", "2027-02-04")).status).toBe(200);
  });

  it("are kept after the report is deleted, and hidden from other shops", async () => {
    const id = await sheaf.automate(daily);
    await sheaf.runUntil("2026-11-20T23:00:00Z", 60);
    await sheaf.onWorkspace({ type: "DeleteAutomation", automationId: id });
    expect(await slotsOf(id, "2026-11-20", "2026-11-30")).toHaveLength(1);
    expect(await slotsOf(id, "2026-12-01", "2026-12-30")).toEqual([]);
    const stranger = await sheaf.web.givenMerchant("cumulus-demo");
    const path = `automations/get-slots/${id}?from=2026-11-20&to=2026-11-30`;
    expect((await stranger.call("GET", path)).status).toBe(404);
  });
});
