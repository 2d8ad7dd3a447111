import { z } from "zod";
import { UserOrderFilters } from "../reports/reporting.ts";
import { maxSearchLength } from "./orders.ts";

const OrderNumber = z.string().max(maxSearchLength).regex(/\S/u, "must not be blank");

/** `Name`: an order's number as typed. `At`: ISO instant of the choices, null for now. */
export const WhyMissingPayload = z.strictObject({
  UserOrderFilters,
  At: z.iso.datetime().nullable(),
  Name: OrderNumber,
});
export type WhyMissingPayload = z.infer<typeof WhyMissingPayload>;

/** `RunId`: the report to look in; null for the newest or, before the first, the next one. */
export const WhyMissingInRunPayload = z.strictObject({
  id: z.string().min(1).max(100),
  RunId: z.string().min(1).max(100).nullable(),
  Name: OrderNumber,
});
export type WhyMissingInRunPayload = z.infer<typeof WhyMissingInRunPayload>;

/** Schema for answers and for OpenAPI. */
export const WhyMissingData = z.strictObject({
  Result: z
    .enum(["not-found", "several", "included", "left-out", "unread"])
    .describe("unread: the store didn't give all that the report needs of this order, so a report would leave it out"),
  Sentence: z.string().describe("The answer for people; ends with a colon if Reasons are to follow"),
  Reasons: z
    .array(
      z.strictObject({
        Field: z.string().describe("'period', 'lines', or a field of the filter"),
        Text: z.string(),
      }),
    )
    .describe("Why it is left out: the period, then each condition in the order of the editor"),
  Names: z.array(z.string()).describe("Numbers of the orders found"),
});
export type WhyMissing = z.infer<typeof WhyMissingData>;
