import { useRecordContext } from "react-admin";
import { maxExtensionDays } from "#domain/retention/retention.ts";
import type { ConsoleExportDetails } from "#domain/wire/support/console.ts";
import type { Act } from "../acts/act.ts";
import { Acts } from "../acts/acts.tsx";
import { ChoiceField } from "../acts/fields.tsx";
import { performAction } from "../calls.ts";
import { formatInstantText } from "../lists/console-list.tsx";

const daysMore = [1, 7, 14, 30, 60];

const keepActs = ({ id, title, file, expiresAt: seen, ownTime }: ConsoleExportDetails): Act[] => {
  if (file !== "kept" || seen === null) return [];
  const longer: Act = {
    name: "Keep longer",
    title: `Keep the file of “${title}” longer?`,
    needs: "agent",
    text: `The file is removed on ${formatInstantText(seen)}. The merchant sees the new day, and their link works until then. A file is kept at most ${maxExtensionDays} days beyond its original expiry, and is removed at once if a customer's data in it must be erased.`,
    undo: "You can undo this while the file is there.",
    successMessage: "The file is kept longer.",
    start: { days: "7" },
    fields: (values, change) => (
      <ChoiceField
        label="Keep it for"
        value={String(values.days)}
        isFirst
        choices={daysMore.map((days) => ({ id: String(days), name: days === 1 ? "1 more day" : `${days} more days` }))}
        onChange={(days) => change({ days })}
      />
    ),
    send: (asked, { days }) => performAction("exports", id, "keep", { ...asked, seen, days: Number(days) }),
  };
  if (ownTime === null) return [longer];
  const isOver = Date.parse(ownTime) <= Date.now();
  const noLonger: Act = {
    name: "Keep no longer",
    title: `Keep the file of “${title}” only until its original expiry?`,
    needs: "agent",
    text: isOver
      ? "Its original expiry has passed, so the file is removed within an hour."
      : `The file is then removed on ${formatInstantText(ownTime)}.`,
    undo: isOver ? "You can't undo this once the file is removed." : "You can undo this while the file is there.",
    successMessage: "The file is kept only until its original expiry.",
    danger: isOver,
    send: (asked) => performAction("exports", id, "keep", { ...asked, seen, days: 0 }),
  };
  return [longer, noLonger];
};

/** Repeats a failed export, or keeps a file longer. */
export const ExportActs = () => {
  const record = useRecordContext<ConsoleExportDetails>();
  // The page first shows a list's row, which lacks this field.
  if (record?.askedAgain === undefined) return null;
  const again: Act = {
    name: "Ask again",
    title: `Ask for the export “${record.title}” again?`,
    needs: "agent",
    text: "It is made again from what the merchant asked for then. The file appears in the merchant's list of exports, marked as requested by Sheaf support. It isn't sent anywhere, even if an automated report had asked for it.",
    undo: "You can't undo this, but the merchant can cancel it.",
    successMessage: "The export was asked for again.",
    send: (asked) => performAction("exports", record.id, "ask-again", asked),
  };
  const canAsk = record.status === "failed" && record.askedAgain === null;
  return <Acts acts={canAsk ? [again] : keepActs(record)} />;
};
