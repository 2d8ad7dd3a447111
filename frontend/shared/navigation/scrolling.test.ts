import { describe, expect, it } from "vitest";
import { scrollAfterNavigation } from "./scrolling.ts";

/** A window with one section, `report files`, that records how it was scrolled. */
const scrolledBy = (hash: string, wantsNoMotion = false) => {
  const seen: unknown[] = [];
  scrollAfterNavigation(hash, {
    matchMedia: (query) => ({ matches: query === "(prefers-reduced-motion: reduce)" && wantsNoMotion }),
    scrollTo: (options) => seen.push(options),
    document: {
      getElementById: (id) =>
        id === "report files" ? { scrollIntoView: ({ behavior }) => seen.push({ to: id, behavior }) } : null,
    },
  });
  return seen;
};

describe("after a navigation the page", () => {
  it("scrolls smoothly to the top if the address has no hash", () => {
    expect(scrolledBy("")).toEqual([{ top: 0, behavior: "smooth" }]);
  });

  it("scrolls smoothly to the element that the hash names", () => {
    expect(scrolledBy("#report%20files")).toEqual([{ to: "report files", behavior: "smooth" }]);
  });

  it("scrolls to the top if the hash is invalid or names no element", () => {
    for (const hash of ["#elsewhere", "#100%"])
      expect(scrolledBy(hash), hash).toEqual([{ top: 0, behavior: "smooth" }]);
  });

  it("scrolls instantly for users who prefer reduced motion", () => {
    expect(scrolledBy("", true)).toEqual([{ top: 0, behavior: "auto" }]);
    expect(scrolledBy("#report%20files", true)).toEqual([{ to: "report files", behavior: "auto" }]);
  });
});
