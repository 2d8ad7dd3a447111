import { expect, it } from "vitest";
import { findStaying } from "./find-staying.ts";

const stays = (...places: number[]) => [...findStaying(places)].sort((one, other) => one - other);

it("lets all stay where nothing moves, and where new ones come between", () => {
  expect(stays(0, 1, 2)).toEqual([0, 1, 2]);
  expect(stays(-1, 0, -1, 1, 2)).toEqual([1, 3, 4]);
  expect(stays()).toEqual([]);
  expect(stays(-1, -1)).toEqual([]);
});

it("moves one where one has moved, whichever way", () => {
  expect(stays(1, 2, 3, 0)).toEqual([0, 1, 2]);
  expect(stays(3, 0, 1, 2)).toEqual([1, 2, 3]);
});

it("keeps as many as can stay", () => {
  expect(stays(4, 0, 3, 1, 2)).toEqual([1, 3, 4]);
  expect(stays(3, 2, 1, 0)).toHaveLength(1);
});
