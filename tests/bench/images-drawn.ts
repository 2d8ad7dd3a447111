import { encodePng } from "#demo-store/pictures/png.ts";

/** PNGs of 100 by 100 pixels and some 19 KB, no two alike: noise of five bits a sample, which is as hard to compress as a photograph. */
export const thumbnails = (count: number): Buffer[] => {
  let state = 1;
  const noise = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return (state >>> 27) * 8;
  };
  return Array.from({ length: count }, () => encodePng(100, () => [noise(), noise(), noise()]));
};
