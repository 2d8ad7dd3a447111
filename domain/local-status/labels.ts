import { LocalStatus } from "../enumerations.ts";

/** Names of statuses. */
export const localStatusLabels: Readonly<Record<LocalStatus, string>> = {
  [LocalStatus.none]: "none",
  [LocalStatus.New]: "New",
  [LocalStatus.InProgress]: "In progress",
  [LocalStatus.Done]: "Done",
  [LocalStatus.Problem]: "Problem",
};

/** Statuses in the offered order. */
export const localStatuses = Object.values(LocalStatus);

/** Cell text of a status; null for none. */
export const formatLocalStatus = (status: LocalStatus | undefined): string | null =>
  status === undefined || status === LocalStatus.none ? null : localStatusLabels[status];

/** Reverses {@link formatLocalStatus}; `none` for unknown text. */
export const parseLocalStatus = (cell: string | null | undefined): LocalStatus =>
  localStatuses.find((status) => formatLocalStatus(status) === cell && cell !== null) ?? LocalStatus.none;
