import { expect, it } from "vitest";
import { createNotifyOnce } from "./notify-once.ts";

it("says what is wrong once while it lasts, and again when all was well in between or something else is wrong", () => {
  const said: string[] = [];
  const trouble = createNotifyOnce((sentence) => said.push(sentence));
  for (let second = 0; second < 5; second += 1) trouble.wrong("Progress is unknown.");
  expect(said).toEqual(["Progress is unknown."]);
  trouble.wrong("The server is busy.");
  trouble.well();
  trouble.wrong("The server is busy.");
  expect(said).toEqual(["Progress is unknown.", "The server is busy.", "The server is busy."]);
});
