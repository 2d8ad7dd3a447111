import type { Schedule } from "../../schedule/schedule.ts";
import { scheduleQueries } from "../../schedule/schedule-queries.ts";
import type { ScheduleFunctions } from "./phases.ts";

/** The ledger's queries on merchants' schedules (R-40 to R-42). */
export const scheduleFunctions: ScheduleFunctions<Schedule> = scheduleQueries;
