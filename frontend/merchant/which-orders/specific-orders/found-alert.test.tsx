import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { FoundAlert } from "./found-alert.tsx";
import type { Found } from "./use-find-numbers.ts";

const textOf = (found: Found): string =>
  renderToStaticMarkup(<FoundAlert {...found} />)
    .replaceAll(/<style.*?<\/style>|<[^>]*>/gs, "")
    .replaceAll("&#x27;", "'");

describe("The result of a search for pasted numbers", () => {
  it("names the numbers without an order", () => {
    expect(textOf({ ids: ["1"], notFound: ["9999"], unread: 0 })).toBe(
      "1 order found and selected. Correct the others above, or search for their orders.Not found, or shared by several orders: 9999",
    );
  });

  it("says that orders couldn't be read, and to try again", () => {
    expect(textOf({ ids: ["1"], notFound: ["9999"], unread: 1 })).toBe(
      "1 order found and selected. Some orders couldn't be read from your store. Try again.Not read, not found, or shared by several orders: 9999",
    );
  });
});
