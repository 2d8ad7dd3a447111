import { describe, expect, it } from "vitest";
import { readCookie } from "./cookie.ts";

describe("a cookie", () => {
  it.each([
    [undefined, undefined],
    ["", undefined],
    ["a=1", undefined],
    ["login=x", "x"],
    ["a=1; login=x=y ; b=2", "x=y"],
    ["xlogin=1; login=2; login=3", "2"],
    ["login", ""],
  ])("is read from '%s'", (header, value) => {
    expect(readCookie(header, "login")).toBe(value);
  });
});
