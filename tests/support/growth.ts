const pieces = 16;
const rounds = 3;
const tries = 3;

const fastest = (work: () => void): number => {
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < rounds; round++) {
    const began = performance.now();
    work();
    best = Math.min(best, performance.now() - began);
  }
  return best;
};

/** The limit of {@link growthOf} for linear work: far from 1, for a busy machine, and from 16. */
export const inProportion = 6;

/**
 * Measures how much longer `work` takes over a text of `length` characters than over sixteen pieces of it, the fastest
 * of some rounds: about 1 for linear work, 16 for quadratic. Repeats bad measurements, as the machine is shared. No
 * measure of speed.
 */
export const growthOf = (textOf: (length: number) => string, work: (text: string) => void, length = 32_768): number => {
  const whole = textOf(length);
  const piece = textOf(length / pieces);
  const inPieces = () => {
    for (let n = 0; n < pieces; n++) work(piece);
  };
  // Warms up, so that compilation counts for neither.
  inPieces();
  let least = Number.POSITIVE_INFINITY;
  for (let n = 0; n < tries && least >= inProportion; n++) {
    const short = fastest(inPieces);
    least = Math.min(least, fastest(() => work(whole)) / short);
  }
  return least;
};
