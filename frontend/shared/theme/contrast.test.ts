import { describe, expect, it } from "vitest";
import { fileFormats } from "#domain/file-formats.ts";
import { type Colours, darkColours, lightColours } from "./tokens.ts";

const luminance = (hex: string): number => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};

const contrast = (one: string, other: string): number => {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
};

type Name = keyof Colours;
const surfaces: Name[] = ["canvas", "paper", "raised", "sunken"];
const texts: Name[] = ["text", "textSecondary", "primary", "primaryDark", "error", "warning", "info", "success"];
const status = ["primary", "accent", "error", "warning", "info", "success"] as const;
const fileTypes: Name[] = Object.values(fileFormats).map(({ icon }) => icon.colour);

describe.each([
  ["light", lightColours],
  ["dark", darkColours],
])("in the %s theme", (_name, colours) => {
  const ratios = (fronts: Name[], backs: Name[]) =>
    fronts.flatMap((front) =>
      backs.map((back) => ({ pair: `${front} on ${back}`, ratio: contrast(colours[front], colours[back]) })),
    );
  const weaker = (pairs: { pair: string; ratio: number }[], least: number) =>
    pairs.filter(({ ratio }) => ratio < least).map(({ pair, ratio }) => `${pair}: ${ratio.toFixed(2)}`);

  it("text is readable on every surface (4.5 to 1)", () => {
    expect(weaker(ratios([...texts, ...fileTypes], surfaces), 4.5)).toEqual([]);
    expect(weaker(ratios(["accentText"], ["paper", "accentSoft"]), 4.5)).toEqual([]);
  });

  it("text is readable on buttons and tinted alerts", () => {
    expect(weaker(ratios(["onPrimary"], ["primary", "primaryDark"]), 4.5)).toEqual([]);
    for (const name of status) {
      const colour: Name = name === "accent" ? "accentText" : name;
      expect(weaker(ratios(["text", "textSecondary", colour], [`${name}Soft`]), 4.5)).toEqual([]);
    }
  });

  it("text and focus in a row are visible on the color of its local status", () => {
    const grounds: Name[] = ["infoSoft", "warningSoft", "successSoft", "errorSoft"];
    expect(weaker(ratios(["text", "textSecondary", "primary", "error"], grounds), 4.5)).toEqual([]);
    expect(weaker(ratios(["primary"], grounds), 3)).toEqual([]);
  });

  it("input borders and the focus ring are visible (3 to 1)", () => {
    expect(weaker(ratios(["lineControl", "primary", "error"], surfaces), 3)).toEqual([]);
  });
});
