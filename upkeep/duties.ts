import { checkSubscriptions } from "./check-subscriptions.ts";
import type { Duty } from "./duty.ts";
import type { UpkeepParts } from "./parts.ts";
import { privacyDuty } from "./privacy/duty.ts";

/** Everything that upkeep sees to. */
export const createDuties = (parts: UpkeepParts): readonly Duty[] => [checkSubscriptions(parts), privacyDuty(parts)];
