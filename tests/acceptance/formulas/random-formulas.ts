import { createRandom, type Random } from "#demo-store/generate/random.ts";
import { functionTable, needsReference } from "#domain/formulas/syntax/function-table.ts";

/** `spoiled` is undefined where the formula follows the grammar, else it names the fault. */
export type RandomFormula = { formula: string; spoiled?: string };

/** A formula's parts: operators, operands, names, brackets. */
type Tokens = string[];

const longestTyped = 900;

const numbers = ["0", "1", "2", "42", "0.5", ".5", "5.", "1E3", "2.5E-3"];
const texts = ['""', '"a"', '"say ""yes"""', '"1,2;(3"', '"=A1"', '"Größe"', '"<&>"'];
const errors = ["#N/A", "#DIV/0!", "#VALUE!", "#REF!", "#NUM!", "#NULL!"];
const operators = ["+", "-", "*", "/", "^", "&", "=", "<", ">", "<=", ">=", "<>"];
/** Functions that return references, which may stand beside a colon. */
const references = [
  ["INDEX", "(", "B1:C3", ",", "2", ",", "1", ")"],
  ["OFFSET", "(", "B1", ",", "1", ",", "0", ")"],
  ["INDIRECT", "(", '"B2"', ")"],
  ["CHOOSE", "(", "1", ",", "B1", ",", "C1", ")"],
  ["IF", "(", "TRUE", ",", "B1", ",", "C1", ")"],
  ["(", "B1", ")"],
];

const functions = [...functionTable];

const createGrammar = (random: Random) => {
  const cell = (): string =>
    `${random.pick(["", "", "$"])}${random.pick(["A", "B", "C", "d"])}${random.pick(["", "", "$"])}${random.int(1, 9)}`;
  const range = (): string => `${cell()}:${cell()}`;
  /** Outside these functions, arrays of whole columns may need more memory than there is. */
  const whole = (): Tokens => [
    random.pick(["ROWS", "COLUMNS"]),
    "(",
    random.pick(["A:A", "$B:C", "D:$B", "1:1", "2:$3"]),
    ")",
  ];
  const between = (first: Tokens, sign: string, second: Tokens): Tokens => [...first, sign, ...second];

  const reference = (): Tokens => {
    const draw = random.next();
    if (draw < 0.55) return [cell()];
    if (draw < 0.8) return [range()];
    return [...random.pick(references)];
  };
  const joined = (): Tokens => {
    const ofColon = () => (random.chance(0.5) ? [cell()] : [...random.pick(references)]);
    const draw = random.next();
    if (draw < 0.35) return between(ofColon(), ":", ofColon());
    if (draw < 0.65) return between(reference(), " ", reference());
    return ["(", ...between(reference(), ",", reference()), ")"];
  };
  const constant = (): string =>
    random.pick([random.pick(numbers), `-${random.int(1, 9)}`, random.pick(texts), "TRUE", "#N/A"]);
  const braces = (): Tokens => {
    const width = random.int(1, 3);
    const row = () => Array.from({ length: width }, constant).flatMap((one, at) => (at === 0 ? [one] : [",", one]));
    return ["{", ...row(), ...(random.chance(0.3) ? [";", ...row()] : []), "}"];
  };
  const call = (depth: number): Tokens => {
    const [name, known] = random.pick(functions);
    const more = random.int(0, Math.min(known.maxArguments - known.minArguments, random.chance(0.1) ? 12 : 2));
    const count = known.minArguments + (known.inPairs ? more - (more % 2) : more);
    const given: Tokens = [];
    for (let at = 0; at < count; at += 1) {
      if (at > 0) given.push(",");
      // An omitted argument still counts, but one alone would be a call without arguments.
      // The first argument may be a number for which AGGREGATE takes references alone.
      if (needsReference(name, at, 1)) given.push(...reference());
      else if (count === 1 || random.chance(0.95)) given.push(...expression(depth + 1));
    }
    const written = random.pick([name, name, name, name.toLowerCase()]);
    return [written, "(", ...given, ")"];
  };
  const operand = (depth: number): Tokens => {
    const draw = random.next();
    if (draw < 0.2) return [random.pick(numbers)];
    if (draw < 0.27) return [random.pick(texts)];
    if (draw < 0.3) return [random.pick(errors)];
    if (draw < 0.33) return [random.pick(["TRUE", "false"])];
    if (draw < 0.55 || depth > 4) return reference();
    if (draw < 0.58) return whole();
    if (draw < 0.62) return joined();
    if (draw < 0.66) return braces();
    return call(depth);
  };
  const expression = (depth: number): Tokens => {
    const draw = random.next();
    if (depth > 4 || draw < 0.6) return operand(depth);
    if (draw < 0.78) return between(expression(depth + 1), random.pick(operators), expression(depth + 1));
    if (draw < 0.86) return [random.pick(["-", "+"]), ...expression(depth + 1)];
    if (draw < 0.92) return [...operand(depth + 1), "%"];
    return ["(", ...expression(depth + 1), ")"];
  };
  return { expression, call };
};

