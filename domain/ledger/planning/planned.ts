import { scheduleQuestions } from "../../schedule/questions.ts";
import type { Schedule } from "../../schedule/schedule.ts";
import type { ScheduleFunctions } from "./phases.ts";

/** What the ledger asks of the schedules that merchants choose. */
export const plannedSlots: ScheduleFunctions<Schedule> = scheduleQuestions;
