import { expect, it } from "vitest";
import { describeExportEvent } from "./describe-export-event.ts";
import type { ExportEvent } from "./events.ts";

/** Each event has only the data that its sentence needs. */
const said = (type: ExportEvent["type"], data: object = {}) =>
  describeExportEvent({ type, data } as ExportEvent, "Europe/Athens");

it("describes each event of a file in the merchant's words", () => {
  expect([
    said("ExportRequested", { fileName: "Orders 2026-11-21 0001.csv" }),
    said("ExportStarted", { attempt: 1 }),
    said("ExportHandedBack", { attempt: 1 }),
    said("ExportLeaseLost", { attempt: 1 }),
    said("ExportStarted", { attempt: 2 }),
    said("ExportFinished", { expiresAt: "2026-11-27T22:01:00.000Z" }),
    said("ExportFinished", { expiresAt: "2026-11-27T22:01:00.000Z", pictures: { failed: 3, beyond: 1 } }),
    said("ExportFailed", { reason: "Your store can't be reached." }),
    said("ExportCancelRequested"),
    said("ExportCanceled"),
    said("ExportExpired"),
    said("ExportFileErased", { because: "customer" }),
    said("ExportFileErased", { because: "shop" }),
  ]).toEqual([
    "The file “Orders 2026-11-21 0001.csv” was requested.",
    "Work on the file started.",
    "The server restarted or couldn't continue, so the file is waiting to be started again.",
    "The server was too busy to continue with the file, so it is started again.",
    "Work on the file started again (attempt 2).",
    "The file is ready, and is kept until 28 Nov 2026, 12:01 AM.",
    "The file is ready, and is kept until 28 Nov 2026, 12:01 AM. 3 pictures couldn't be loaded. They're links in the file. 1 picture didn't fit into the file, or took too long. It's a link in the file.",
    "The file could not be made. Your store can't be reached.",
    "Cancellation was requested.",
    "The file was canceled.",
    "The file expired and was removed.",
    "The file was removed, because a customer's data had to be erased.",
    "The file was removed, because the shop's data had to be erased.",
  ]);
});
