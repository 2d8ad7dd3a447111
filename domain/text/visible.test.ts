import { describe, expect, it } from "vitest";
import { removeInvisible, toSafeName } from "./visible.ts";

describe("a name", () => {
  it.each([
    ["a direction override", "Report\u202efdp.csv", "Reportfdp.csv"],
    ["isolates and embeddings", "\u2066Sal\u2069es\u202a \u202dby\u202c day\u200e\u200f\u061c", "Sales by day"],
    ["zero-width characters", "\ufeffSa\u200bles\u2060 \u200cby\u200d day\u00ad", "Sales by day"],
    ["fillers", "\u3164\u115f\u1160\uffa0Sales\u034f", "Sales"],
    ["interlinear annotation marks", "Sal\ufff9es\ufffa\ufffb", "Sales"],
    ["tag characters and variation selectors", "Sales\u{e0041}\u{e0001}\ufe01\u{e0101}", "Sales"],
  ])("loses %s", (_what, text, name) => {
    expect(removeInvisible(text)).toBe(name);
    expect(toSafeName(text)).toBe(name);
  });

  it.each(["می‌خواهم", "क्‍ष", "👩‍👩‍👧 family", "👩🏽‍💻", "❤️ sales", "1️⃣ first", "Ελλάδα", "Größe 5 – 日本"])(
    "keeps visible characters: %s",
    (text) => {
      expect(removeInvisible(text)).toBe(text);
      expect(toSafeName(text)).toBe(text);
    },
  );

  it("cannot break or start a line of a file or a mail", () => {
    const typed = " Sales\r\nBcc: spy@example.com\u2028\u2029\u0085\0\ud800\uffff ";
    expect(removeInvisible(typed)).toBe(typed);
    expect(toSafeName(typed)).toBe("Sales Bcc: spy@example.com");
  });
});
