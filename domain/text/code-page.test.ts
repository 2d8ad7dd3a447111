import { describe, expect, it } from "vitest";
import { codePage, codePages, getCodePageName } from "./code-page.ts";

const bytesOf = (value: number, text: string): number[] => [...codePage(value).encode(text).bytes];
const windows = codePages.map(({ value }) => value).filter((value) => value > 0);

describe("a code page", () => {
  // From the tables of the Unicode Consortium (MAPPINGS/VENDORS/MICSFT/WINDOWS).
  it.each<[number, string, number[]]>([
    [1250, "Łódź €", [0xa3, 0xf3, 0x64, 0x9f, 0x20, 0x80]],
    [1251, "Жук №", [0xc6, 0xf3, 0xea, 0x20, 0xb9]],
    [1252, "Crème “Œuvre”", [0x43, 0x72, 0xe8, 0x6d, 0x65, 0x20, 0x93, 0x8c, 0x75, 0x76, 0x72, 0x65, 0x94]],
    [1253, "Αθήνα", [0xc1, 0xe8, 0xde, 0xed, 0xe1]],
    [1254, "Şişli ığ", [0xde, 0x69, 0xfe, 0x6c, 0x69, 0x20, 0xfd, 0xf0]],
    [1255, "שלום ₪", [0xf9, 0xec, 0xe5, 0xed, 0x20, 0xa4]],
    [1256, "سلام", [0xd3, 0xe1, 0xc7, 0xe3]],
    [1257, "Ķēniņš", [0xcd, 0xe7, 0x6e, 0x69, 0xf2, 0xf0]],
    [1258, "đồng ₫", [0xf0, 0xf4, 0xcc, 0x6e, 0x67, 0x20, 0xfe]],
  ])("%i encodes %j", (value, text, bytes) => {
    expect([bytesOf(value, text), codePage(value).encode(text).replaced]).toEqual([bytes, 0]);
  });

  it.each(windows)("%i decodes every character that it encodes", (value) => {
    const decoder = new TextDecoder(`windows-${value}`);
    const all = Array.from({ length: 255 }, (_, at) => decoder.decode(Uint8Array.of(at + 1)))
      .filter((letter) => !/[\u0080-\u009f\ufffd]/.test(letter))
      .join("");
    const { bytes, replaced } = codePage(value).encode(all);
    expect([decoder.decode(bytes), replaced]).toEqual([all, 0]);
    expect(all.length).toBeGreaterThan(220);
  });

  it("encodes a Vietnamese letter with two marks as a letter and its tone mark", () => {
    const text = "Nguyễn Thị Ánh, Huế: bưởi, ngọt, ĐẶNG";
    const { bytes, replaced } = codePage(1258).encode(text);
    expect([new TextDecoder("windows-1258").decode(bytes).normalize("NFC"), replaced]).toEqual([text, 0]);
  });

  it("encodes each missing character as one question mark, and counts them", () => {
    expect(codePage(1252).encode("a日😀Ω\ud83dz")).toEqual({
      bytes: Uint8Array.of(97, 63, 63, 63, 63, 122),
      replaced: 4,
    });
    expect(codePage(1252).encode("really?").replaced).toBe(0);
    expect(codePage(1252).encode("\u0081\u009d").replaced).toBe(2);
  });

  it("tells which characters it can encode unchanged", () => {
    expect(codePage(1252).canEncode("Caf\u00e9")).toBe(true);
    expect(codePage(1252).canEncode("Cafe\u0301")).toBe(false);
    // NFC turns these signs into others, which the page has.
    for (const sign of ["\u037e", "\u0387", "\u1fef"]) expect(codePage(1252).canEncode(sign)).toBe(false);
    expect([codePage(1252).canEncode("?"), codePage(0).canEncode("?")]).toEqual([false, true]);
    expect(codePage(1253).canEncode("Café")).toBe(false);
    expect(codePage(0).canEncode("日😀")).toBe(true);
  });

  it("is rejected if it does not exist, and has a name otherwise", () => {
    expect(() => codePage(1259)).toThrow("There is no code page 1259.");
    expect(codePages.map(({ value }) => getCodePageName(value))).toContain("Western European (Windows-1252)");
    expect(getCodePageName(0)).toBe("UTF-8");
  });
});
