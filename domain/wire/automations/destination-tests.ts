import { z } from "zod";

/** Result of a test (S-2.4, S-2.8). Contains no secrets and no addresses of people. */
export const DestinationTestData = z.strictObject({
  Worked: z.boolean(),
  Text: z.string().describe("To be shown as it stands"),
  Reason: z.string().nullable().describe("Why it failed, or what a test that worked left behind; else null"),
  Answer: z.string().nullable().describe("What the receiver answered, where a webhook's test worked; else null"),
  Steps: z.array(
    z.strictObject({
      Step: z
        .string()
        .describe(
          "resolved, connected, secured, logged in, made directory, wrote, checked size, renamed, removed, called",
        ),
      Ms: z.number().describe("How long it took"),
      Failed: z.boolean().describe("It is the step that did not work"),
    }),
  ),
});
export type DestinationTestOnWire = z.infer<typeof DestinationTestData>;
