import { describe, expect, it } from "vitest";
import { createJsonComplexityCheck } from "./json-complexity.ts";

const tooMany = "The body holds too many values. Send less at once.";
const tooDeep = "The body is nested too deeply. Use fewer levels.";

/** Returns the error message for a body that arrives in chunks of this many bytes. */
const said = (json: string, { parts = 1_000_000, chunk = 10_000_000 } = {}): string | undefined => {
  const { write, problem } = createJsonComplexityCheck({ parts });
  const all = Buffer.from(json);
  for (let at = 0; at < all.length; at += chunk) write(all.subarray(at, at + chunk));
  return problem();
};
const list = (entries: number, entry: string) => `[${Array(entries).fill(entry).join()}]`;
const nested = (levels: number) => "[".repeat(levels) + "]".repeat(levels);

describe("A JSON body", () => {
  it("may hold 100,000 values, and no more", () => {
    expect(said(list(99_999, "0"))).toBeUndefined();
    expect(said(list(100_000, "0"))).toBe(tooMany);
    expect(said(`[${"{},".repeat(1_300_000)}1]`)).toBe(tooMany);
  });

  it("may be nested 32 levels below the first, and no deeper", () => {
    expect(said(nested(33))).toBeUndefined();
    expect(said(nested(34))).toBe(tooDeep);
    expect(said('{"a":'.repeat(690_000))).toBe(tooDeep);
    expect(said(`[${list(1_000, "[]")},${list(1_000, "{}")}]`)).toBeUndefined();
  });

  it("may hold only as many objects, lists and field names as its call allows", () => {
    const objects = `[${Array.from({ length: 100 }, (_, one) => `{"k${one}":1,"j${one}":[]}`).join()}]`;
    expect(said(objects, { parts: 401 })).toBeUndefined();
    expect(said(objects, { parts: 400 })).toBe(tooMany);
  });

  it.each([
    ["marks", `",:[]{}"`],
    ["escaped quotes", String.raw`"\",\",[[[\""`],
    ["a final escape", String.raw`"[,\\"`],
    ["consecutive escapes", String.raw`"[\\\\\\\",\\"`],
    ["escaped characters", String.raw`"[\u0022,\u005c"`],
    ["other characters", `"ä,\u2028[\u{1f600}{"`],
  ])("counts nothing inside strings, wherever they are split: %s", (_what, text) => {
    const body = `{"a":[${text},${text}],"b":${text}}`;
    expect(JSON.parse(body)).toHaveProperty("b");
    for (let chunk = 1; chunk <= body.length; chunk++) {
      expect(said(body, { parts: 4, chunk })).toBeUndefined();
      expect(said(body, { parts: 3, chunk })).toBe(tooMany);
    }
  });

  it.each([
    ["escaped quotes", `"${'\\"'.repeat(50_000)}"`],
    ["an unterminated string", `"${"\\".repeat(100_001)}`],
    ["empty strings", list(50_000, '""')],
    ["nothing", " ".repeat(100_000)],
  ])("is scanned only once: %s", (_what, json) => {
    const looked = { times: 0 };
    const bytes = new Proxy(Buffer.from(json), {
      get(target, key) {
        if (typeof key === "string" && /^\d+$/.test(key)) looked.times += 1;
        return Reflect.get(target, key, target);
      },
    });
    createJsonComplexityCheck({ parts: 10 }).write(bytes);
    // Once to skip it, once to classify it.
    expect(looked.times).toBeLessThanOrEqual(2 * json.length);
  });

  it("isn't scanned any further after a syntax error or once it is too complex", () => {
    for (const json of [list(200_000, "0"), `]${list(200_000, "0")}`]) {
      const { write } = createJsonComplexityCheck({ parts: 10 });
      write(Buffer.from(json));
      const unseen = new Proxy(Buffer.from("[[[["), {
        get(target, key) {
          if (key === "0") throw new Error("It was read.");
          return Reflect.get(target, key, target);
        },
      });
      expect(() => write(unseen)).not.toThrow();
    }
  });
});
