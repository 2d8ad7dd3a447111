import { AutomationStatus, ExportStatus } from "#domain/enumerations.ts";
import { destinationLabel, frequencyLabel } from "#domain/workspace/automations/automation-text.ts";

const capitalize = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

export const frequencyName = (frequency: number): string => capitalize(frequencyLabel(frequency));
export const destinationName = (kind: number): string => capitalize(destinationLabel(kind));

/** `ActiveRetry` becomes 'Active retry'. */
export const automationStatusName = (status: AutomationStatus): string => {
  const name = Object.entries(AutomationStatus).find(([, value]) => value === status)?.[0] ?? String(status);
  return capitalize(name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, " ").toLowerCase());
};

/** Statuses by word of the status filter. */
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

export const exportStatusName = (status: ExportStatus): string =>
  Object.entries(exportStatuses).find(([, statuses]) => (statuses as readonly number[]).includes(status))?.[0] ??
  String(status);
