import { z } from "zod";
import { LocalStatus } from "../../enumerations.ts";

/** An order's platform id, or the number in it. No leading zeros, so that no order has two statuses. */
const OrderId = z
  .string()
  .regex(
    /^(?:gid:\/\/shopify\/Order\/)?[1-9]\d{0,19}$/,
    "must be an order's platform id or the number in it, as in the preview rows",
  );

/** A shop's status for one of its orders. */
export const LocalStatusPayload = z.strictObject({
  OrderId,
  LocalStatus: z.enum(LocalStatus),
  /** Status seen by the user; default: the current one (D-4). */
  Seen: z.enum(LocalStatus).optional(),
});

export const LocalStatusData = z.strictObject({ OrderId: z.string(), LocalStatus: z.enum(LocalStatus) });
export type LocalStatusOfOrder = z.infer<typeof LocalStatusData>;

/** `At`: ISO instant. `By`: the name that merchants read. */
export const LocalStatusHistoryData = z.array(
  z.strictObject({ At: z.string(), By: z.string(), From: z.enum(LocalStatus), To: z.enum(LocalStatus) }),
);
export type LocalStatusHistory = z.infer<typeof LocalStatusHistoryData>;
