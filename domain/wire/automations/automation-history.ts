import { z } from "zod";
import { FormulaFaultData } from "../reports/formula-faults.ts";
import { LocalDay } from "../reports/reporting.ts";
import { UnreadOrderData } from "../reports/unread-orders.ts";
import { PeriodData } from "./automation-info.ts";
import { ArrivedData } from "./automations.ts";

const Cause = z.enum(["slot", "catch-up", "test", "retry", "again"]);

const StepData = z.strictObject({ Step: z.string(), Ms: z.number(), Failed: z.boolean() });

/** One try of a run: its export and its delivery. */
const RunTryData = z.strictObject({
  Try: z.number().describe("From 1"),
  At: z.string().describe("When it began, ISO UTC"),
  EndedAt: z.string().nullable(),
  Outcome: z.enum(["under-way", "delivered", "empty", "failed"]),
  Arrived: ArrivedData,
  Destination: z.number().nullable().describe("DestinationKind; null where it did not come to a delivery"),
  To: z
    .string()
    .nullable()
    .describe(
      "Whom this attempt reached, without earlier ones: '2 recipients', '1 of 2 recipients', 'ftp.example, /in/Orders.csv'; null where nobody",
    ),
  Recipients: z.array(z.string()).describe("Of an e-mail; what was erased is told as such"),
  Refused: z.array(z.string()).describe("Those of them whom the mail server refused for good"),
  MayHaveIt: z
    .array(z.string())
    .optional()
    .describe("Those of the refused ones that may have it from an earlier attempt; absent if none"),
  Unsendable: z
    .array(z.string())
    .optional()
    .describe("Those of them whose letters before the @ our mail server doesn't accept; absent if none"),
  Answer: z.string().nullable().describe("What the receiver answered"),
  Reason: z.string().nullable().describe("Why it failed, a sentence"),
  Lasting: z.boolean().describe("Another attempt would not have helped"),
  Steps: z.array(StepData),
  Deliveries: z
    .number()
    .optional()
    .describe("How often its delivery was begun, as Sheaf stopped or was too busy; absent if once"),
});
export type RunTry = z.infer<typeof RunTryData>;

/**
 * A run (S-2.3.11). The first seven fields are the specification's. `Filters`: JSON text with `order_date_from` and
 * `order_date_to`, the first and last local day.
 */
export const AutomationHistoryItemData = z.strictObject({
  ReportExportId: z.string().nullable().describe("Null while no export was requested"),
  ReportTitle: z.string(),
  Filetype: z.number(),
  Filters: z.string(),
  Status: z.number().describe("ExportStatus; Failed also when the delivery failed"),
  FailedReason: z.string().nullable(),
  PublicUrl: z.string().nullable().describe("Link of the file; null while there is none and when it was removed"),
  RunId: z.string(),
  Cause,
  Slot: z.string().describe("ISO UTC"),
  Period: PeriodData,
  Outcome: z.enum(["delivered", "empty", "failed"]).nullable().describe("Null while it is under way"),
  Arrived: ArrivedData,
  StartedAt: z.string(),
  EndedAt: z.string().nullable(),
  RetryAt: z.string().nullable(),
  FileName: z.string().nullable(),
  Bytes: z.number().nullable(),
  Orders: z.number().nullable(),
  Rows: z.number().nullable(),
  FailedPictures: z.number().describe("Pictures of the file that couldn't be loaded; 0 while there is no file"),
  LeftPictures: z.number().describe("Pictures that didn't fit into the file or took too long"),
  Unread: z
    .array(UnreadOrderData)
    .describe(
      "Orders that the platform did not return in full. The next planned report carries those that were left out and have an id, except those of a manual run",
    ),
  Late: z.array(z.string()).describe("Names of orders that an earlier report lacked and this one has"),
  GoneCarried: z
    .array(z.string())
    .describe("Names of orders that an earlier report lacked and the store no longer has"),
  FormulaFaults: z
    .array(FormulaFaultData)
    .describe("Columns of the file whose formulas were wrong when it was requested"),
  ExpiresAt: z.string().nullable(),
  Expired: z.boolean(),
  Tries: z.array(RunTryData),
});
export type AutomationHistoryItem = z.infer<typeof AutomationHistoryItemData>;

