import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import type { Actor } from "../core/message.ts";
import { DestinationKind } from "../enumerations.ts";
import { eventSchemas, type SheafEvent, upcasters } from "../event-schemas.ts";
import { hiddenText } from "../filters/hidden.ts";
import { SieverCode } from "../filters/sievers.ts";
import { describeActor, getAgent, toActivityActor } from "./actors.ts";
import { describeActivity, toActivitySubject } from "./describe-activity.ts";
import { withoutHidden } from "./hidden.ts";

const folder = fileURLToPath(new URL("../samples/", import.meta.url));
/** One event of each type and shape ever written. */
const events = readdirSync(folder)
  .filter((file) => file.endsWith(".json"))
  .map((file) => {
    const { type, schema, data } = JSON.parse(readFileSync(`${folder}${file}`, "utf8"));
    return { file, event: { type, data: upcasters.upcast(type, schema, data) } as SheafEvent };
  });
const sample = (name: string): SheafEvent => {
  const found = events.find(({ file }) => file === `${name}.json`);
  if (!found) throw new Error(`There is no sample ${name}.`);
  return found.event;
};

/** Every form of a vault reference. */
const references = /[ps]v:|vault-|privacy-subject:|support-message:|act-reason:|agent-name:/;

describe("the activity of a shop", () => {
  it("has words for every event type", () => {
    expect(new Set(events.map(({ event }) => event.type))).toEqual(new Set(Object.keys(eventSchemas)));
  });

  it.each(events)("describes $file in a sentence without codes, keys or references", ({ event }) => {
    const words = describeActivity(event, "Europe/Athens");
    expect(words).toMatch(/^[\p{Lu}\d].{5,}/su);
    expect(words).not.toMatch(/undefined|null|NaN|\[object/);
    expect(words).not.toMatch(references);
  });

  it.each(events)("names the subject of $file", ({ event }) => {
    const { thing, about } = toActivitySubject(event, "the-stream-of-something");
    expect(thing).not.toBe("");
    expect(about).not.toBe("");
    if (["design", "filter", "automation", "run", "export", "order"].includes(thing) && !event.type.endsWith("Ordered"))
      expect(about).toEqual(expect.any(String));
  });

  it.each<[string, string]>([
    ["TierSelected.v1", "The shop's plan set the tier Growth."],
    [
      "FilterSieverChanged.v2",
      "Order tags: added begins with a value hidden from support, does not contain a value hidden from support.",
    ],
    ["AutomationDeleted.v1", "Deleted."],
    ["LocalStatusChanged.v1", "Its local status is “In progress”."],
    ["JobDropped.v1", "Dropped the job “export”."],
    ["JobActRefused.v1", "Refused, so nothing changed: Dropped the job “export”."],
    ["JobActUnconfirmed.v1", "Sheaf doesn't know if this was done: Dropped the job “export”."],
    ["ShopLookedAt.v1", "Looked at the shop."],
  ])("describes %s as: %s", (name, words) => {
    expect(describeActivity(sample(name), "Europe/Athens")).toBe(words);
  });

  it.each([
    ["SlotClaimed.v1", /^The report of .* began\. Shop time: Europe\/Athens\.$/],
    ["ExportFinished.v1", /kept until .*\. Shop time: Europe\/Athens\.$/],
    ["RunStarted.v1", /^Started .* Shop time: Europe\/Athens\.$/],
    ["ExportStarted.v1", /^Work on the file started\.$/],
  ])("names the shop's time zone for %s only if the text has a time", (name, words) => {
    expect(describeActivity(sample(name), "Europe/Athens")).toMatch(words);
  });

  it("describes a change between hidden values without revealing them", () => {
    const email = (recipient: string) =>
      ({
        kind: DestinationKind.Email,
        recipients: [`pv:${recipient.repeat(22)}`],
        fromName: "",
        replyTo: "",
        subject: "",
        message: "",
        asLink: false,
      }) as const;
    const data = { automationId: "a", from: email("a"), to: email("b") };
    expect(describeActivity({ type: "AutomationDestinationChanged", data }, "Europe/Athens")).toBe(
      "Recipients: changed. The values are hidden from support.",
    );
    const two = { ...email("a"), recipients: [`pv:${"a".repeat(22)}`, `pv:${"b".repeat(22)}`], subject: "" };
    const more = { automationId: "a", from: email("a"), to: { ...two, subject: `pv:${"c".repeat(22)}` } };
    expect(describeActivity({ type: "AutomationDestinationChanged", data: more }, "Europe/Athens")).toBe(
      "Recipients: from a value hidden from support to 2 values hidden from support. Subject: from empty to a value hidden from support.",
    );
  });

  it("counts hidden values per operator and never quotes them like typed text", () => {
    const [a = "", b = "", c = ""] = ["a", "b", "c"].map((letter) => `pv:${letter.repeat(22)}`);
    const tags = (from: string[], to: string[]) =>
      describeActivity(
        { type: "FilterSieverChanged", data: { filterId: "f", siever: SieverCode.OrderTags, from, to } },
        "Europe/Athens",
      );
    expect(tags([], [a])).toBe("Order tags: added a value hidden from support.");
    expect(tags([a], [b])).toBe("Order tags: added a value hidden from support, removed a value hidden from support.");
    expect(tags([], [`!${a}*`, "*", b, `!${c}*`, c])).toBe(
      "Order tags: added does not begin with any of 2 values hidden from support, any value and 2 values hidden from support.",
    );
    const many = Array.from({ length: 30 }, (_, n) => `pv:${String(n).padStart(22, "0")}`);
    expect(tags([], many)).toBe("Order tags: added 6 values hidden from support and 24 others.");
    expect(tags([a, b], [b, a])).toBe("Order tags: the values were reordered.");
  });

  it("quotes typed text even if it reads like a hidden value", () => {
    const data = { filterId: "f", siever: SieverCode.Sku, from: [], to: ["hidden", "a value hidden from support"] };
    expect(describeActivity({ type: "FilterSieverChanged", data }, "Europe/Athens")).toBe(
      "Variant SKU: added “hidden”, “a value hidden from support”.",
    );
  });

  it("uses UTC for a shop in an unknown time zone", () => {
    expect(describeActivity(sample("SlotClaimed.v1"), "Mars/Olympus")).toMatch(
      /^The report of .* began\. Shop time: UTC\.$/,
    );
  });

  it("files a preference under the configuration, an install under the account and a failed export by id", () => {
    expect(toActivitySubject(sample("PreferenceChanged.v1"), "shop-t")).toEqual({
      thing: "configuration",
      about: null,
    });
    expect(toActivitySubject(sample("ShopInstalled.v1"), "shop-t")).toEqual({ thing: "account", about: null });
    expect(toActivitySubject(sample("ExportFailed.v1"), "export-e")).toEqual({ thing: "export", about: "e" });
  });
});

describe("the author of an event", () => {
  const actors: [Actor, string, string, string | null][] = [
    [{ kind: "merchant" }, "merchant", "The merchant", null],
    [{ kind: "system", part: "scheduler" }, "Sheaf", "Sheaf (scheduler)", null],
    [{ kind: "agent", agent: "a" }, "support", "Ann", "a"],
    [{ kind: "support", agent: "a", impersonation: "i" }, "support", "Ann, as the merchant", "a"],
  ];
  it.each(actors)("%j counts as %s", (actor, of, said, agent) => {
    expect([toActivityActor(actor), describeActor(actor, "Ann"), getAgent(actor)]).toEqual([of, said, agent]);
  });
});

describe("an event as support may see it", () => {
  /** Field names that may lead to hidden data, and the exceptions. */
  const suspicious = /password|secret|token|key|url|mail|address|phone|name$|ref|recipient|customer/i;
  const harmless = new Set(["fileName", "clonedFrom", "reference", "prefix", "refused"]);

  const leavesOf = (value: unknown, field = ""): [string, unknown][] => {
    if (Array.isArray(value)) return value.flatMap((one) => leavesOf(one, field));
    if (typeof value === "object" && value !== null)
      return Object.entries(value).flatMap(([name, held]) => leavesOf(held, name));
    return [[field, value]];
  };

  it.each(events)("contains no reference, key or address: $file", ({ event }) => {
    const shown = withoutHidden(event.data);
    expect(JSON.stringify(shown)).not.toMatch(references);
    const open = leavesOf(shown).filter(
      ([field, value]) =>
        suspicious.test(field) &&
        !harmless.has(field) &&
        typeof value === "string" &&
        value !== "" &&
        value !== hiddenText,
    );
    // Support may know a shop's own name and the name of a public link.
    const known = new Set(["name", "reportName"]);
    expect(open.filter(([field]) => !known.has(field))).toEqual([]);
  });

  it("keeps field names, numbers and empty values", () => {
    expect(
      withoutHidden({
        filterId: "f",
        from: [],
        to: ["vip", "!pv:0Zk3vQ8mT1yB7cJx5LwNsA*"],
        emailRef: "",
        subjectRef: null,
        recipients: ["anything", "else"],
        nested: { fileKey: "e.1.csv", bytes: 3, ok: true },
      }),
    ).toEqual({
      filterId: "f",
      from: [],
      to: ["vip", hiddenText],
      emailRef: "",
      subjectRef: null,
      recipients: [hiddenText, hiddenText],
      nested: { fileKey: hiddenText, bytes: 3, ok: true },
    });
  });
});
