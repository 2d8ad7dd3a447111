import { describe, expect, it } from "vitest";
import { createRandom } from "#demo-store/generate/random.ts";
import { compileFilter } from "./compile/compile-filter.ts";
import { anyStatus } from "./compile/conditions.ts";
import { nativeConditions } from "./compile/native.ts";
import { describeFilter } from "./description/describe-filter.ts";
import { describeValue } from "./description/value-text.ts";
import { detokenizeValue, splitPlaintext } from "./personal.ts";
import { type Siever, SieverCode, sieverByCode } from "./sievers.ts";
import { findSieverProblem } from "./validate.ts";
import { parseValue } from "./values.ts";
import { escapeLiteralStars, escapeText, parseWildcards, type ValuePart } from "./wildcards.ts";

const { OrderTags, NoteAttributes, Vendor, Price, RefundDate, LineFulfillmentStatus, Location } = SieverCode;
const sieverOf = (code: SieverCode): Siever => {
  const siever = sieverByCode.get(code);
  if (siever === undefined) throw new Error(`There is no siever ${code}.`);
  return siever;
};

describe("stars in a value (R-55)", () => {
  it.each<[string, object]>([
    ["vip*", { part: "begins", text: "vip" }],
    ["*vip", { part: "ends", text: "vip" }],
    ["*vip*", { part: "contains", text: "vip" }],
    ["v*p", { text: "v*p" }],
    ["*", { text: "*" }],
    ["\\*", { text: "*" }],
    ["vip\\*", { text: "vip*" }],
    ["\\*vip", { text: "*vip" }],
    ["vip\\\\*", { part: "begins", text: "vip\\" }],
    ["a\\\\b", { text: "a\\b" }],
    ["a\\b", { text: "a\\b" }],
    ["***", { part: "contains", text: "*" }],
    ["* vip *", { part: "contains", text: "vip" }],
    ["**", { part: "contains", text: "" }],
    ["*\\*", { part: "ends", text: "*" }],
  ])("%s", (typed, meaning) => {
    expect(parseWildcards(typed)).toEqual(meaning);
  });

  it("can express any text, whole or in part", () => {
    const random = createRandom(53);
    const letters = ["*", "\\", "a", "!", " "];
    for (let round = 0; round < 5_000; round++) {
      const text = Array.from({ length: random.int(1, 6) }, () => random.pick(letters))
        .join("")
        .trim();
      const part = random.chance(0.3) ? undefined : random.pick<ValuePart>(["begins", "ends", "contains"]);
      if (text === "") continue;
      const typed = escapeText(text, part);
      // A lone star isn't text.
      expect(typed, JSON.stringify([text, part])).not.toBe("*");
      expect(parseWildcards(typed), typed).toEqual(part === undefined ? { text } : { part, text });
    }
  });

  it("are rejected alone, and in fields without wildcards", () => {
    expect(findSieverProblem(Vendor, ["**"])).toMatch(/has only stars\. Add some text/);
    expect(findSieverProblem(Vendor, ["!**"])).toMatch(/has only stars/);
    expect(findSieverProblem(Price, ["1*"])).toMatch(/isn't a number/);
    expect(findSieverProblem(RefundDate, ["2026-*"])).toMatch(/couldn't be read as a date/);
    expect(findSieverProblem(LineFulfillmentStatus, ["ful*"])).toMatch(/isn't a fulfillment status/);
    expect(findSieverProblem(Location, ["Athens*"])).toBeUndefined();
  });

  it("distinguish values that would otherwise mean the same", () => {
    expect(findSieverProblem(Vendor, ["Acme", "Acme*", "*Acme", "*Acme*", "!Acme*"])).toBeUndefined();
    expect(findSieverProblem(Vendor, ["Acme*", " ACME *"])).toMatch(/means the same/);
    expect(findSieverProblem(Vendor, ["a*b", "a\\*b"])).toMatch(/means the same/);
  });
});

describe("values stored before wildcards existed", () => {
  it.each([
    ["vip*", "vip\\*"],
    ["!*vip", "!\\*vip"],
    [" ! vip* ", " ! vip\\* "],
    ["**", "\\*\\*"],
    ["a\\*", "a\\\\\\*"],
    ["a\\\\b", "a\\\\\\b"],
    ["a*b", "a*b"],
    ["*", "*"],
    ["!*", "!*"],
    ["vip", "vip"],
  ])("%j becomes %j with the same meaning", (before, today) => {
    expect(escapeLiteralStars(before)).toBe(today);
    const parsed = parseValue(today, sieverOf(Vendor));
    const text = before.trim().replace(/^!\s*/, "");
    if (text !== "*") expect(parsed).toMatchObject({ value: { operand: text } });
    if (text !== "*") expect(parsed).not.toHaveProperty("value.part");
  });

  it("are escaped when a personal one is read from the vault", () => {
    const reference = "pv:0Zk3vQ8mT1yB7cJx5LwNsA";
    expect(detokenizeValue(reference, new Map([[reference, "vip*"]]))).toBe("vip\\*");
    expect(splitPlaintext("vip\\*")).toEqual({ sign: "", words: "vip*", after: "" });
  });
});

it("keeps a personal value's wildcards outside the vault", () => {
  const reference = "pv:0Zk3vQ8mT1yB7cJx5LwNsA";
  expect(splitPlaintext(" !*ann@example.com* ")).toEqual({ sign: " !*", words: "ann@example.com", after: "*" });
  const texts = new Map([[reference, "ann@example.com"]]);
  expect(detokenizeValue(`!*${reference}*`, texts)).toBe("!*ann@example.com*");
  const erased = detokenizeValue(`*${reference}*`, new Map());
  expect(describeValue(erased, sieverOf(SieverCode.Email))).toEqual({ lead: "contains", text: "Erased", erased: true });
});

describe("values with stars", () => {
  const moment = { now: "2026-11-20T10:00:00Z", zone: "UTC" };
  const keeps = (code: SieverCode, values: string[], order: object): boolean => {
    const { keepsOrder, keepsLine } = compileFilter({ ...anyStatus, sievers: { [code]: values } }, moment);
    return keepsOrder({ id: "1", ...order } as never) && keepsLine({ id: "1" } as never, order as never);
  };

  it.each<[string[], string[], boolean]>([
    [["vi*"], ["VIP"], true],
    [["vi*"], ["not vip"], false],
    [["*ip"], ["VIP"], true],
    [["*i*"], ["VIP"], true],
    [["vip*"], ["VIP – gold"], true],
    [["caf*"], ["Café"], true],
    // A search for `cafe*` may miss it, and whole texts are distinguished in the same way.
    [["cafe*"], ["Café"], false],
    [["CAFÉ*"], ["café au lait"], true],
    [["câf*"], ["Café"], true],
    [["gold", "vi*"], ["vip"], true],
    [["!vi*"], ["gold", "vip"], false],
    [["!vi*"], ["gold"], true],
    [["vi*", "!*2025*"], ["vip", "trade 2025"], false],
    [["*date(YYYY; 0)*"], ["sale 2026 winter"], true],
    [["vi\\*"], ["vip"], false],
    [["vi\\*"], ["VI*"], true],
  ])("%j match order tags %j: %s", (values, tags, kept) => {
    expect(keeps(OrderTags, values, { tags })).toBe(kept);
  });

  it.each<[string, boolean]>([
    ["ye*", true],
    ["gift:*", true],
    ["gift: y*", true],
    ["*ft:yes", true],
    ["*ft:y*", true],
    // Without a colon, only the value is searched.
    ["gif*", false],
    ["*ft:y", false],
    ["card:*", false],
  ])("match the note attribute gift:yes with %j: %s", (value, kept) => {
    expect(keeps(NoteAttributes, [value], { customAttributes: [{ key: "Gift", value: "Yes" }] })).toBe(kept);
  });

  it("match accented letters by plain ones", () => {
    expect(keeps(Vendor, ["*muller*"], { vendor: "Bäckerei Müller" })).toBe(true);
  });

  it.each<[string[], string]>([
    [["vip*"], "tag:vip*"],
    [["vip", "Whole*"], "(tag:'vip' OR tag:whole*)"],
    [["2026*"], "tag:2026*"],
    // Checked on the order: values that a search may split, or has no star for.
    [["b2b*"], ""],
    [["net 30*"], ""],
    [["*vip"], ""],
    [["vip", "*vip*"], ""],
    [["!vip*"], ""],
    [["élite*"], ""],
    [["vip\\*"], "tag:'vip*'"],
  ])("turn order tags %j into the inexact search %s", (tags, query) => {
    const filter = { ...anyStatus, sievers: { [OrderTags]: tags } };
    expect(nativeConditions(filter, moment)).toEqual({ query, exact: false });
  });
});

describe("values with stars in words", () => {
  it.each<[string, Record<number, string[]>]>([
    ["Orders tagged with anything that begins with “vip”.", { [OrderTags]: ["vip*"] }],
    [
      "Orders tagged “gold” or with anything that begins with “vip” or “b2b” or contains “trade” and not “test” or with anything that ends with “old”.",
      { [OrderTags]: ["gold", "vip*", "b2b*", "*trade*", "!test", "!*old"] },
    ],
    [
      "Only lines with a vendor that begins with “Ac” or ends with “Ltd” and whose vendor does not contain “test”, from all orders.",
      { [Vendor]: ["Ac*", "*Ltd", "!*test*"] },
    ],
    ["Only lines with the vendor “Acme” or one that begins with “B”, from all orders.", { [Vendor]: ["Acme", "B*"] }],
    [
      "Orders with a note attribute that contains “gift” and without a note attribute that begins with “x:”.",
      { [NoteAttributes]: ["*gift*", "!x:*"] },
    ],
  ])("%s", (sentence, sievers) => {
    expect(describeFilter({ ...anyStatus, sievers })).toBe(sentence);
  });

  it.each<[string, object]>([
    ["vip*", { lead: "begins with", text: "vip" }],
    ["*vip", { lead: "ends with", text: "vip" }],
    ["*vip*", { lead: "contains", text: "vip" }],
    ["!vip*", { lead: "does not begin with", text: "vip" }],
    ["!*vip", { lead: "does not end with", text: "vip" }],
    ["!*vip*", { lead: "does not contain", text: "vip" }],
    ["\\*", { text: "*" }],
  ])("%s", (value, words) => {
    expect(describeValue(value, sieverOf(Vendor))).toEqual(words);
  });
});
