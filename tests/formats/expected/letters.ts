/** The letter settings' effect on texts, implemented a second time (R-35, ADR 67). */

const together: Readonly<Record<string, string>> = {
  ß: "ss",
  æ: "ae",
  Æ: "AE",
  œ: "oe",
  Œ: "OE",
  ø: "o",
  Ø: "O",
  ł: "l",
  Ł: "L",
  đ: "d",
  Đ: "D",
  ı: "i",
  ﬁ: "fi",
};

const plain = (text: string): string =>
  [...new Intl.Segmenter("en", { granularity: "grapheme" }).segment(text)]
    .map(({ segment }) => {
      if (!/^\p{Script=Latin}/u.test(segment)) return segment;
      const [letter = ""] = segment.normalize("NFD");
      return together[letter] ?? letter;
    })
    .join("");

const dashesAndSlashes = new Set([..."-‐‑‒–—―﹘﹣－/\\⁄∕／＼"]);
const blanked = (text: string): string =>
  [...text].map((character) => (dashesAndSlashes.has(character) ? " " : character)).join("");

export const lettersBy =
  ({
    SatinizeLetters,
    ReplaceDashesSlashes,
  }: {
    SatinizeLetters: boolean;
    ReplaceDashesSlashes: boolean;
  }): ((text: string) => string) =>
  (text) => {
    const latin = SatinizeLetters ? plain(text) : text;
    return ReplaceDashesSlashes ? blanked(latin) : latin;
  };

/** Every character that a code page can encode, and Vietnamese ones made of a letter and a tone mark. */
const charactersOf = (page: number): Set<string> => {
  const decoder = new TextDecoder(`windows-${page}`);
  const single = Array.from({ length: 256 }, (_, byte) => decoder.decode(Uint8Array.of(byte)));
  const marks = single.filter((character) => /^\p{M}$/u.test(character));
  const pairs = page === 1258 ? single.flatMap((letter) => marks.map((mark) => (letter + mark).normalize("NFC"))) : [];
  return new Set([...single, ...pairs.filter((pair) => [...pair].length === 1)]);
};

/** A text as a file in a code page has it: composed, a question mark for each character that the page lacks. */
export const inPage = (page: number): ((text: string) => { text: string; lost: number }) => {
  if (page === 0) return (text) => ({ text, lost: 0 });
  const known = charactersOf(page);
  return (text) => {
    const characters = [...text.normalize("NFC")];
    const lost = characters.filter((character) => !known.has(character)).length;
    return { text: characters.map((character) => (known.has(character) ? character : "?")).join(""), lost };
  };
};
