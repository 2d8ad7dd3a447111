import { describe, expect, it } from "vitest";
import type { Cell } from "#domain/columns/definition.ts";
import { createMemoryVault } from "#infra/memory/vault.ts";
import { createRowHash, rowRecordBytes } from "./row-hash.ts";

const create = (tenant = "shop") => createRowHash(createMemoryVault(), tenant);
const text = (text: string): Cell => ({ kind: "text", text });

/** Rows with pairwise different contents. */
const rows: Record<string, readonly Cell[]> = {
  "no cell": [],
  "an empty cell": [null],
  "two empty cells": [null, null],
  "a text": [text("ab")],
  "the same in two cells": [text("a"), text("b")],
  "a text that holds what stands between two": [text("a\u0005\u0001\u0000b")],
  "the same and an empty cell": [text("ab"), null],
  "a number of the same digits as a text": [{ kind: "number", decimal: "7" }],
  "a text of the same digits as a number": [text("7")],
  "an instant": [{ kind: "datetime", instant: "2026-11-20T12:00:00Z" }],
  "the same instant in a list": [{ kind: "datetimes", instants: ["2026-11-20T12:00:00Z"] }],
  "two addresses in a cell": [{ kind: "link", urls: ["a", "b"] }],
  "two addresses in two cells": [
    { kind: "link", urls: ["a"] },
    { kind: "link", urls: ["b"] },
  ],
  "two pictures in a cell": [{ kind: "image", urls: ["a", "b"] }],
  "a long text": [text("a".repeat(65_537))],
  "the same, one letter changed at its end": [text(`${"a".repeat(65_536)}b`)],
  "half a character": [text("\ud83d")],
  "another half": [text("\ud83e")],
};

describe("the hash of a row", () => {
  it("differs for any two rows with different content, however similar", () => {
    const hash = create();
    const hashes = Object.values(rows).map((cells) => hash.of({ cells }, null));
    expect(new Set(hashes).size).toBe(hashes.length);
    for (const one of hashes) expect(one).toMatch(new RegExp(`^[0-9a-f]{${2 * rowRecordBytes}}$`));
  });

  it("is the same whatever was hashed before", () => {
    const [one, other] = [create(), create()];
    const expected = Object.values(rows).map((cells) => one.of({ orderKey: "1", cells }, null));
    const backwards = Object.values(rows).reverse();
    expect(backwards.map((cells) => other.of({ orderKey: "1", cells }, null)).reverse()).toEqual(expected);
  });

  it("identifies the row's order in its first half, if it has only one", () => {
    const hash = create();
    const [a, b] = ["1", "2"].map((orderKey) => hash.of({ orderKey, cells: [text("x")] }, null));
    expect(a?.slice(0, rowRecordBytes)).not.toBe(b?.slice(0, rowRecordBytes));
    expect(a?.slice(rowRecordBytes)).toBe(b?.slice(rowRecordBytes));
    const ofSeveral = hash.of({ orderKey: null, cells: [text("x")] }, null);
    expect(ofSeveral).toBe(`${a?.slice(rowRecordBytes)}${a?.slice(rowRecordBytes)}`);
  });

  it("depends on the worksheet and on the shop", () => {
    const cells = [text("x")];
    const hashes = [null, "", "Acme"].map((sheet) => create().of({ cells }, sheet));
    expect(new Set([...hashes, create("another").of({ cells }, null)]).size).toBe(4);
    expect(create("another").keyMark).not.toBe(create().keyMark);
  });
});
