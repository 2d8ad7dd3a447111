import { scheduleQuestions } from "../../schedule/questions.ts";
import type { Schedule } from "../../schedule/schedule.ts";
import type { ScheduleFunctions } from "./phases.ts";

/** The ledger's queries on the schedules that merchants choose. */
export const plannedSlots: ScheduleFunctions<Schedule> = scheduleQuestions;