const withoutAt = (tokens: Tokens, at: number): Tokens => tokens.toSpliced(at, 1);

/** Each makes a fault, or nothing where the formula has no place for it. */
const faults: Readonly<Record<string, (tokens: Tokens, random: Random) => Tokens | undefined>> = {
  "a part dropped": (tokens, random) => withoutAt(tokens, random.int(0, tokens.length - 1)),
  "a part doubled": (tokens, random) => {
    const at = random.int(0, tokens.length - 1);
    return tokens.toSpliced(at, 0, tokens[at] ?? "");
  },
  "a part put in": (tokens, random) => {
    const strange = random.pick([...operators, ..."(),; :%{}", "1", "A1", '"a"', "#N/A", "TRUE"]);
    return tokens.toSpliced(random.int(0, tokens.length), 0, strange);
  },
  "another sign": (tokens, random) => {
    const signs = tokens.flatMap((token, at) => (token === "," || operators.includes(token) ? [at] : []));
    return signs.length === 0
      ? undefined
      : tokens.toSpliced(random.pick(signs), 1, random.pick([" ", ":", ",", ";", "%"]));
  },
  "two parts exchanged": (tokens, random) => {
    if (tokens.length < 2) return undefined;
    const at = random.int(0, tokens.length - 2);
    return tokens.toSpliced(at, 2, tokens[at + 1] ?? "", tokens[at] ?? "");
  },
  "an argument too many or too few": (tokens, random) => {
    const commas = tokens.flatMap((token, at) => (token === "," ? [at] : []));
    const ends = tokens.flatMap((token, at) => (token === ")" ? [at] : []));
    if (commas.length > 0 && random.chance(0.5)) return tokens.toSpliced(random.pick(commas), 2);
    return ends.length === 0 ? undefined : tokens.toSpliced(random.pick(ends), 0, ",", "1");
  },
  "a wrong name": (tokens, random) => {
    const names = tokens.flatMap((token, at) => (/^[A-Z][A-Z.]+$/i.test(token) && tokens[at + 1] === "(" ? [at] : []));
    if (names.length === 0) return undefined;
    const at = random.pick(names);
    const name = tokens[at] ?? "";
    return tokens.toSpliced(
      at,
      1,
      random.pick([`${name}S`, `${name}1`, name.slice(0, -1), `_xlfn.${name}`, `X.${name}`]),
    );
  },
};

/** Tokens as people type them: a space after a comma or around an operator changes nothing. */
const typed = (tokens: Tokens, random: Random): string => {
  const roomy = random.chance(0.3);
  return `=${tokens
    .map((token) => {
      if (!roomy) return token;
      if (token === "," || token === ";") return `${token} `;
      return operators.includes(token) ? ` ${token} ` : token;
    })
    .join("")}`;
};

/** Makes formulas that follow Excel's grammar, every second one then with a fault. The same seed gives the same formulas. */
export const randomFormulas = (seed: number, count: number): RandomFormula[] => {
  const random = createRandom(seed);
  const { expression, call } = createGrammar(random);
  const made: RandomFormula[] = [];
  while (made.length < count) {
    const right = random.chance(0.7) ? call(0) : expression(0);
    const spoiled = made.length % 2 === 1 ? random.pick(Object.keys(faults)) : undefined;
    const tokens = spoiled === undefined ? right : faults[spoiled]?.(right, random);
    const formula = tokens && typed(tokens, random);
    if (formula === undefined || formula.length > longestTyped || formula === "=") continue;
    made.push(spoiled === undefined ? { formula } : { formula, spoiled });
  }
  return made;
};
