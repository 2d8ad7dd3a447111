import { z } from "zod";
import { LocalStatus } from "../../enumerations.ts";

/** An order by its number or platform id. Only one spelling is valid, so that no order has two statuses. */
const OrderId = z
  .string()
  .regex(
    /^(?:gid:\/\/shopify\/Order\/)?[1-9]\d{0,19}$/,
    "must be the id of an order, as the rows of a preview name it",
  );

/** A shop's status for one of its orders. */
export const LocalStatusPayload = z.strictObject({
  OrderId,
  LocalStatus: z.enum(LocalStatus),
  /** The status that the user saw; if absent, the current one counts as seen (D-4). */
  Seen: z.enum(LocalStatus).optional(),
});

export const LocalStatusData = z.strictObject({ OrderId: z.string(), LocalStatus: z.enum(LocalStatus) });
export type LocalStatusOfOrder = z.infer<typeof LocalStatusData>;

/** Status changes of an order: `At` is an ISO instant, `By` the name that merchants read. */
export const LocalStatusHistoryData = z.array(
  z.strictObject({ At: z.string(), By: z.string(), From: z.enum(LocalStatus), To: z.enum(LocalStatus) }),
);
export type LocalStatusHistory = z.infer<typeof LocalStatusHistoryData>;
