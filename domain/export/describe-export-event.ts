import { toLocalTime } from "../dates/local-time.ts";
import { describeGoneCarried, describeGoneChosen } from "../reports/gone-orders.ts";
import { quoteText } from "../text/quote-text.ts";
import type { ErasureReason, ExportEvent } from "./events.ts";
import { describeMissingPictures } from "./picture-results.ts";

const erasureOwner: Readonly<Record<ErasureReason, string>> = { customer: "a customer's", shop: "the shop's" };

const moment = (instant: string, zone: string): string => toLocalTime(instant, zone).toFormat("d LLL yyyy, h:mm a");

/**
 * Describes an event of a file for the merchant. `zone`: the shop's.
 * @throws {UnknownTimezone}
 */
export const describeExportEvent = (event: ExportEvent, zone: string): string => {
  switch (event.type) {
    case "ExportRequested":
      return `The file ${quoteText(event.data.fileName)} was requested.`;
    case "ExportStarted":
      return event.data.attempt === 1
        ? "Work on the file started."
        : `Work on the file started again (attempt ${event.data.attempt}).`;
    case "ExportHandedBack":
      return "The server restarted or couldn't continue, so the file is waiting to be started again.";
    case "ExportLeaseLost":
      return "The server was too busy to continue with the file, so it is started again.";
    case "ExportFinished":
      return [
        `The file is ready, and is kept until ${moment(event.data.expiresAt, zone)}.`,
        ...describeGoneChosen(event.data.goneChosen),
        ...describeGoneCarried(event.data.goneCarried),
        ...(event.data.pictures ? describeMissingPictures(event.data.pictures) : []),
      ].join(" ");
    case "ExportFailed":
      return `The file could not be made. ${event.data.reason}`;
    case "ExportCancelRequested":
      return "Cancellation was requested.";
    case "ExportCanceled":
      return "The file was canceled.";
    case "ExportRetentionChanged": {
      const { from, to } = event.data;
      return `The file is kept until ${moment(to, zone)} instead of ${moment(from, zone)}.`;
    }
    case "ExportExpired":
      return "The file expired and was removed.";
    case "ExportFileErased":
      return `The file was removed, because ${erasureOwner[event.data.because]} data had to be erased.`;
  }
};
