import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { fileFormats, listFormats } from "#domain/file-formats.ts";
import { textElement } from "../../exporter/xlsx/excel-text.ts";

/** Sentences that name file formats, compared with the capabilities of each format. */

const numberFormats = listFormats(({ holds }) => holds.numberFormats, "and");
const plainNumbers = listFormats(({ holds }) => !holds.numberFormats, "and");
const pictures = listFormats(({ holds }) => holds.pictures > 0, "and");
const addresses = listFormats(({ holds }) => holds.pictures === 0, "and");
const limited = listFormats(({ holds }) => holds.worksheets === 1_000, "and");
const unlimited = listFormats(({ holds }) => holds.worksheets === Infinity, "or");
const withoutDescription = listFormats(({ holds }) => !holds.description, "and");
const withFormulas = listFormats(({ holds }) => holds.formulas, "and");

describe("every format is named", () => {
  it.each([
    ["docs/rules/choices.md", `${limited} hold 1,000 worksheets at most.`],
    ["docs/rules/choices.md", `with the words to choose ${unlimited}.`],
    ["docs/rules/choices.md", `${plainNumbers} have plain numbers. Number formats show in`],
    ["docs/rules/choices.md", `${numberFormats.replace(" and ", ", ")} and preview.`],
    ["docs/rules/choices.md", `in every file but ${withoutDescription} (`],
    ["docs/rules/choices.md", `- ${withFormulas} gets formulas.`],
    ["docs/rules/choices.md", `stand in ${pictures} files, which load nothing`],
    ["docs/rules/choices.md", `${addresses} keep the addresses.`],
    [
      "frontend/merchant/help/designer-help.tsx",
      `${numberFormats} files show them the same way. ${plainNumbers} contain plain numbers.`,
    ],
    ["frontend/merchant/help/designer-help.tsx", `${withFormulas} files contain the formula, all others its result.`],
  ])("in %s: %s", async (path, sentence) => {
    const text = await readFile(new URL(`../../${path}`, import.meta.url), "utf8");
    expect(text.replaceAll(/\s+/g, " ").replaceAll("([ADR", "(")).toContain(sentence);
  });

  it.each(Object.values(fileFormats))("in the help of the page Reports: $name", async ({ name }) => {
    const help = await readFile(new URL("../../frontend/merchant/help/reports-help.tsx", import.meta.url), "utf8");
    expect(help).toContain(`<strong>${name}</strong>`);
  });

  it("in a truncated Excel cell: all other formats contain the whole text", () => {
    const cell = textElement("<t", "x".repeat(40_000), "</t>");
    const [, named = ""] = /an Excel cell\. (.*) files have the full text/.exec(cell) ?? [];
    const others = Object.values(fileFormats).filter(({ name }) => name !== "Excel");
    expect(named.split(/, | and /).sort()).toEqual(others.map(({ name }) => name).sort());
  });
});
