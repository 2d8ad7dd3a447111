import { z } from "zod";

/** Values to choose from for a field of a filter (ADR 53). */
export const SuggestionsData = z.strictObject({
  /** The most frequent first. `Orders`: in how many of the newest orders the value stands; null where nobody counted. */
  Values: z.array(z.strictObject({ Value: z.string(), Orders: z.number().int().min(0).nullable() })),
  /** How many of the newest orders were read; null where the values come from elsewhere. */
  OrdersRead: z.number().int().min(0).nullable(),
  /** Whether the list has all values of these orders: more than 200 are not offered. */
  IsWhole: z.boolean(),
});
export type Suggestions = z.infer<typeof SuggestionsData>;
