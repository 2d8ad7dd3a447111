import fc from "fast-check";
import { expect, it } from "vitest";
import { fold } from "../text/fold.ts";
import { letterPairs } from "../text/letters.ts";
import { foldScript, rowSearchScript } from "./row-search.ts";

const inPage = new Function(`${foldScript}\nreturn fold;`)() as typeof fold;

const letters = [..."ßẞςΣσIİıiёЁйÄäé e\u0301ﬁŁłØÆœＶＩＰ雪がｶﾞन\u093fΆά\r\n\u0307µμ"];

it("a page's search ignores case and diacritics as filters do", () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ unit: "binary" }),
        fc.string({ unit: "grapheme" }),
        fc.string({ unit: fc.constantFrom(...letters, ...letterPairs) }),
      ),
      (text) => {
        expect(inPage(text)).toBe(fold(text));
      },
    ),
    { numRuns: 3_000 },
  );
});

it("a page's search script cannot end its script element early", () => {
  expect(rowSearchScript).not.toMatch(/<\/script|<!--|<script/i);
});
