import { AutomationStatus, DestinationKind, ExportStatus, FileType, Frequency } from "#domain/enumerations.ts";

/** The name of a value of an enumeration as support reads it: `EveryTwoHours` is 'Every two hours'. */
const spoken = (name: string): string => {
  const words = name.replaceAll(/(?<=[a-z])(?=[A-Z0-9])/g, " ").toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
};

const nameIn =
  (values: Readonly<Record<string, number | string>>) =>
  (value: number | string): string => {
    const name = Object.keys(values).find((one) => values[one] === value);
    return name === undefined ? String(value) : spoken(name);
  };

export const fileTypeName = nameIn(FileType);
export const frequencyName = nameIn(Frequency);
export const destinationName = nameIn(DestinationKind);
export const automationStatusName = nameIn(AutomationStatus);

/** Words of a list's filter by status, and the statuses behind each. */
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

/** The word of a status. */
export const exportStatusName = (status: ExportStatus): string =>
  Object.entries(exportStatuses).find(([, statuses]) => (statuses as readonly number[]).includes(status))?.[0] ??
  String(status);
