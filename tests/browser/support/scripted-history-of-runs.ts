import { ExportStatus, FileType } from "#domain/enumerations.ts";
import type {
  AutomationHistoryItem,
  RunDetails,
  RunTry,
  SlotOutcome,
} from "#domain/wire/automations/automation-history.ts";
import type { ListedAutomation } from "#domain/wire/automations/automations.ts";
import type { Script } from "./scripted-api.ts";
import { automation, automationListServer } from "./scripted-automation-list.ts";

const hash = (letter: string): string => letter.repeat(64);

export const runTry = (change: Partial<RunTry> = {}): RunTry => ({
  Try: 1,
  At: "2026-11-22T22:01:02.000Z",
  EndedAt: "2026-11-22T22:01:40.000Z",
  Outcome: "delivered",
  Destination: 0,
  To: "2 recipients",
  Recipients: ["books@accounting.example", "owner@aurora.example"],
  Refused: [],
  Answer: "250 2.0.0 OK: queued",
  Reason: null,
  Lasting: false,
  Steps: [{ Step: "handed over", Ms: 1_240, Failed: false }],
  ...change,
});

/** Makes a daily report's run at 00:01 of a day of November 2026 in Athens. */
export const run = (day: number, change: Partial<AutomationHistoryItem> = {}): AutomationHistoryItem => {
  const slot = new Date(Date.UTC(2026, 10, day - 1, 22, 1)).toISOString();
  const covered = new Date(Date.UTC(2026, 10, day - 1)).toISOString().slice(0, 10);
  return {
    ReportExportId: `e${day}`,
    ReportTitle: "Accounting",
    Filetype: FileType.Excel,
    Filters: JSON.stringify({ order_date_from: covered, order_date_to: covered }),
    Status: ExportStatus.Finished,
    FailedReason: null,
    PublicUrl: `/files/token${day}/Accounting.xlsx`,
    RunId: `r${day}`,
    Cause: "slot",
    Slot: slot,
    Period: { From: slot, To: slot },
    Outcome: "delivered",
    StartedAt: slot,
    EndedAt: slot,
    RetryAt: null,
    FileName: "Accounting.xlsx",
    Bytes: 48_200,
    Orders: 12,
    FailedPictures: 0,
    LeftPictures: 0,
    Unread: [],
    Late: [],
    GoneCarried: [],
    FormulaFaults: [],
    Rows: 31,
    ExpiresAt: null,
    Expired: false,
    Tries: [runTry()],
    ...change,
  };
};

const refused = runTry({
  Outcome: "failed",
  To: null,
  Answer: null,
  Reason: "The mail server refused the login.",
  Lasting: true,
  Steps: [
    { Step: "connected", Ms: 40, Failed: false },
    { Step: "logged in", Ms: 310, Failed: true },
  ],
});

/** One of everything. */
export const usualRuns: AutomationHistoryItem[] = [
  run(23, {
    Outcome: null,
    Status: ExportStatus.Processing,
    PublicUrl: null,
    Orders: null,
    Bytes: null,
    EndedAt: null,
    Tries: [],
  }),
  run(22, {
    RunId: "t1",
    Cause: "test",
    StartedAt: "2026-11-22T09:12:00.000Z",
    Filetype: FileType.Html,
    PublicUrl: "/files/tokent1/Accounting.html",
    Tries: [runTry({ Refused: ["gone@accounting.example"] })],
  }),
  run(22),
  run(18, {
    Outcome: "empty",
    Orders: 0,
    Rows: 0,
    Bytes: 900,
    Tries: [runTry({ Outcome: "empty", To: null, Recipients: [], Answer: null, Steps: [] })],
  }),
  run(17, {
    Outcome: "failed",
    Status: ExportStatus.Failed,
    FailedReason: "The mail server refused the login.",
    PublicUrl: null,
    Orders: null,
    Bytes: null,
    Tries: [
      runTry({ ...refused, Lasting: false }),
      { ...refused, Try: 2, At: "2026-11-16T22:02:40.000Z", EndedAt: "2026-11-16T22:02:41.000Z" },
    ],
  }),
  run(16, {
    Cause: "catch-up",
    StartedAt: "2026-11-15T22:01:00.000Z",
    FormulaFaults: [{ Column: "Margin", Reads: "(not a formula)", Problem: "ROUND takes 2 arguments, not 1." }],
  }),
  run(15, { PublicUrl: null, Expired: true, ExpiresAt: "2026-11-21T22:01:40.000Z" }),
];

/** A run that waits after its first failed try. */
export const waitingRun = run(23, {
  Outcome: null,
  Status: ExportStatus.Initialized,
  PublicUrl: null,
  EndedAt: null,
  RetryAt: "2026-11-23T12:00:00.000Z",
  Tries: [{ ...refused, Lasting: false }],
});

