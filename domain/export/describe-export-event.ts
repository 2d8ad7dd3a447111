import { toLocalTime } from "../dates/local-time.ts";
import { quoteText } from "../text/quote-text.ts";
import type { ErasureReason, ExportEvent } from "./events.ts";
import { describeMissingPictures } from "./picture-results.ts";

const erasureOwner: Readonly<Record<ErasureReason, string>> = { customer: "a customer's", shop: "the shop's" };

const moment = (instant: string, zone: string): string => toLocalTime(instant, zone).toFormat("d LLL yyyy, h:mm a");

/**
 * An event of a file, as a sentence for the merchant. `zone`: the shop's.
 * @throws {UnknownTimezone}
 */
export const describeExportEvent = (event: ExportEvent, zone: string): string => {
  switch (event.type) {
    case "ExportRequested":
      return `The file ${quoteText(event.data.fileName)} was requested.`;
    case "ExportStarted":
      return event.data.attempt === 1
        ? "The file was begun."
        : `The file was begun again (attempt ${event.data.attempt}).`;
    case "ExportHandedBack":
      return "The server was restarted or couldn't go on, so the file waits to be begun again.";
    case "ExportLeaseLost":
      return "The server was too busy to go on with the file, so it is begun again.";
    case "ExportFinished":
      return [
        `The file is ready, and is kept until ${moment(event.data.expiresAt, zone)}.`,
        ...(event.data.pictures ? describeMissingPictures(event.data.pictures) : []),
      ].join(" ");
    case "ExportFailed":
      return `The file could not be made. ${event.data.reason}`;
    case "ExportCancelRequested":
      return "A cancel was requested.";
    case "ExportCanceled":
      return "The file was canceled.";
    case "ExportRetentionChanged": {
      const { from, to } = event.data;
      return `The file is kept until ${moment(to, zone)} instead of ${moment(from, zone)}.`;
    }
    case "ExportExpired":
      return "The file's time was over, so it was removed.";
    case "ExportFileErased":
      return `The file was removed, because ${erasureOwner[event.data.because]} data had to be erased.`;
  }
};
