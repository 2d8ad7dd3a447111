/**
 * Direction marks, zero-width characters, fillers, variation selectors, tags, interlinear annotations. Names that
 * differ only in these look alike, and a direction mark can hide a file's type (`Report\u202Efdp.csv` looks like
 * `Reportvsc.pdf`).
 */
const invisible = String.raw`[\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]`;

/** In these scripts a joiner between two letters changes the look of a word. */
const joined = ["Arabic", "Syriac", "Mongolian", "Devanagari", "Bengali", "Gurmukhi", "Gujarati", "Oriya", "Tamil"]
  .concat(["Telugu", "Kannada", "Malayalam", "Sinhala", "Khmer", "Myanmar"])
  .map((script) => String.raw`\p{Script=${script}}`)
  .join("");

/** Visible: joiners inside such words and within emoji sequences, and emoji variation selectors. */
const seen = [
  String.raw`(?<=[${joined}])[\u200c\u200d](?=[${joined}])`,
  String.raw`(?<=\p{Extended_Pictographic}[\ufe0f\p{Emoji_Modifier}]?)\u200d(?=\p{Extended_Pictographic})`,
  String.raw`(?<=[\p{Extended_Pictographic}#*0-9])\ufe0f`,
].join("|");

const seenOrNot = new RegExp(`(${seen})|${invisible}`, "gu");

/** Keeps other control characters, which rules refuse. */
export const removeInvisible = (text: string): string =>
  text.replaceAll(seenOrNot, (_sign, kept: string | undefined) => kept ?? "");

/** Characters invalid in a name or mail header, or that would end it. */
const unwritable = /[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}\p{Zl}\p{Zp}]+/gu;

/** Makes a text fit for a file name or mail header: one line, trimmed, without control and invisible characters. */
export const toSafeName = (text: string): string => removeInvisible(text).replaceAll(unwritable, " ").trim();
