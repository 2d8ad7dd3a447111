import { z } from "zod";

/** A sample of an automated report, as its mail would be. */
export const SampleData = z.strictObject({
  To: z.string().describe("The shop's own address"),
  Subject: z.string(),
  Text: z.string(),
  FileName: z.string(),
  Bytes: z.number(),
  Attached: z.boolean().describe("Else the text has a link to the file"),
  Orders: z.number(),
  NotSentEmpty: z.boolean().describe("Nothing matched, and this report isn't sent when that is so"),
  Outcome: z.enum(["waiting", "sent", "may have arrived", "failed"]).nullable().describe("Null before it was sent"),
});
export type SampleOnWire = z.infer<typeof SampleData>;
