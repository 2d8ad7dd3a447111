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

/**
 * The limit of {@link growthOf} for work in proportion to the text. It is far from 1, for a busy machine, and from 16.
 */
export const inProportion = 6;

/**
 * How many times longer `work` takes over a text of `length` characters than over the same in sixteen pieces, each the fastest of
 * some rounds: about 1 for work in proportion to the text, 16 for work in proportion to its square. Measured again while it looks bad,
 * as others use the machine too. No measure of speed.
 */
export const growthOf = (textOf: (length: number) => string, work: (text: string) => void, length = 32_768): number => {
  const whole = textOf(length);
  const piece = textOf(length / pieces);
  const inPieces = () => {
    for (let n = 0; n < pieces; n++) work(piece);
  };
  // Once unmeasured, so compilation belongs to neither.
  inPieces();
  let least = Number.POSITIVE_INFINITY;
  for (let n = 0; n < tries && least >= inProportion; n++) {
    const short = fastest(inPieces);
    least = Math.min(least, fastest(() => work(whole)) / short);
  }
  return least;
};
