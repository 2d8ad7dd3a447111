/** Filters of a shop's activity. */
export const activitySubjects = [
  "account",
  "configuration",
  "design",
  "filter",
  "automation",
  "run",
  "export",
  "order",
  "privacy",
  "support",
] as const;
export type ActivitySubject = (typeof activitySubjects)[number];

/** Labels in the activity list. */
export const activitySubjectLabels: Readonly<Record<ActivitySubject, string>> = {
  account: "Account",
  configuration: "Configuration",
  design: "Report design",
  filter: "Filter",
  automation: "Automated report",
  run: "Run",
  export: "Export",
  order: "Order",
  privacy: "Privacy request",
  support: "Support",
};
