/**
 * What nobody sees in a text: marks of direction, signs of no width, fillers, variants, tags, signs between the lines. Names that differ in these
 * alone look the same, and a mark of direction hides what a file is (`Report\u202Efdp.csv` looks like `Reportvsc.pdf`).
 */
const invisible = String.raw`[\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]`;

/** Scripts that join their letters: a joiner between two of them changes how a word looks. */
const joined = ["Arabic", "Syriac", "Mongolian", "Devanagari", "Bengali", "Gurmukhi", "Gujarati", "Oriya", "Tamil"]
  .concat(["Telugu", "Kannada", "Malayalam", "Sinhala", "Khmer", "Myanmar"])
  .map((script) => String.raw`\p{Script=${script}}`)
  .join("");

/** What stays, as it is seen: joiners inside such words, those between the parts of a picture, and what chooses a picture's form. */
const seen = [
  String.raw`(?<=[${joined}])[\u200c\u200d](?=[${joined}])`,
  String.raw`(?<=\p{Extended_Pictographic}[\ufe0f\p{Emoji_Modifier}]?)\u200d(?=\p{Extended_Pictographic})`,
  String.raw`(?<=[\p{Extended_Pictographic}#*0-9])\ufe0f`,
].join("|");

const seenOrNot = new RegExp(`(${seen})|${invisible}`, "gu");

/** A text without the signs that nobody sees. Line breaks and other control characters stay: rules refuse those. */
export const withoutInvisible = (text: string): string =>
  text.replaceAll(seenOrNot, (_sign, kept: string | undefined) => kept ?? "");

/** What cannot stand in a name or a header of a mail, or would end it. */
const unwritable = /[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}\p{Zl}\p{Zp}]+/gu;

/**
 * A text as it may stand in the name of a file or in a header of a mail, whatever it was kept with: on one line, without control characters and
 * without signs that nobody sees; blanks around it are cut off.
 */
export const writtenName = (text: string): string => withoutInvisible(text).replaceAll(unwritable, " ").trim();
