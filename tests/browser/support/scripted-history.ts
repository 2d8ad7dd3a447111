import type { Filter } from "#domain/wire/filters/filters.ts";
import type { HistoryItem, HistoryPage } from "#domain/wire/history.ts";
import type { Script } from "./scripted-api.ts";
import { emptyFilter, filterServer } from "./scripted-filters.ts";

export const historyLine = (change: Partial<HistoryItem>): HistoryItem => ({
  Version: 0,
  At: "2026-11-20T10:00:00.000Z",
  By: "You",
  Sentence: "Renamed from “a” to “b”.",
  CanRestore: true,
  RestoredFrom: null,
  ...change,
});

/** One of everything, over several days of the shop in Athens. */
export const usualHistory: HistoryItem[] = [
  historyLine({
    Version: 40,
    At: "2026-11-20T11:58:12.000Z",
    Sentence: "Order tags: added “vip”, not “test”, removed “trade”.",
    CanRestore: false,
  }),
  historyLine({
    Version: 38,
    At: "2026-11-20T09:15:00.000Z",
    By: "Sheaf support (A. Agent)",
    Sentence: "Fulfillment status: from any to has something to ship.",
  }),
  historyLine({
    Version: 31,
    At: "2026-11-19T14:02:00.000Z",
    Sentence: "Restored to an earlier version. The title “<old>” could not be restored.",
    RestoredFrom: "2026-11-17T08:30:00.000Z",
  }),
  historyLine({
    Version: 30,
    At: "2026-11-19T14:00:30.000Z",
    Sentence: "Product vendor: added “Meltemi Linen”, “Acme”, “Boreas”, “Cyclades”, “Delos” and 12 others.",
  }),
  historyLine({
    Version: 24,
    At: "2026-11-18T16:45:00.000Z",
    Sentence: "Moved from place 4 to place 1.",
    CanRestore: false,
  }),
  historyLine({ Version: 12, At: "2026-11-17T08:30:00.000Z", Sentence: "Renamed from “New filter 1” to “Wholesale”." }),
  historyLine({ Version: 11, At: "2026-11-17T08:29:00.000Z", By: "Sheaf", Sentence: "Created as “New filter 1”." }),
];

/** The longest history that a filter may have: one change an hour, back from this morning. */
export const longHistory: HistoryItem[] = Array.from({ length: 120 }, (_, n) =>
  historyLine({
    Version: 1_000 - n,
    At: new Date(Date.UTC(2026, 10, 20, 9) - n * 3_600_000).toISOString(),
    Sentence: `Renamed from “Name ${119 - n}” to “Name ${120 - n}”.`,
    CanRestore: n > 0,
  }),
);

/** 50 entries from an offset, which this server gives as a number. */
export const historyPage = (lines: readonly HistoryItem[], before: string | null = null): HistoryPage => {
  const from = Number(before ?? 0);
  const end = from + 50;
  return { Items: lines.slice(from, end), Before: end < lines.length ? String(end) : null };
};

/** A server of one filter with its history. `at.earlier` is what every line leads back to. */
export const historyServer = (lines: HistoryItem[] = usualHistory) => {
  const filters = filterServer();
  const earlier: Filter = { ...emptyFilter, title: "Wholesale", OrderSievers: [{ Field: 1001, Filter: ["trade"] }] };
  const at = {
    lines,
    earlier,
    changes: [
      "Title: from “Wholesale, to be shipped” to “Wholesale”.",
      "Financial status: from paid or partially paid to any.",
      "Order tags: adds “trade”, removes “wholesale”, “vip”, not “test”.",
    ],
    notRestored: [] as string[],
  };
  const script: Script = {
    ...filters.script,
    "filters/history": (_body, url) => ({ data: historyPage(at.lines, url.searchParams.get("before")) }),
    "filters/history-version": () => ({
      data: { Item: at.earlier, Changes: at.changes, NotRestored: at.notRestored },
    }),
    "filters/restore": () => {
      const { server } = filters;
      server.filter = { ...at.earlier, ordering: server.filter.ordering };
      server.version += 1;
      const [newest, ...others] = at.lines;
      const line = historyLine({
        Version: 50,
        At: "2026-11-20T12:05:00.000Z",
        Sentence: "Restored to an earlier version.",
        CanRestore: false,
        RestoredFrom: "2026-11-17T08:30:00.000Z",
      });
      at.lines = [line, ...(newest ? [{ ...newest, CanRestore: true }] : []), ...others];
      return { data: { Item: server.filter, NotRestored: at.notRestored }, etag: `"${server.version}"` };
    },
  };
  return { at, server: filters.server, script };
};
