import { expect, it } from "vitest";
import { type LinkAddress, linkAddress } from "./link-address.ts";
import { createSheetLinks } from "./links.ts";

const addressOf = (text: string): LinkAddress => {
  const address = linkAddress(text);
  if (address === null) throw new Error(`${text} is no link.`);
  return address;
};

it("each link of a worksheet has its own relationship, even if an address repeats", () => {
  const links = createSheetLinks(4);
  const given = ["https://a.example/1", "https://a.example/2", "https://a.example/1", "https://a.example/?b&c"];
  expect(given.map((address, at) => links.add("A", at + 2, addressOf(address)))).toEqual([true, true, true, true]);
  expect(links.add("A", 9, addressOf("https://a.example/1"))).toBe(false);
  const elements = [...links.elements()].join("").matchAll(/ref="(?<cell>\w+)" r:id="(?<id>\w+)"/g);
  const relationships = [...links.relationships()].join("").matchAll(/Id="(?<id>\w+)"[^>]* Target="(?<target>[^"]*)"/g);
  const targets = [...relationships].map(({ groups }): [string, string] => [groups?.id ?? "", groups?.target ?? ""]);
  expect(targets.map(([id]) => id)).toEqual(["rId1", "rId2", "rId3", "rId4"]);
  const leadTo = new Map(targets);
  expect([...elements].map(({ groups }) => [groups?.cell, leadTo.get(groups?.id ?? "")])).toEqual([
    ["A2", "https://a.example/1"],
    ["A3", "https://a.example/2"],
    ["A4", "https://a.example/1"],
    ["A5", "https://a.example/?b&amp;c"],
  ]);
});
