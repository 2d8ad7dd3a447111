import { expect } from "vitest";
import type { EventStore, RecordedEvent } from "#infra/ports/stores/event-store.ts";
import type { Merchant } from "#tests/support/merchant.ts";
import type { StandingEvent } from "../eventstoredb/own-events.ts";
import type { Told } from "./load.ts";
import type { Group } from "./reports.ts";

const allEvents = async (eventStore: Pick<EventStore, "readAll">): Promise<RecordedEvent[]> => {
  const events: RecordedEvent[] = [];
  for (;;) {
    const after = events.at(-1)?.position;
    const page = await eventStore.readAll({ limit: 1_000, ...(after === undefined ? {} : { after }) });
    if (page.length === 0) return events;
    events.push(...page);
  }
};

/**
 * Holds what happened against what was told: each command once, in its order, each slot with one outcome. Returns
 * hashes of what was exported.
 */
export const judgeEvents = async (
  eventStore: Pick<EventStore, "readAll">,
  told: Told,
  groups: readonly Group[],
): Promise<Set<string>> => {
  const events = await allEvents(eventStore);
  const ofType = (type: string) => events.filter((event) => event.type === type);
  const newNames = events.filter(({ type }) => type.endsWith("Renamed")).map(({ data }) => String(Object(data).to));
  for (const [kind, names] of Object.entries(told.saved)) {
    expect(names.length, kind).toBeGreaterThan(20);
    expect(
      newNames.filter((name) => name.startsWith(`${kind} `)),
      kind,
    ).toEqual(names);
  }
  const requested = ofType("ExportRequested").map(({ stream }) => stream);
  expect(new Set(requested).size).toBe(requested.length);
  const reports = groups.flatMap(({ reports }) => Object.values(reports));
  const runs = events.filter(({ type }) => type === "SlotClaimed" || type === "ExtraRunClaimed");
  expect(requested).toHaveLength(told.exports.length + runs.length);
  expect(requested).toEqual(expect.arrayContaining(told.exports.map((id) => `export-${id}`)));
  for (const id of reports) {
    const ledger = events.filter(({ stream }) => stream === `automation-${id}`);
    const types = ledger.map(({ type }) => type).filter((type) => /^Slot|^Extra|TryFailed|Suspended/.test(type));
    const outcomes = ledger.filter(({ type }) => /Settled$/.test(type)).map(({ data }) => Object(data).outcome);
    expect(new Set(outcomes), types.join()).toEqual(new Set(["delivered"]));
    expect(types.filter((type) => type.startsWith("Slot"))).toEqual(["SlotClaimed", "SlotSettled"]);
    expect(types).not.toContain("TryFailed");
  }
  const finished = ofType("ExportFinished");
  return new Set(
    told.exports.map((id) => {
      const ends = finished.filter(({ stream }) => stream === `export-${id}`);
      expect(ends, id).toHaveLength(1);
      return String(Object(ends[0]?.data).fileHash);
    }),
  );
};

/**
 * Holds the responses of commands and lists that failed against what they must be: a status, and a sentence that says
 * what to do.
 */
export const judgeAnswers = ({ failed }: Told): void => {
  for (const { status, message, what, during } of failed) {
    expect([503, 429], `${what} while ${during} was away: ${message}`).toContain(status);
    expect(message, what).toMatch(/\bTry again\b/);
  }
};

/** Each report's outcome from its ledger, one line per slot. */
export const ledgersOf = (events: readonly StandingEvent[], groups: readonly Group[]): string =>
  groups
    .flatMap(({ name, reports }) => Object.entries(reports).map(([kind, id]) => ({ report: `${kind} ${name}`, id })))
    .map(({ report, id }) => {
      const about = events.filter(({ stream, data }) => stream.endsWith(id) || data.includes(id));
      const told = about.map(({ type, metadata }) => `${type} ${JSON.parse(metadata).metadata?.instant}`);
      return `${report} (${id}): ${told.join(", ")}`;
    })
    .join("\n");

/** How often which answer came. */
export const answersIn = ({ failed }: Told): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const { during, status, message } of failed) {
    const answer = `${during}: ${status} ${message}`;
    counts[answer] = (counts[answer] ?? 0) + 1;
  }
  return counts;
};

/** Current names of the three edited items, from the calls that show them. */
export const namesNow = async (
  { client }: Merchant,
  of: { design: { id: string }; filter: { id: string }; automation: { id: string } },
): Promise<string[]> => {
  const paths = [
    `reports/get/with-columns/${of.design.id}`,
    `filters/get-filter?id=${of.filter.id}`,
    `automations/get-automation/${of.automation.id}`,
  ];
  return Promise.all(paths.map(async (path) => (await client.data<{ title: string }>("GET", path)).title));
};