/**
 * Query of `reporting/automation-history/{id}`. `before`: RunId of the last known item; the response has 50 earlier
 * items.
 */
export const AutomationHistoryQuery = z.strictObject({ before: z.string().max(100).optional() });

/** Query of `automations/get-slots/{id}`: first and last local day, at most 400 days. */
export const SlotOutcomesQuery = z.strictObject({ from: LocalDay, to: LocalDay });

/** One slot that ran, or adjacent slots that were skipped. */
const SlotOutcomeData = z.strictObject({
  From: z.string().describe("The slot; of a range the first, ISO UTC"),
  To: z.string().describe("The same slot; of a range the last"),
  Count: z.number(),
  Outcome: z.enum(["delivered", "empty", "failed", "skipped", "under-way"]),
  Arrived: ArrivedData,
  Because: z
    .enum(["paused", "suspended", "subscription", "outage", "reported"])
    .nullable()
    .describe("Why they were skipped; null of others"),
  Sentence: z.string().describe("The same for people"),
  Period: PeriodData.nullable().describe("Null where another report has their time"),
  Waiting: z.number().describe("Of skipped ones: for so many the merchant chose a report that has not begun"),
  CalledOff: z.boolean().describe("A report was chosen of their time, and called off before it began"),
  RunId: z.string().nullable(),
});
export type SlotOutcome = z.infer<typeof SlotOutcomeData>;

/** Response of `automations/get-slots/{id}`, oldest first. */
export const SlotOutcomesData = z.array(SlotOutcomeData);

/** Response of `automations/get-run/{runId}`: a run's inputs and events. */
export const RunDetailsData = z.strictObject({
  RunId: z.string(),
  AutomationId: z.string(),
  Title: z.string().describe("Of the automated report, as it was claimed"),
  Claim: z.strictObject({
    At: z.string(),
    WorkspaceVersion: z.number(),
    ShopVersion: z.number(),
    Flags: z.array(z.string()),
    CatalogueVersion: z.number(),
    InputHash: z.string(),
  }),
  Kept: z.boolean().describe("False when what it was made of is no longer kept: then the three below are null"),
  Design: z
    .strictObject({
      Id: z.string(),
      Title: z.string(),
      Grouping: z.number(),
      Splitter: z.number(),
      Order: z.string().describe("Of the rows, in words; it may go by a column that is not shown"),
      Columns: z
        .array(
          z.strictObject({
            Key: z.string(),
            Title: z.string(),
            Sorting: z.number(),
            Content: z.string().nullable().describe("The merchant's own, or the attribute it shows, in words"),
            Format: z.string().nullable().describe("Its number format, in words"),
          }),
        )
        .describe("Those shown"),
      Since: z.enum(["same", "changed", "deleted"]).describe("How it stands today against then"),
    })
    .nullable(),
  Filter: z
    .strictObject({
      Id: z.string(),
      Title: z.string(),
      Conditions: z.array(z.string()).describe("In words; none where it kept everything"),
      Since: z.enum(["same", "changed", "deleted"]),
    })
    .nullable(),
  Preferences: z
    .array(z.strictObject({ Name: z.string(), Value: z.string() }))
    .nullable()
    .describe("In words"),
  File: z.strictObject({ ContentHash: z.string(), FileHash: z.string() }).nullable(),
  Events: z.array(
    z.strictObject({
      At: z.string(),
      By: z.string().describe("'You' ('The merchant' to support), 'Sheaf support (…)' or 'Sheaf'"),
      Of: z.enum(["automation", "run", "export"]),
      Sentence: z.string(),
    }),
  ),
});
export type RunDetails = z.infer<typeof RunDetailsData>;
