import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { escapeHtmlAttribute, escapeHtmlText, escapeXmlText } from "./escape.ts";
import { toSafeLink } from "./safe-link.ts";

describe("text in markup", () => {
  it.each([
    ["plain ]]> text", "plain ]]&gt; text"],
    ["a\r\nb\rc", "a&#13;\nb&#13;c"],
    ["\u0000\u0008\u000b\u001f\ufffe\uffff.", "."],
    ["half \ud83d of", "half \ufffd of"],
    ["😀 \u0085", "😀 \u0085"],
  ])("%j is %j in XML", (text, written) => {
    expect(escapeXmlText(text)).toBe(written);
  });

  it("has its line breaks as elements in HTML", () => {
    expect(escapeHtmlText("a\r\nb\nc\rd\u2028e <b>&amp;")).toBe("a<br>b<br>c<br>d<br>e &lt;b&gt;&amp;amp;");
  });
});

describe("text in HTML", () => {
  it.each([
    ["controls", "a\u0001\u007f\u0080\u0085\u009fb", "ab"],
    ["non-characters", "a\ufdd0\ufdef\ufffe\u{1ffff}\u{10fffe}b", "ab"],
    ["nothing else", "\u0085", ""],
    ["their neighbours", "~\u00a0\ufdcf\ufdf0\ufffd\u{1fffd}😀", "~\u00a0\ufdcf\ufdf0\ufffd\u{1fffd}😀"],
    ["half a surrogate pair", "a\ud83d", "a\ufffd"],
  ])("has %s in the form that HTML allows", (_, text, written) => {
    expect(escapeHtmlText(text)).toBe(written);
    expect(escapeHtmlAttribute(text)).toBe(written);
  });
});

describe("an address that is a valid link", () => {
  it.each([
    ["https://shop.example/a?b=c#d", "https://shop.example/a?b=c#d"],
    ["HTTP://Shop.Example", "http://shop.example/"],
    ["https://shop.example/a/../b/./c", "https://shop.example/b/c"],
    ["http://2130706433/", "http://127.0.0.1/"],
    ["https://cdn.example/files/mug.png?v=1&width=100", "https://cdn.example/files/mug.png?v=1&width=100"],
    ["mailto:ada@example.com", "mailto:ada@example.com"],
    ["https://shop.example/a b?q=[x]", "https://shop.example/a%20b?q=%5Bx%5D"],
    ["https://shop.example/100%", "https://shop.example/100%25"],
    ["https://παράδειγμα.example/ö", "https://xn--hxajbheg2az3al.example/%C3%B6"],
    ["https://[::1]:8080/x", "https://[::1]:8080/x"],
  ])("%s leads to %s", (address, link) => {
    expect(toSafeLink(address)).toBe(link);
  });

  it.each([
    "javascript:alert(1)",
    "JavaScript:alert(1)",
    " https://shop.example",
    "data:text/html,x",
    "file:///etc/passwd",
    "ftp://shop.example",
    "//shop.example",
    "https://",
    "https://user:secret@shop.example",
    "shop.example",
    "",
  ])("%j stays text", (address) => {
    expect(toSafeLink(address)).toBeNull();
  });

  it("is normalized as the URL standard says, even if a second check is skipped", () => {
    const path = fc.string({
      unit: fc.constantFrom("a", "B", "1", ".", "/", "-", "~", "?", "=", "&", "_", ":", ",", ";"),
    });
    fc.assert(
      fc.property(
        fc.oneof(
          fc.webUrl({ withQueryParameters: true }),
          path.map((rest) => `https://shop.example/${rest}`),
        ),
        (address) => {
          expect(toSafeLink(address)).toBe(URL.parse(address)?.href.replaceAll("[", "%5B").replaceAll("]", "%5D"));
        },
      ),
    );
  });
});
