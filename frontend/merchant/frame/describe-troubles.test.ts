import { expect, it } from "vitest";
import { outages } from "#domain/wire/outages.ts";
import type { PageTrouble } from "../../shared/api/troubles.ts";
import { describeTroubles } from "./describe-troubles.ts";

it.each<[PageTrouble[], string]>([
  [
    ["away"],
    "This page is waiting for Sheaf, which isn't answering right now. What you change in an editor is kept in this browser and will be saved automatically. You don't need to reload this page.",
  ],
  [
    ["saving", "reports"],
    "Sheaf can't save anything right now. What you change in an editor is kept in this browser and will be saved automatically. Reports and deliveries are waiting right now. Each will be made and sent as soon as possible.",
  ],
  [
    ["saving", "showing", "reports"],
    "Sheaf can't load or save anything right now. What you change in an editor is kept in this browser and will be saved automatically. Reports that are due will be sent later. You don't need to reload this page.",
  ],
  [["showing"], "Sheaf can't load your data right now. You don't need to reload this page."],
  [["newest"], "Your lists don't show your newest changes yet. They're saved and will appear on their own."],
  [["reports"], "Reports and deliveries are waiting right now. Each will be made and sent as soon as possible."],
])("%j is described in plain words", (given, words) => {
  expect(describeTroubles(given).join(" ")).toBe(words);
});

it("every trouble has a description", () => {
  for (const outage of outages) expect(describeTroubles([outage])).not.toEqual([]);
});
