import { ListContextProvider } from "react-admin";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { EmptyList } from "./empty-list.tsx";

const wordsOf = (filterValues: Readonly<Record<string, unknown>>, isWell: boolean): string =>
  renderToStaticMarkup(
    <ListContextProvider value={{ filterValues, setFilters: () => {} } as never}>
      <EmptyList text="No job was given up. All is well." isWell={isWell} />
    </ListContextProvider>,
  );

describe("an empty list of the console", () => {
  it("says that all is well if it would list troubles", () => {
    expect(wordsOf({}, true)).toContain("MuiAlert-colorSuccess");
    expect(wordsOf({}, true)).toContain("No job was given up. All is well.");
  });

  it("says only that it is empty if it lists anything else", () => {
    expect(wordsOf({}, false)).not.toContain("MuiAlert");
  });

  it("offers to clear its filters instead, as they may hide something", () => {
    for (const isWell of [true, false]) {
      const words = wordsOf({ kind: "export" }, isWell);
      expect(words).toContain("Nothing matches these filters.");
      expect(words).toContain("Clear filters");
      expect(words).not.toContain("All is well");
    }
  });

  it("doesn't count an emptied filter", () => {
    expect(wordsOf({ kind: "" }, true)).toContain("All is well");
  });
});
