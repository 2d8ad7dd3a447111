import type { FileType } from "../enumerations.ts";

/**
 * What a merchant sets up of an automated report (S-2.3), without its destination, its screens and its execution, which
 * come with automated reports. Here already, so that 'in use by' is decided where designs and filters are deleted.
 */
export type AutomationDefinition = {
  title: string;
  reportId: string;
  filterId: string;
  fileType: FileType;
  exportEmptyReports: boolean;
  applyDateFilter: boolean;
  /** Started by the merchant; false is paused (D-6). */
  enabled: boolean;
};
