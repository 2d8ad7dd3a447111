import { createSubscriptionCheckTask } from "./check-subscriptions.ts";
import type { UpkeepDeps } from "./deps.ts";
import type { MaintenanceTask } from "./maintenance-task.ts";
import { createPrivacyTask } from "./privacy/privacy-task.ts";

export const createMaintenanceTasks = (deps: UpkeepDeps): readonly MaintenanceTask[] => [
  createSubscriptionCheckTask(deps),
  createPrivacyTask(deps),
];
