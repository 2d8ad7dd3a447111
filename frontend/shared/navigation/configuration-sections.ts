import { paths } from "./paths.ts";

/** Sections of the page Configuration (S-2.2.7), in their order, each with its anchor. */
export const configurationSections = [
  { anchor: "User", name: "User preferences" },
  { anchor: "Automation", name: "Automated reports" },
  { anchor: "ReportDisplay", name: "Report display" },
  { anchor: "ReportFiles", name: "Report files" },
  { anchor: "CustomerData", name: "Customer data" },
  { anchor: "SupportActs", name: "What support did" },
  { anchor: "SupportAccess", name: "Support access" },
] as const;

export type ConfigurationSection = (typeof configurationSections)[number];

export const configurationPath = ({ anchor }: Pick<ConfigurationSection, "anchor">): string =>
  `${paths.configuration}#${anchor}`;
