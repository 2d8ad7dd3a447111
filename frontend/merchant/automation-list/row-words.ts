import { DateTime } from "luxon";
import { AutomationStatus } from "#domain/enumerations.ts";
import type { AutomationOnWire, LastRun } from "#domain/wire/automations.ts";
import { dayInWords, type ShopDay } from "../../shared/time/days-ago.ts";
import { formatInstant } from "../../shared/time/shop-time.ts";

type Planned = Pick<AutomationOnWire, "status" | "next_execution">;

/** When it runs next, in the shop's zone; without a next time, why there is none. */
export const nextInWords = ({ status, next_execution }: Planned, zone: string): string => {
  if (next_execution !== null) return `Next: ${formatInstant(next_execution, zone)}`;
  switch (status) {
    case AutomationStatus.Paused:
      return "Start it to send reports";
    case AutomationStatus.Expired:
      return "Its end date has passed";
    case AutomationStatus.Suspended:
      return "Stopped after errors";
    case AutomationStatus.SuspendedRetry:
      return "Being tried again now";
    default:
      return "Nothing is planned";
  }
};

const outcomes: Readonly<Record<LastRun["Outcome"], string>> = {
  delivered: "Delivered",
  empty: "Empty",
  failed: "Failed",
};

/** How its newest run ended: `Last: Delivered yesterday, 00:02`. */
export const lastInWords = (last: LastRun | null | undefined, day: ShopDay): string => {
  if (last === undefined) return "";
  if (last === null) return "No planned runs yet";
  const time = DateTime.fromISO(last.At, { zone: day.zone }).toFormat("HH:mm");
  return `Last: ${outcomes[last.Outcome]} ${dayInWords(last.At, day)}, ${time}`;
};
