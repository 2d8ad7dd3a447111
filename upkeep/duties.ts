import { checkSubscriptions } from "./check-subscriptions.ts";
import type { UpkeepDeps } from "./deps.ts";
import type { Duty } from "./duty.ts";
import { privacyDuty } from "./privacy/duty.ts";

export const createDuties = (deps: UpkeepDeps): readonly Duty[] => [checkSubscriptions(deps), privacyDuty(deps)];
