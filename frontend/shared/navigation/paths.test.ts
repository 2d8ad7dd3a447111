import { expect, it } from "vitest";
import { findPage } from "./pages.ts";
import { isPath, livePath, paths } from "./paths.ts";

it("recognizes a path with and without its optional last part", () => {
  for (const address of ["/Live", "/live/", "/Live/7f3c", livePath(null), livePath("a b")])
    expect(isPath(address, paths.live), address).toBe(true);
  for (const address of ["/", "/Live/7f3c/more", "/Lively"]) expect(isPath(address, paths.live), address).toBe(false);
  expect(findPage("/Live/7f3c")?.name).toBe("Live");
  expect([livePath(null), livePath("a b")]).toEqual(["/Live", "/Live/a%20b"]);
});
