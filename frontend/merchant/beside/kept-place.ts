import { editorHeadHeight, headerHeight } from "../../shared/theme/tokens.ts";

/** How far down it looks for something to hold on to, in pixels, and the height up to which that is one thing. */
const step = 12;
const oneThing = 160;

/** The first thing that can be read whole beneath what sticks to the page's top. */
const firstInSight = (): Element | null => {
  const main = document.getElementById("main");
  if (main === null || window.scrollY === 0) return null;
  const left = Math.max(0, main.getBoundingClientRect().left) + 64;
  const first = headerHeight + editorHeadHeight;
  for (let top = first + step; top < window.innerHeight; top += step) {
    const found = document.elementFromPoint(left, top);
    if (found === null || found === main || !main.contains(found) || found.clientHeight >= oneThing) continue;
    if (found.getBoundingClientRect().top >= first) return found;
  }
  return null;
};

/**
 * Notes what is read now; what it answers brings that back to where it stood, after the page has become narrower or wider and its lines
 * have broken anew. Browsers see to this themselves only where no width or margin changes.
 */
export const notePlace = (): (() => void) => {
  const held = firstInSight();
  const before = held?.getBoundingClientRect().top ?? 0;
  return () => {
    if (held?.isConnected) window.scrollBy({ top: held.getBoundingClientRect().top - before, behavior: "instant" });
  };
};
