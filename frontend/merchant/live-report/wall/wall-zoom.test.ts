import { describe, expect, it } from "vitest";
import { wallZoom } from "./wall-zoom.ts";

describe("a report on a wall", () => {
  it("has text that grows with the screen if all columns fit", () => {
    expect(wallZoom(1920, 400) * 14).toBeCloseTo(30, 5);
    expect(wallZoom(1440, 400) * 14).toBeCloseTo(23.04, 5);
    expect(wallZoom(800, 300) * 14).toBeCloseTo(18, 5);
  });

  it("has smaller text if its columns wouldn't fit, but never smaller than on the page", () => {
    expect(wallZoom(1920, 1500)).toBeCloseTo(1.28, 5);
    expect(wallZoom(1440, 2000)).toBe(1);
  });

  it("has the screen's text size if it has no table", () => {
    expect(wallZoom(1440, 0) * 14).toBeCloseTo(23.04, 5);
  });
});
