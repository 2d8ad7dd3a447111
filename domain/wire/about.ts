import { z } from "zod";

/** Texts below a title in the lists of filters and report designs. */
export const AboutData = z.strictObject({
  summary: z.string().describe("Of a filter its sentence, of a report design its first columns and what has a row"),
  changed_at: z.string().describe("When it was last changed, ISO UTC; a new place in the list is no change"),
  last_used_at: z
    .string()
    .nullable()
    .optional()
    .describe("When a file was last asked for with it, ISO UTC; null: never; absent while that is being counted up"),
});
export type About = z.infer<typeof AboutData>;
