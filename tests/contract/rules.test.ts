import { describe, expect, it } from "vitest";
import { placeOf, type RepoFile, repoFiles } from "#tests/support/repo-files.ts";

/** The ids of docs/rules, and the decisions of docs/adr. */
const idForm = /(?<![\w.-])(?:R|S|P|D)-\d+(?:\.\d+)*(?![\w-])/g;
const headingForm = /^### ((?:R|S|P|D)-\d+(?:\.\d+)*)$/gm;
const adrForm = /\bADRs? (\d+)\b/g;

// A space, or a line break with the sign of a comment behind it.
const gap = String.raw`(?:[ \t]+|[ \t]*\r?\n[ \t]*(?:\*(?!\/)|\/\/|#)?[ \t]*)`;
const document = (words: string, more = "") => String.raw`\b${words},?${gap}${more}(?:sections?${gap}|§)`;

/** Old forms of references, which can't be looked up in this repository alone. */
const oldForm = new RegExp(
  [
    String.raw`\b[Dd]ecisions?${gap}\[?\d`,
    String.raw`\b[Ff]acts?(?:\.md)?,?${gap}(?:sections?${gap}|§)?\d`,
    document(String.raw`[Dd]esign(?:\.md)?`),
    document(`[Pp]art${gap}[12]`),
    document("spec(?:ification)?"),
    String.raw`(?<![\w-])P[12]${gap}\d`,
    String.raw`\b(?:design|facts|decisions|part-[12])\.md\b`,
    String.raw`(?:\.\./)+shared/(?:spec|platform|design|style|users|export)`,
    String.raw`\b[Ii]ssue${gap}\d{1,2}\b`,
  ].join("|"),
  "g",
);

const rules = repoFiles(".md").filter(({ path }) => path.startsWith("docs/rules/"));
const headings = rules.flatMap(({ text }) => [...text.matchAll(headingForm)].map(([, id]) => id ?? ""));
const readers = repoFiles(".ts", ".tsx", ".md", ".html", ".css", ".json", ".grit").filter(
  ({ path }) => path !== "tests/contract/rules.test.ts" && path !== "package-lock.json",
);

const placesOf = (form: RegExp, file: RepoFile): string[] =>
  [...file.text.matchAll(form)].map((match) => `${placeOf(file, match.index)} ${match[0].replace(/\s+/g, " ")}`);

/** The anchor that a heading gets where Markdown is shown. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, "")
    .replaceAll(" ", "-");

describe("a reader of a reference in code, tests or documents", () => {
  it("finds the rule by its id", () => {
    const known = new Set(headings);
    const lost = readers.flatMap((file) =>
      placesOf(idForm, file).filter((place) => !known.has(place.slice(place.indexOf(" ") + 1))),
    );
    expect(lost).toEqual([]);
  });

  it("finds the ADR by its number", () => {
    const numbers = new Set(repoFiles(".md").flatMap(({ path }) => path.match(/^docs\/adr\/0*(\d+)-/)?.[1] ?? []));
    const lost = readers.flatMap((file) =>
      [...file.text.matchAll(adrForm)]
        .filter(([, number]) => !numbers.has(number ?? ""))
        .map((match) => `${placeOf(file, match.index)} ${match[0]}`),
    );
    expect(lost).toEqual([]);
  });

  it("finds every ADR in the index, with its title", () => {
    const decisions = repoFiles(".md").filter(({ path }) => /^docs\/adr\/\d/.test(path));
    const [index] = repoFiles(".md").filter(({ path }) => path === "docs/adr/README.md");
    const lacking = decisions
      .map(({ path, text }) => {
        const [, number, title] = /^# (\d+)\. (.*)$/m.exec(text) ?? [];
        return `| ${number} | [${title}](${path.replace("docs/adr/", "")}) |`;
      })
      .filter((line) => !index?.text.includes(line));
    expect(lacking).toEqual([]);
  });

  it("finds no reference to documents outside this repository", () => {
    expect(readers.flatMap((file) => placesOf(oldForm, file))).toEqual([]);
  });

  it("finds no broken link in a document", () => {
    const anchors = new Map(
      repoFiles(".md").map(({ path, text }) => [
        path,
        new Set([...text.matchAll(/^#+ (.+)$/gm)].map(([, heading]) => anchorOf(heading ?? ""))),
      ]),
    );
    const paths = new Set(repoFiles("").map(({ path }) => path));
    const broken = repoFiles(".md").flatMap((file) =>
      [...file.text.matchAll(/\]\((?!https?:|mailto:)([^)#\s]*)(?:#([^)\s]*))?\)/g)].flatMap((match) => {
        const [, to = "", anchor] = match;
        const target = to === "" ? file.path : new URL(to, `file:///${file.path}`).pathname.slice(1);
        const isThere = target.endsWith("/")
          ? [...paths].some((path) => path.startsWith(target))
          : paths.has(target) && (anchor === undefined || anchors.get(target)?.has(anchor) === true);
        return isThere ? [] : [`${placeOf(file, match.index)} ${match[0]}`];
      }),
    );
    expect(broken).toEqual([]);
  });
});

describe("the rules", () => {
  it("have unique ids, and unique anchors within their document", () => {
    expect(new Set(headings).size).toBe(headings.length);
    for (const { text } of rules) {
      const anchors = [...text.matchAll(headingForm)].map(([, id]) => anchorOf(id ?? ""));
      expect(new Set(anchors).size).toBe(anchors.length);
    }
  });

  it("leave out no number: a withdrawn rule keeps its heading", () => {
    const choices = headings.filter((id) => id.startsWith("R-")).map((id) => Number(id.slice(2)));
    expect(choices).toEqual(choices.map((_, place) => place + 1));
  });
});

describe("a reference", () => {
  it.each([
    ["an id", "(R-28)", 1],
    ["an id with parts", "as S-1.2.10 says.", 1],
    ["a list of ids", "R-17 to R-24, P-4.2, D-3", 4],
    ["not a test's SKU or order", "A-1, W-19.11, D1004, KR-26", 0],
    ["not a worksheet cell", "D3, P4, R2, =SUM(S1:S9)", 0],
    ["not part of another word", "SHA-256, UTF-8, ISO-8601, X-R-2", 0],
  ])("is %s", (_, text, found) => {
    expect([...text.matchAll(idForm)]).toHaveLength(found);
  });

  it.each([
    "decision 12",
    "Decisions 17 and 18",
    "facts 4.2",
    "facts section 1.1",
    "part 1 section 2.9",
    "(part 1\n * section 3)",
    "design.md section 3",
    "(design\n   * section 7)",
    "P1 2.14",
    "[decision 14](adr/0014.md)",
    "../../shared/spec/part-1.md",
    "Issue 4",
  ])("is found in an old form: %s", (text) => {
    expect(text.match(oldForm)).not.toBeNull();
  });

  it.each([
    "XML 1.0 section 2.2",
    "ECMA-376 part 1, ST_Xstring",
    "../../shared/ui/icons.tsx",
    "a decision of 12 people",
  ])("is ignored if it is something else: %s", (text) => {
    expect(text.match(oldForm)).toBeNull();
  });
});
