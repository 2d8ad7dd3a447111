/** Subjects of a shop's activity, used as filters. */
export const happeningThings = [
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
export type HappeningThing = (typeof happeningThings)[number];

/** Labels of these subjects in the activity list. */
export const thingNames: Readonly<Record<HappeningThing, string>> = {
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
