import { formatCodeProblem } from "./format-code.ts";

/** Translates a code typed in another language. */
export type EnglishCode = {
  reason: string;
  /** Meanings, likeliest first. */
  meanings: readonly { name: string; code: string }[];
};

/** Name of a single meaning. */
export const singleMeaningName = "As Excel writes it";

/** Matches names in brackets and runs of letters, not quoted, escaped and padding characters. */
const codeParts = /"[^"]*"?|[\\_*].?|\[([^\]]*)\]|(\p{L}+)(?![+-]\d)/gsu;

/** German, French, Spanish, Dutch, Italian and Portuguese names by the English ones. */
const colors: Readonly<Record<string, string>> = {
  Black: "schwarz noir negro zwart nero preto",
  Blue: "blau bleu azul blauw blu",
  Color: "farbe couleur kleur colore cor",
  Cyan: "zyan cyaan cian ciano",
  Green: "grün vert verde groen",
  Red: "rot rouge rojo rood rosso vermelho",
  White: "weiß weiss blanc blanco wit bianco branco",
  Yellow: "gelb jaune amarillo geel giallo amarelo",
};

const generalNames: ReadonlySet<string> = new Set(
  "standard standaard estándar estandar général generale geral".split(" "),
);
const textNames: ReadonlySet<string> = new Set("text texte texto tekst testo".split(" "));

const englishColors = new Map(
  Object.entries(colors).flatMap(([english, names]) => names.split(" ").map((name) => [name, english] as const)),
);

const hasDigits = (code: string): boolean => /[0#?]/.test(code.replaceAll(codeParts, ""));

const replaceParts = (
  code: string,
  { name, letters }: { name?: (name: string) => string | undefined; letters?: (run: string) => string | undefined },
): string =>
  code.replaceAll(codeParts, (whole, inBrackets: string | undefined, run: string | undefined) => {
    if (inBrackets !== undefined) return name?.(inBrackets) ?? whole;
    return run === undefined ? whole : (letters?.(run) ?? whole);
  });

const letterRuns = (code: string): string[] =>
  [...code.matchAll(codeParts)].flatMap(([, , run]) => (run === undefined ? [] : [run.toLowerCase()]));

const singleMeaning = (reason: string, code: string): EnglishCode => ({
  reason,
  meanings: [{ name: singleMeaningName, code }],
});

/** Translates `[Rot]`, `[Couleur3]`. */
const withEnglishColors = (code: string): EnglishCode | undefined => {
  const english = replaceParts(code, {
    name: (name) => {
      const [, color = "", number = ""] = /^(\p{L}+) ?(\d*)$/u.exec(name) ?? [];
      const found = englishColors.get(color.toLowerCase());
      return found === undefined || (found === "Color") !== (number !== "") ? undefined : `[${found}${number}]`;
    },
  });
  return english === code ? undefined : singleMeaning("Excel's codes use English color names.", english);
};

/** Translates `Standard`, `Text`. */
const withEnglishNames = (code: string): EnglishCode | undefined => {
  const runs = letterRuns(code);
  if (runs.some((run) => generalNames.has(run)))
    return singleMeaning(
      "Excel's code for plain numbers is General.",
      replaceParts(code, { letters: (run) => (generalNames.has(run.toLowerCase()) ? "General" : undefined) }),
    );
  const [run = "", ...more] = runs;
  return more.length === 0 && run.length === code.length && textNames.has(run)
    ? singleMeaning("Excel's code for text is @.", "@")
    : undefined;
};

/** German, French, Spanish and Portuguese, Dutch, and Italian. */
const dateLetters = [
  { d: "t", y: "j", h: "h" },
  { d: "j", y: "a", h: "h" },
  { d: "d", y: "a", h: "h" },
  { d: "d", y: "j", h: "u" },
  { d: "g", y: "a", h: "h" },
];
/** Excel reads `aaaa` as a weekday and `gg` as an era. Next to months they mean years and days. */
const ambiguousBesideMonth = /m[-/.\s]+(?:a{2}|a{4}|g{1,2})(?![a-z])|(?<![a-z])(?:a{2}|a{4}|g{1,2})[-/.]m/i;
/** `d de mmmm de aaaa` */
const preposition = "de";

/** Translates `TT.MM.JJJJ`. In `0 t` the letter is a word. */
const withEnglishDates = (code: string): EnglishCode | undefined => {
  if (hasDigits(code)) return undefined;
  const runs = letterRuns(code);
  const dates = runs.filter((run) => run !== preposition);
  const letters = [...new Set(dates.map(([letter = ""]) => letter))];
  const plain = code.replaceAll(/"[^"]*"|\bde\b/gi, " ");
  const isForeign = dates.length < runs.length || letters.some((letter) => "tju".includes(letter));
  if (!dates.every((run) => /^(.)\1*$/u.test(run)) || !(isForeign || ambiguousBesideMonth.test(plain)))
    return undefined;
  // Nobody writes weekdays next to months only: `MM/JJJJ`.
  const hasYears = letters.includes("m") && dates.includes("jjjj");
  const translated = dateLetters
    .filter(
      ({ d, y, h }) =>
        letters.every((letter) => ["m", "s", "h", "y", d, y, h].includes(letter)) &&
        !(letters.includes("y") && letters.includes(y)) &&
        !(hasYears && d === "j" && !letters.includes(y)),
    )
    .map(({ d, y, h }) => ({
      name: letters.includes(d) && !letters.includes(y) ? "Days" : "Years",
      code: replaceParts(code, {
        letters: (run) => {
          const letter = run.charAt(0).toLowerCase();
          if (run.toLowerCase() === preposition) return `"${run}"`;
          return (letter === d ? "d" : letter === y ? "y" : letter === h ? "h" : letter).repeat(run.length);
        },
      }),
    }));
  const meanings = translated.filter(({ code }, at) => translated.findIndex((other) => other.code === code) === at);
  const [only] = meanings;
  const reason = "Excel's codes use d for days, m for months, y for years and h for hours.";
  if (only === undefined || only.code === code) return undefined;
  return meanings.length === 1 ? singleMeaning(reason, only.code) : { reason, meanings };
};

/** Quotes the word in `0 kg`. */
const withQuotedWords = (code: string): EnglishCode | undefined => {
  if (formatCodeProblem(code) === undefined) return undefined;
  const runs = letterRuns(code);
  const isName = (run: string) => run.toLowerCase() === "general";
  // `m` may mean minutes, and `E` an exponent.
  if (!hasDigits(code) || runs.some((run) => isName(run) || /^([ymdhse])\1*$/.test(run))) return undefined;
  // A point after a word would begin decimals.
  const quoted = replaceParts(code, { letters: (run) => `"${run}"` }).replaceAll(/(\p{L})"\.(?![0#?])/gu, '$1."');
  return quoted === code
    ? undefined
    : singleMeaning("Excel reads letters as parts of a date, so put words in quotation marks.", quoted);
};

/**
 * Translations of codes typed in another language, in order of application. Excel shows codes in its user's language,
 * but stores them in English.
 */
export const translations: readonly ((code: string) => EnglishCode | undefined)[] = [
  withEnglishColors,
  withEnglishNames,
  withEnglishDates,
  withQuotedWords,
];
