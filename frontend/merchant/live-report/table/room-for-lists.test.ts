import { expect, it } from "vitest";
import { placeOfLists, withRoomForLists } from "./room-for-lists.ts";

it("finds the column with the select lists by the first row", () => {
  const row =
    '<tr class="alt" data-key="1.0" data-print="p"><td>#1</td><td class="n">2</td><td class="l"><select></select></td></tr>';
  expect(placeOfLists(`<table><thead><tr><th>a</th></tr></thead>${row}</table>`)).toBe(2);
  expect(placeOfLists('<table><tr data-key="1.0"><td>#1</td></tr></table>')).toBe(-1);
  expect(placeOfLists("<table></table>")).toBe(-1);
});

it("widens a narrow column of select lists, and the table with it", () => {
  const style =
    "--wide:minmax(80px,80fr) minmax(72px,90fr);--wide-least:152px;--fit:minmax(80px,80fr) minmax(140px,150fr);--fit-least:220px;--print-zoom:1";
  expect(withRoomForLists(style, 1)).toBe(
    "--wide:minmax(80px,80fr) minmax(136px,136fr);--wide-least:216px;--fit:minmax(80px,80fr) minmax(140px,150fr);--fit-least:220px;--print-zoom:1",
  );
  expect(withRoomForLists(style, -1)).toBe(style);
});
