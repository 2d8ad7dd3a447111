import { describe, expect, it } from "vitest";
import { wallZoom } from "./wall-zoom.ts";

describe("a report on a wall", () => {
  it("has letters that grow with the screen, where all columns fit", () => {
    expect(wallZoom(1920, 400) * 14).toBeCloseTo(30, 5);
    expect(wallZoom(1440, 400) * 14).toBeCloseTo(23.04, 5);
    expect(wallZoom(800, 300) * 14).toBeCloseTo(18, 5);
  });

  it("has smaller ones where its columns would not fit, but none smaller than on the page", () => {
    expect(wallZoom(1920, 1500)).toBeCloseTo(1.28, 5);
    expect(wallZoom(1440, 2000)).toBe(1);
  });

  it("without a table has the letters of the screen", () => {
    expect(wallZoom(1440, 0) * 14).toBeCloseTo(23.04, 5);
  });
});
