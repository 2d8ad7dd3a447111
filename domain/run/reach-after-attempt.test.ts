import { expect, it } from "vitest";
import { reachAfterConfirmation } from "./reach-after-attempt.ts";

const nobody = { arrived: null, listed: [], holders: [], missed: [], doubted: [] };

it.each([
  ["everybody on its list", nobody, {}, { reached: 2, recipients: 2 }],
  ["all but one refused", nobody, { refused: ["bob"] }, { reached: 1, recipients: 2, refused: 1 }],
  ["somebody off the list, too", { ...nobody, holders: ["cy"] }, {}, { reached: 3, recipients: 3 }],
  [
    "perhaps somebody off the list",
    { ...nobody, doubted: ["cy", "ann"] },
    {},
    { reached: 2, recipients: 3, unsure: true },
  ],
  [
    "perhaps somebody refused now",
    { ...nobody, doubted: ["bob"] },
    { refused: ["bob"] },
    { reached: 1, recipients: 2, refused: 1, unsure: true },
  ],
  [
    "one by a lost worker, who is known by number only",
    { ...nobody, arrived: { reached: 1, recipients: 2 } },
    { newlyReached: ["bob"] },
    { reached: 2, recipients: 2 },
  ],
])("a confirmed mail counts who has it: %s", (_, before, receipt, reach) => {
  const newlyReached = ["ann", "bob"].filter((one) => !("refused" in receipt && receipt.refused?.includes(one)));
  const arrived = before.arrived && { ...before.arrived };
  const counted = reachAfterConfirmation({ ...before, arrived }, ["ann", "bob"], { newlyReached, ...receipt });
  expect(counted).toEqual(reach);
});
