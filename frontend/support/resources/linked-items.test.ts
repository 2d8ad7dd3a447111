import { describe, expect, it } from "vitest";
import { itemOfAct, itemOfJob } from "./linked-items.ts";

describe("the subject of a job", () => {
  it.each([
    ["export:e1", "exports", "e1"],
    ["forget-people:e1", "exports", "e1"],
    ["forget-input:e1", "exports", "e1"],
    ["plan-automation:a1:cause", "automations", "a1"],
    ["deliver-run:r1:1:2", "runs", "r1"],
  ])("has a page: %s", (job, resource, id) => {
    expect(itemOfJob(job)).toMatchObject({ resource, id });
  });

  it.each(["send-mail:cause", "check-subscription:t:cause", "export", "export:", "toString:e1"])(
    "is missing: %s",
    (job) => {
      expect(itemOfJob(job)).toBeUndefined();
    },
  );
});

describe("the subject of a support action", () => {
  it.each([
    ["asked to look as the merchant", "i1", "impersonations", "i1"],
    ["asked for an export again", "e1", "exports", "e1"],
    ["changed how long a file is kept", "e1", "exports", "e1"],
    ["restarted a report", "a1", "automations", "a1"],
    ["tried a job again", "export:e1", "exports", "e1"],
    ["dropped a job", "advance-run:r1:cause", "runs", "r1"],
  ])("has a page: %s %s", (what, about, resource, id) => {
    expect(itemOfAct({ what, about })).toMatchObject({ resource, id });
  });

  it.each([
    ["signed in", "admin"],
    ["looked at the shop", null],
    ["changed a flag", "bundles"],
    ["dropped a job", "send-mail:cause"],
    ["tried a parked document again", "exports/e1"],
    ["toString", "e1"],
  ])("is missing: %s %s", (what, about) => {
    expect(itemOfAct({ what, about })).toBeUndefined();
  });
});
