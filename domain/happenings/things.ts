/** What happenings are about, as the story of a shop is narrowed by them. */
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

/** Their names, as a line of the story says what it is about. */
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
