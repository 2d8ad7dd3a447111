import { expect, it } from "vitest";
import { findStaying } from "./find-staying.ts";

const stays = (...places: number[]) => [...findStaying(places)].sort((one, other) => one - other);

it("keeps all rows in place if none moves, even if new ones come in between", () => {
  expect(stays(0, 1, 2)).toEqual([0, 1, 2]);
  expect(stays(-1, 0, -1, 1, 2)).toEqual([1, 3, 4]);
  expect(stays()).toEqual([]);
  expect(stays(-1, -1)).toEqual([]);
});

it("moves only the one row that has moved, up or down", () => {
  expect(stays(1, 2, 3, 0)).toEqual([0, 1, 2]);
  expect(stays(3, 0, 1, 2)).toEqual([1, 2, 3]);
});

it("keeps as many rows in place as possible", () => {
  expect(stays(4, 0, 3, 1, 2)).toEqual([1, 3, 4]);
  expect(stays(3, 2, 1, 0)).toHaveLength(1);
});
