/** A factor: its values, and the files in which they are visible. */
type Factor<Value> = {
  values: readonly Value[];
  /** Values of the factor `of` beside which this factor shows; if absent, beside all. */
  shownBeside?: readonly unknown[];
};
export type Factors<Case> = { readonly [Name in keyof Case]: Factor<Case[Name]> };

/** A value of a factor by their places. */
type Choice = { factor: number; value: number };

/** Two values of two factors that some case has to have together. */
type Pair<Case> = readonly [keyof Case & string, unknown, keyof Case & string, unknown];

type CoveringOptions<Case> = {
  /** The factor that says which of the others show: the format of a file. */
  of: keyof Case & string;
  /** True where two values are never set up together. */
  clash(one: keyof Case & string, value: unknown, other: keyof Case & string, beside: unknown): boolean;
};

/** The same numbers for the same seed: 0 up to, not including, 1 (mulberry32). */
const randomOf = (seed: number): (() => number) => {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
};

const shuffled = (count: number, random: () => number): number[] => {
  const places = Array.from({ length: count }, (_, place) => place);
  for (let last = count - 1; last > 0; last -= 1) {
    const other = Math.floor(random() * (last + 1));
    [places[last], places[other]] = [places[other] ?? 0, places[last] ?? 0];
  }
  return places;
};

const namesOf = <Case>(factors: Factors<Case>) => Object.keys(factors) as (keyof Case & string)[];

/** Values of the factor `of` beside which both show. */
const besideBoth = <Case>(
  factors: Factors<Case>,
  of: keyof Case & string,
  one: keyof Case & string,
  other: keyof Case & string,
): readonly unknown[] => {
  const shown = (name: keyof Case & string) => factors[name].shownBeside ?? factors[of].values;
  return shown(one).filter((value) => shown(other).includes(value));
};

/** Every pair of values that some file has to show. */
const pairsToCover = <Case>(
  factors: Factors<Case>,
  { of, clash }: CoveringOptions<Case>,
): { pair: Pair<Case>; beside: readonly unknown[] }[] => {
  const names = namesOf(factors);
  return names.flatMap((one, place) =>
    names.slice(place + 1).flatMap((other) => {
      const beside = besideBoth(factors, of, one, other);
      return factors[one].values.flatMap((value) =>
        factors[other].values.flatMap((second) => {
          const within = beside.filter(
            (shown) => (one !== of || shown === value) && (other !== of || shown === second),
          );
          return within.length === 0 || clash(one, value, other, second)
            ? []
            : [{ pair: [one, value, other, second] as const, beside: within }];
        }),
      );
    }),
  );
};

/** How many cases are tried for each that is taken. */
const tries = 12;

/**
 * Cases in which any two values stand together that both show and do not clash: greedily, each case the one of a few that has the most
 * pairs that none before had. The same seed makes the same cases.
 */
export const coveringArray = <Case>(factors: Factors<Case>, options: CoveringOptions<Case>, seed: number): Case[] => {
  const { of, clash } = options;
  const names = namesOf(factors);
  const counts = names.map((name) => factors[name].values.length);
  const starts = counts.map((_, place) => counts.slice(0, place).reduce((sum, count) => sum + count, 0));
  const total = counts.reduce((sum, count) => sum + count, 0);
  const random = randomOf(seed);
  const format = names.indexOf(of);
  const chosenOf = ({ factor, value }: Choice): unknown => factors[names[factor] ?? of].values[value];
  const idOf = ({ factor, value }: Choice) => (starts[factor] ?? 0) + value;
  const shows = names.map((name) =>
    factors[of].values.map((value) => factors[name].shownBeside?.includes(value) ?? true),
  );
  const choices = names.flatMap((_, factor) =>
    Array.from({ length: counts[factor] ?? 0 }, (_, value): Choice => ({ factor, value })),
  );
  /** By the ids of both. */
  const clashing = new Set(
    choices.flatMap((one) =>
      choices
        .filter(
          (other) =>
            one.factor !== other.factor &&
            clash(names[one.factor] ?? of, chosenOf(one), names[other.factor] ?? of, chosenOf(other)),
        )
        .map((other) => idOf(one) * total + idOf(other)),
    ),
  );
  const clashes = (one: Choice, other: Choice): boolean => clashing.has(idOf(one) * total + idOf(other));

  const open = new Map<number, { one: Choice; other: Choice; beside: number[] }>();
  const keyOf = (one: Choice, other: Choice) =>
    one.factor < other.factor ? idOf(one) * total + idOf(other) : idOf(other) * total + idOf(one);
  for (const { pair, beside } of pairsToCover(factors, options)) {
    const [first, value, second, with_] = pair;
    const one = { factor: names.indexOf(first), value: (factors[first].values as unknown[]).indexOf(value) };
    const other = { factor: names.indexOf(second), value: (factors[second].values as unknown[]).indexOf(with_) };
    const places = beside.map((shown) => (factors[of].values as unknown[]).indexOf(shown));
    open.set(keyOf(one, other), { one, other, beside: places });
  }

  /** Pairs that a choice adds to those that are made already, beside the value of `of`. */
  const gain = (choice: Choice, made: readonly Choice[], beside: number): number =>
    shows[choice.factor]?.[beside]
      ? made.filter((other) => shows[other.factor]?.[beside] && open.has(keyOf(choice, other))).length
      : 0;
  const complete = (given: readonly Choice[], beside: number): { made: Choice[]; gained: number } => {
    const made: Choice[] = [];
    let gained = 0;
    const add = (choice: Choice) => {
      gained += gain(choice, made, beside);
      made.push(choice);
    };
    add({ factor: format, value: beside });
    for (const choice of given) if (choice.factor !== format) add(choice);
    for (const factor of shuffled(names.length, random)) {
      if (made.some((choice) => choice.factor === factor)) continue;
      let best: { choice: Choice; gained: number } | undefined;
      for (const value of shuffled(counts[factor] ?? 0, random)) {
        const choice = { factor, value };
        if (made.some((other) => clashes(choice, other))) continue;
        const more = gain(choice, made, beside);
        if (best === undefined || more > best.gained) best = { choice, gained: more };
      }
      if (best === undefined) throw new Error(`No value of ${names[factor]} goes with the others.`);
      add(best.choice);
    }
    return { made, gained };
  };

  const cases: Case[] = [];
  for (const [first] = open.values(); open.size > 0; ) {
    const [next = first] = open.values();
    if (next === undefined) break;
    let best: { made: Choice[]; gained: number } | undefined;
    for (let tried = 0; tried < tries; tried += 1) {
      const beside = next.beside[Math.floor(random() * next.beside.length)] ?? 0;
      const candidate = complete([next.one, next.other], beside);
      if (best === undefined || candidate.gained > best.gained) best = candidate;
    }
    const made = best?.made ?? [];
    const beside = made.find(({ factor }) => factor === format)?.value ?? 0;
    for (const [at, one] of made.entries())
      for (const other of made.slice(at + 1))
        if (shows[one.factor]?.[beside] && shows[other.factor]?.[beside]) open.delete(keyOf(one, other));
    cases.push(Object.fromEntries(made.map((choice) => [names[choice.factor], chosenOf(choice)])) as Case);
  }
  return cases;
};
