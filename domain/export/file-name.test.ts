import { expect, it } from "vitest";
import { isAmbiguousLocalTime } from "../dates/ambiguous-local-time.ts";
import { slotFileName } from "./file-name.ts";

const athens = "Europe/Athens";
const newYork = "America/New_York";

const named = (given: Partial<Parameters<typeof slotFileName>[0]> = {}, zone = athens) =>
  slotFileName(
    { title: "Orders", cause: "slot", slot: "2026-11-20T10:00:00Z", earlierRuns: 0, isAmbiguousTime: false, ...given },
    zone,
    "csv",
  );

it("names a file after its title and slot, and marks one of a test run", () => {
  expect(named()).toBe("Orders 2026-11-20 1200.csv");
  expect(named({ cause: "catch-up" })).toBe("Orders 2026-11-20 1200.csv");
  expect(named({ cause: "retry" })).toBe("Orders 2026-11-20 1200.csv");
  expect(named({ cause: "test" })).toBe("Test of Orders 2026-11-20 1200.csv");
});

it("gives each further run of a slot its own name", () => {
  expect(named({ cause: "retry", earlierRuns: 1 })).toBe("Orders 2026-11-20 1200 retry.csv");
  expect(named({ cause: "catch-up", earlierRuns: 1 })).toBe("Orders 2026-11-20 1200 catch-up.csv");
  expect(named({ cause: "retry", earlierRuns: 2 })).toBe("Orders 2026-11-20 1200 retry 2.csv");
  expect(named({ cause: "again" })).toBe("Orders 2026-11-20 1200 again.csv");
  expect(named({ cause: "again", earlierRuns: 1 })).toBe("Orders 2026-11-20 1200 again 2.csv");
  expect(named({ cause: "test", earlierRuns: 1 })).toBe("Test of Orders 2026-11-20 1200 2.csv");
});

it("distinguishes a repeated clock time by its UTC offset", () => {
  expect(named({ slot: "2026-11-20T17:00:00Z", isAmbiguousTime: true }, newYork)).toBe(
    "Orders 2026-11-20 1200 UTC-0500.csv",
  );
  expect(named({ slot: "2026-11-20T17:00:00Z", isAmbiguousTime: true, cause: "retry", earlierRuns: 1 }, newYork)).toBe(
    "Orders 2026-11-20 1200 UTC-0500 retry.csv",
  );
});

const since = "2026-01-01T00:00:00Z";
const movedAt = "2026-11-20T12:30:00Z";

it.each([
  ["an ordinary slot of a shop that never moved", "2026-11-20T10:00:00Z", athens, [{ zone: athens, since }], false],
  [
    "the first of two hours for which clocks are put back",
    "2026-10-25T00:00:00Z",
    athens,
    [{ zone: athens, since }],
    false,
  ],
  ["the second of them", "2026-10-25T01:00:00Z", athens, [{ zone: athens, since }], true],
  [
    "the second half hour in Lord Howe",
    "2026-04-04T15:00:00Z",
    "Australia/Lord_Howe",
    [{ zone: "Australia/Lord_Howe", since }],
    true,
  ],
  [
    "an hour that came in the zone before",
    "2026-11-20T14:00:00Z",
    newYork,
    [
      { zone: athens, since },
      { zone: newYork, since: movedAt },
    ],
    true,
  ],
  [
    "one that had not come when the shop moved west",
    "2026-11-20T21:00:00Z",
    newYork,
    [
      { zone: athens, since },
      { zone: newYork, since: movedAt },
    ],
    false,
  ],
  [
    "one after a move to the east",
    "2026-11-20T15:00:00Z",
    athens,
    [
      { zone: newYork, since },
      { zone: athens, since: movedAt },
    ],
    false,
  ],
])("tells whether the shop's clock has shown a time before: %s", (_, instant, zone, zones, shown) => {
  const until = new Date(Date.parse(instant) + 60_000).toISOString();
  expect(isAmbiguousLocalTime(instant, { zone, zones, until })).toBe(shown);
});

it("treats an old slot's time as ambiguous if another slot had it before the shop moved", () => {
  const zones = [
    { zone: athens, since },
    { zone: newYork, since: movedAt },
  ];
  // 12:00 in New York. An earlier file has 12:00 in Athens.
  expect(isAmbiguousLocalTime("2026-11-19T17:00:00Z", { zone: newYork, zones, until: "2026-11-21T00:00:00Z" })).toBe(
    true,
  );
});
