import { AutomationStatus, ExportStatus } from "#domain/enumerations.ts";
import { destinationWords, fileTypeWords, frequencyWords } from "#domain/workspace/automations/automation-words.ts";

const begun = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

export const fileTypeName = (type: number): string => fileTypeWords(type);
export const frequencyName = (frequency: number): string => begun(frequencyWords(frequency));
export const destinationName = (kind: number): string => begun(destinationWords(kind));

/** `ActiveRetry` becomes 'Active retry'. */
export const automationStatusName = (status: AutomationStatus): string => {
  const name = Object.entries(AutomationStatus).find(([, value]) => value === status)?.[0] ?? String(status);
  return begun(name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, " ").toLowerCase());
};

/** Words of the status filter, with the statuses behind each. */
export const exportStatuses = {
  waiting: [ExportStatus.Initialized],
  working: [
    ExportStatus.Processing,
    ExportStatus.RetrieveOrders,
    ExportStatus.FormatData,
    ExportStatus.ConstructReport,
    ExportStatus.DownloadingImages,
    ExportStatus.AddData,
    ExportStatus.UploadReport,
    ExportStatus.SendFile,
  ],
  finished: [ExportStatus.Finished],
  failed: [ExportStatus.Failed],
  canceling: [ExportStatus.Canceling],
  canceled: [ExportStatus.Canceled],
} as const satisfies Record<string, readonly ExportStatus[]>;

/** The filter word of a status. */
export const exportStatusName = (status: ExportStatus): string =>
  Object.entries(exportStatuses).find(([, statuses]) => (statuses as readonly number[]).includes(status))?.[0] ??
  String(status);
