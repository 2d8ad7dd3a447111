import { expect, it } from "vitest";
import { findBeginning, stripUnchangedRows } from "./unchanged-rows.ts";

const row = (key: string, print: string, cell: string, band = "") =>
  `<tr${band} data-key="${key}" data-print="${print}" data-order="${key}"><td>${cell}</td></tr>`;
const head = (key: string, print: string, band = "") =>
  `<tr${band} data-key="${key}" data-print="${print}" data-order="${key}"></tr>`;

it("reduces unchanged rows to their tags", () => {
  const known = new Map([
    ["1", "a"],
    ["2", "b"],
  ]);
  const html = `<table><thead><tr><th>Name</th></tr></thead>${row("3", "c", "new")}${row("1", "a", "same", ' class="alt"')}\n${row("2", "z", "other")}</table>`;
  expect(stripUnchangedRows(html, known)).toBe(
    `<table><thead><tr><th>Name</th></tr></thead>${row("3", "c", "new")}${head("1", "a", ' class="alt"')}\n${row("2", "z", "other")}</table>`,
  );
  expect(stripUnchangedRows(html, new Map())).toBe(html);
});

it("isn't confused by texts that customers wrote", () => {
  const text = "&lt;/tr&gt; data-print=&quot;a&quot; $&amp; $1";
  const html = `${row("1", "a", text)}${row("2", "b", text)}`;
  expect(stripUnchangedRows(html, new Map([["1", "a"]]))).toBe(`${head("1", "a")}${row("2", "b", text)}`);
});

it("starts a long table with its first rows, and empty bodies for the others", () => {
  const body = (from: number) =>
    `<tbody>${Array.from({ length: 100 }, (_, at) => row(`${from + at}`, "p", "x")).join("")}</tbody>`;
  const html = `<table>${[0, 100, 200, 300].map(body).join("")}</table>`;
  expect(findBeginning(html)).toBe(`<table>${body(0)}${body(100)}<tbody></tbody><tbody></tbody></table>`);
  expect(findBeginning(`<table>${body(0)}${body(100)}</table>`)).toBeNull();
});
