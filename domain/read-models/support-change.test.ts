import { expect, it } from "vitest";
import { LocalStatus } from "../enumerations.ts";
import type { SheafEvent } from "../event-schemas.ts";
import { describeSupportChange } from "./support-change.ts";

it.each<[SheafEvent, string | null]>([
  [
    { type: "PreferenceChanged", data: { field: "UserDateFormat", from: 0, to: 1 } },
    "Date format: from YYYY/MM/DD to DD/MM/YYYY.",
  ],
  [
    { type: "LocalStatusChanged", data: { orderId: "7", to: LocalStatus.Done } },
    "Local status of the order with the number 7: Done.",
  ],
  [{ type: "ExportCancelRequested", data: {} } as SheafEvent, "Canceled a report."],
  [{ type: "CatchUpsCalledOff", data: {} } as unknown as SheafEvent, "Catch ups called off."],
  [{ type: "FilterDeleted", data: { filterId: "f", left: [] } } as unknown as SheafEvent, null],
])("a support change is described in words: %j", (event, sentence) => {
  expect(describeSupportChange(event)).toBe(sentence);
});
