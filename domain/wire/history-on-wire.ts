import type { HistoryLine } from "../workspace/history/history.ts";
import type { HistoryItem } from "./history.ts";

export const historyItemOf = (line: HistoryLine): HistoryItem => ({
  Version: line.version,
  At: line.instant,
  By: line.by,
  Sentence: line.sentence,
  CanRestore: line.canRestore,
  RestoredFrom: line.restoredFrom,
});
