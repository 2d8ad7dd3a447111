/** Ligatures and letters with strokes, each with its plain letters. Unicode does not decompose these. */
export const letterPairs =
  "ÆAE æae ŒOE œoe ßss ẞSS ØO øo ŁL łl ĐD đd ÐD ðd ÞTh þth ĦH ħh ŦT ŧt ŊN ŋn ıi ȷj ſs ĸk ŉ'n ĿL ŀl ĲIJ ĳij " +
  "ǄDZ ǅDz ǆdz ǇLJ ǈLj ǉlj ǊNJ ǋNj ǌnj ǱDZ ǲDz ǳdz ﬀff ﬁfi ﬂfl ﬃffi ﬄffl ﬅst ﬆst ꜲAA ꜳaa ꜴAO ꜵao ꜶAU ꜷau ꜼAY ꜽay ꝎOO ꝏoo " +
  "ɃB ƀb ȻC ȼc ɆE ɇe ǤG ǥg ƗI ɨi ɈJ ɉj ȽL ƚl ƟO ɵo ⱣP ᵽp ɌR ɍr ȾT ⱦt ɄU ʉu ɎY ɏy ȺA ⱥa ƵZ ƶz ªa ºo";

const plainForms: ReadonlyMap<string, string> = new Map(
  letterPairs.split(" ").map((pair) => [pair.slice(0, 1), pair.slice(1)]),
);

/** In other scripts a diacritic often makes another letter. */
const latin = /(\p{Script=Latin})(\p{M}*)/gu;
const marks = /\p{M}/gu;
const onlyPlain = /^[\x20-\x7e]*$/;

const plainLetter = (match: string): string => {
  const [letter = "", ...rest] = match.normalize("NFD").replaceAll(marks, "");
  return (plainForms.get(letter) ?? letter) + rest.join("");
};

/** `é` → `e`, `ß` → `ss`, `ﬁ` → `fi`. */
export const plainLatin = (text: string): string =>
  onlyPlain.test(text)
    ? text
    : text.replaceAll(latin, (match) => (match.length === 1 && match < "\x80" ? match : plainLetter(match)));

/** Turns dashes of every length (not the minus sign) and slashes of both directions into spaces. */
export const withoutDashesAndSlashes = (text: string): string => text.replaceAll(/[\p{Pd}/\\⁄∕⧸／＼]/gu, " ");
