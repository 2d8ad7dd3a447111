import { expect, it } from "vitest";
import { listSupportActions } from "./list-support-actions.ts";

it("lists what support did in the console and while impersonating, newest first", () => {
  const acts = [
    { Id: "2", At: "2026-11-20T10:05:00.000Z", What: "Restarted a report" },
    { Id: "1", At: "2026-11-18T10:05:00.000Z", What: "Changed the tier: Growth to Unlimited" },
  ];
  const look = {
    Id: "l1",
    Agent: "Demo agent",
    Reason: "Asked by mail",
    From: "2026-11-19T10:00:00.000Z",
    Until: "2026-11-19T10:15:00.000Z",
    IsOpen: false,
    EndedBy: "agent" as const,
    Changes: [
      { At: "2026-11-19T10:02:00.000Z", What: "Filter “Paid”: renamed" },
      { At: "2026-11-19T10:03:00.000Z", What: "Filter “Paid”: changed" },
    ],
  };
  expect(listSupportActions(acts, [look]).map(({ what, who }) => `${who}: ${what}`)).toEqual([
    "Sheaf support: Restarted a report",
    "Sheaf support (Demo agent): Filter “Paid”: changed",
    "Sheaf support (Demo agent): Filter “Paid”: renamed",
    "Sheaf support: Changed the tier: Growth to Unlimited",
  ]);
  expect(listSupportActions([], [{ ...look, Changes: [] }])).toEqual([]);
});
