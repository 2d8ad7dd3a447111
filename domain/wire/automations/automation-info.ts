import { z } from "zod";

/** ISO UTC instants [From, To). */
export const PeriodData = z.strictObject({ From: z.string(), To: z.string() });
export type PeriodOnWire = z.infer<typeof PeriodData>;

/** `RunsAt` includes the delay. */
const NextSlotData = z.strictObject({ RunsAt: z.string(), Period: PeriodData });

/** Data for the editor (S-2.3.10); reloaded after each save. */
export const AutomationInfoData = z.strictObject({
  Period: PeriodData.nullable().describe("Of the next report; null where none is planned"),
  NextExecution: z.string().nullable().describe("ISO UTC; null where none is planned"),
  IsSlowReport: z.boolean().describe("Its design shows slow columns"),
  PublicUrlIsPossible: z.boolean(),
  PublicUrl: z.string().nullable(),
  NextSlots: z
    .array(NextSlotData)
    .max(5)
    .describe("The next five of the schedule as it is saved; of a paused one as if it were started now"),
  Skipped: z
    .strictObject({
      Count: z.number(),
      Period: PeriodData.describe("From the first to the last"),
      Waiting: z.number().describe("For so many of them a report was chosen before, and has not begun"),
      MayHaveEach: z.boolean(),
      One: z
        .array(PeriodData)
        .describe(
          "What the reports cover that 'one' makes, in their order: one for each stretch of time without a hole",
        ),
      Each: z.number().describe("How many reports 'each' makes; 0 where it is not offered"),
    })
    .nullable()
    .describe("What passed while it was paused or suspended, about which a start asks (R-44); null where nothing did"),
  UnderWay: z
    .strictObject({ RunId: z.string(), Cause: z.enum(["slot", "catch-up", "test", "retry", "again"]) })
    .nullable()
    .describe("A run that has no outcome yet; a run by hand goes before others"),
  RetryAt: z
    .string()
    .nullable()
    .describe("Time of the next attempt after a failed one (ISO UTC); null during an attempt"),
  CanForgetHostKey: z.boolean().describe("A key or certificate of its FTP server is pinned"),
});
export type AutomationInfo = z.infer<typeof AutomationInfoData>;

/** Body of `automations/start`. `CatchUp`: treatment of skipped time. */
export const StartAutomationPayload = z.strictObject({
  id: z.string().min(1).max(100),
  CatchUp: z.enum(["nothing", "one", "each"]),
});
