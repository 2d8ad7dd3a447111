import { LocalStatus } from "../enumerations.ts";

/** The statuses as people choose and read them. */
export const localStatusWords: Readonly<Record<LocalStatus, string>> = {
  [LocalStatus.none]: "none",
  [LocalStatus.New]: "New",
  [LocalStatus.InProgress]: "In progress",
  [LocalStatus.Done]: "Done",
  [LocalStatus.Problem]: "Problem",
};

/** In the order in which they are offered. */
export const localStatuses = Object.values(LocalStatus);

/** What a cell holds: an order that nothing is said of is empty. */
export const localStatusCell = (status: LocalStatus | undefined): string | null =>
  status === undefined || status === LocalStatus.none ? null : localStatusWords[status];

/** The status that a cell tells of; `none` of an empty one, and of text that is none of the words. */
export const localStatusOfCell = (cell: string | null | undefined): LocalStatus =>
  localStatuses.find((status) => localStatusCell(status) === cell && cell !== null) ?? LocalStatus.none;