const slotOf = ({ Slot, Outcome, RunId, Period }: AutomationHistoryItem): SlotOutcome => ({
  From: Slot,
  To: Slot,
  Count: 1,
  Outcome: Outcome ?? "under-way",
  Because: null,
  Sentence: "The report was delivered.",
  Waiting: 0,
  CalledOff: false,
  Period,
  RunId,
});

export const skippedRange: SlotOutcome = {
  From: "2026-11-18T22:01:00.000Z",
  To: "2026-11-20T22:01:00.000Z",
  Count: 3,
  Outcome: "skipped",
  Because: "paused",
  Sentence: "3 reports were skipped while this was paused.",
  Waiting: 0,
  CalledOff: false,
  Period: null,
  RunId: null,
};

/** An hourly report's last 90 slots, some failed or empty. */
export const hourlySlots: SlotOutcome[] = Array.from({ length: 90 }, (_, n) => {
  const at = new Date(Date.UTC(2026, 10, 23, 12) - (89 - n) * 3_600_000).toISOString();
  const Outcome = n % 31 === 7 ? "failed" : n % 9 === 0 ? "empty" : "delivered";
  return { ...skippedRange, From: at, To: at, Count: 1, Outcome, Because: null, RunId: `h${n}` };
});

const details: RunDetails = {
  RunId: "r22",
  AutomationId: "a1",
  Title: "Accounting, every morning",
  Claim: {
    At: "2026-11-21T22:01:00.000Z",
    WorkspaceVersion: 41,
    ShopVersion: 7,
    Flags: [],
    CatalogueVersion: 3,
    InputHash: hash("a"),
  },
  Kept: true,
  Design: {
    Id: "d1",
    Title: "Accounting",
    Grouping: 2,
    Splitter: 8,
    Order: "sorted by “Order number”, Z to A",
    Columns: [
      { Key: "OrderNum", Title: "Order number", Sorting: 2, Content: null, Format: null },
      { Key: "TotalPrice", Title: "Order total", Sorting: 0, Content: null, Format: "“0.00”" },
    ],
    Since: "changed",
  },
  Filter: { Id: "f1", Title: "Paid", Conditions: ["Financial status: Paid"], Since: "deleted" },
  Preferences: [
    { Name: "Date format", Value: "YYYY/MM/DD" },
    { Name: "CSV separator", Value: "Comma" },
  ],
  File: { ContentHash: hash("b"), FileHash: hash("c") },
  Events: [
    {
      At: "2026-11-21T22:01:00.000Z",
      By: "Sheaf",
      Of: "automation",
      Sentence: "The report of 22 Nov 2026, 12:01 AM began.",
    },
    { At: "2026-11-21T22:01:40.000Z", By: "Sheaf", Of: "run", Sentence: "Delivered to 2 recipients." },
  ],
};

/** Creates a server of one automated report, a1, with its runs. */
export const runsServer = (
  given: { runs?: AutomationHistoryItem[]; slots?: SlotOutcome[]; automation?: Partial<ListedAutomation> } = {},
) => {
  const one = automation("a1", "Accounting, every morning", given.automation);
  const at = { runs: given.runs ?? usualRuns, slots: given.slots, page: 50 };
  const script: Script = {
    ...automationListServer({ items: [one] }).script,
    "automations/get-automation/a1": () => {
      const { last_run: _, ...data } = one;
      return { data, etag: '"5"' };
    },
    "reporting/automation-history/a1": (_body, url) => {
      const before = url.searchParams.get("before");
      const from = before === null ? 0 : at.runs.findIndex(({ RunId }) => RunId === before) + 1;
      return { data: at.runs.slice(from, from + at.page) };
    },
    "automations/get-slots/a1": (_body, url) => {
      const [from, to] = [url.searchParams.get("from") ?? "", url.searchParams.get("to") ?? ""];
      const own = at.runs.filter(({ Cause }) => Cause === "slot").map(slotOf);
      const slots = at.slots ?? (at.runs.length > 0 ? [...own, skippedRange] : []);
      const day = (instant: string) => new Date(Date.parse(instant) + 7_200_000).toISOString().slice(0, 10);
      return {
        data: slots
          .filter((slot) => day(slot.To) >= from && day(slot.From) <= to)
          .sort((a, b) => (a.From < b.From ? -1 : 1)),
      };
    },
    "automations/get-run/r22": () => ({ data: details }),
    "automations/try-now": () => ({ data: null }),
    "automations/send-again": () => ({ data: null }),
  };
  return { at, script };
};
