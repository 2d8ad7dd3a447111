import { expect, it } from "vitest";
import { createNotifyOnce } from "./notify-once.ts";

it("reports a failure once while it lasts, and again if it changes or recurs after a recovery", () => {
  const said: string[] = [];
  const trouble = createNotifyOnce((sentence) => said.push(sentence));
  for (let second = 0; second < 5; second += 1) trouble.wrong("Progress is unknown.");
  expect(said).toEqual(["Progress is unknown."]);
  trouble.wrong("The server is busy.");
  trouble.well();
  trouble.wrong("The server is busy.");
  expect(said).toEqual(["Progress is unknown.", "The server is busy.", "The server is busy."]);
});
