import { describe, expect, it } from "vitest";
import { given, refusalOf } from "../core/given-for-tests.ts";
import { LocalStatus } from "../enumerations.ts";
import { localStatusDecider } from "./decider.ts";
import type { LocalStatusEvent } from "./events.ts";
import { formatLocalStatus, localStatuses, localStatusLabels, parseLocalStatus } from "./labels.ts";

const changed = (to: LocalStatus): LocalStatusEvent => ({ type: "LocalStatusChanged", data: { orderId: "5", to } });
const erased: LocalStatusEvent = { type: "LocalStatusErased", data: { orderId: "5" } };
const set = (before: LocalStatusEvent[], status: LocalStatus, seen?: LocalStatus) =>
  given(localStatusDecider, before).when({ type: "SetLocalStatus", orderId: "5", status, seen });

describe("the local status of an order", () => {
  it("changes with each choice, including none", () => {
    expect(set([], LocalStatus.New)).toEqual([changed(LocalStatus.New)]);
    expect(set([changed(LocalStatus.New)], LocalStatus.Done)).toEqual([changed(LocalStatus.Done)]);
    expect(set([changed(LocalStatus.New)], LocalStatus.none)).toEqual([changed(LocalStatus.none)]);
  });

  it("leaves no event if the same one is chosen again, whatever was seen", () => {
    expect(set([], LocalStatus.none)).toEqual([]);
    expect(set([changed(LocalStatus.Done)], LocalStatus.Done)).toEqual([]);
    expect(set([changed(LocalStatus.Done)], LocalStatus.Done, LocalStatus.New)).toEqual([]);
  });

  it("is saved as chosen if none is known, whatever the user saw", () => {
    expect(set([], LocalStatus.InProgress, LocalStatus.Done)).toEqual([changed(LocalStatus.InProgress)]);
  });

  it("conflicts if someone else has changed it unseen, and the error names both values", () => {
    const refusal = refusalOf(set([changed(LocalStatus.Problem)], LocalStatus.Done, LocalStatus.none));
    expect([refusal.code, refusal.message]).toEqual([
      "conflict",
      "The local status was changed to Problem in another window. You chose Done. Reload the page and choose again.",
    ]);
    expect(JSON.parse(refusal.details ?? "")).toEqual([
      expect.objectContaining({ field: "LocalStatus", current: LocalStatus.Problem, wanted: LocalStatus.Done }),
    ]);
    expect(set([changed(LocalStatus.Problem)], LocalStatus.Done, LocalStatus.Problem)).toEqual([
      changed(LocalStatus.Done),
    ]);
  });

  it("is erased once, even if it was removed before, and can be chosen again", () => {
    const erase = (before: LocalStatusEvent[]) =>
      given(localStatusDecider, before).when({ type: "EraseLocalStatus", orderId: "5" });
    expect(erase([changed(LocalStatus.Done)])).toEqual([erased]);
    expect(erase([changed(LocalStatus.Done), changed(LocalStatus.none)])).toEqual([erased]);
    expect(erase([])).toEqual([]);
    expect(erase([changed(LocalStatus.Done), erased])).toEqual([]);
    expect(set([changed(LocalStatus.Done), erased], LocalStatus.none)).toEqual([]);
    expect(set([changed(LocalStatus.Done), erased], LocalStatus.New, LocalStatus.none)).toEqual([
      changed(LocalStatus.New),
    ]);
  });

  it("is shown as its label, empty for none, and parsed back", () => {
    expect(localStatuses.map(formatLocalStatus)).toEqual([null, "New", "In progress", "Done", "Problem"]);
    for (const status of localStatuses) expect(parseLocalStatus(formatLocalStatus(status))).toBe(status);
    expect(["Gone", "none", undefined].map(parseLocalStatus)).toEqual([0, 0, 0]);
    expect(localStatusLabels[LocalStatus.none]).toBe("none");
  });
});
