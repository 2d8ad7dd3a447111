import type { AutomationOnWire } from "#domain/wire/automations/automations.ts";

/** Defaults of a new automated report: paused, in Excel, every day (S-2.3.8). */
export const newOnWire = {
  status: 1,
  file_type: 1,
  export_empty_reports: true,
  schedule: 5,
  delay_automation: 0,
  custom_weekly_day: 1,
  custom_monthly_day: 1,
  custom_hour: 1,
  starts_from: null,
  ends_to: null,
  apply_date_filter: true,
  next_execution: null,
  failed_tries: 0,
  failed_reason: null,
} as const satisfies Partial<AutomationOnWire>;

/** The parts of a destination, none of which is there. */
export const nowhere = { Email: null, Ftp: null, Webhook: null, PublicUrl: null };
