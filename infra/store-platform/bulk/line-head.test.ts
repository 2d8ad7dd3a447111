import { describe, expect, it } from "vitest";
import { PlatformError } from "../../ports/store-platform.ts";
import { parsedBelow } from "./line-head.ts";

const gid = "gid://shopify/Order/12";
const escaped = (text: string): string => text.replaceAll("/", "\\/");

/** A line within the bytes of others. */
const lineOf = (text: string) => {
  const bytes = Buffer.from(`{"before":1}\n${text}\n{"behind":2}`);
  return { bytes, start: 13, end: bytes.length - 13 };
};

describe("a line of an order's child", () => {
  it.each([
    `{"id":"1","title":"Cup","__parentId":"${gid}"}`,
    escaped(`{"id":"1","title":"Cup","__parentId":"${gid}"}`),
    `{"__parentId":"${gid}","id":"1","title":"Cup"}`,
    `{"id":"1","__parentId":"${gid}","title":"Cup"}`,
    `{"id":"1","title":"Cup", "__parentId":"${gid}"}`,
    `{"id":"1","title":"Cup" ,"__parentId":"${gid}"}`,
    `{"id":"1","title":"Cup","__parentId" : "${gid}"}`,
    `{"__parentId":"${gid}"}`,
    `{"id":"1","note":",\\"__parentId\\":\\"${gid}"}`,
    `{"id":"1","price":{"amount":"1.0"},"tags":["${gid}"],"__parentId":"${gid}"}`,
    `{"id":"1","title":"Φλιτζάνι","__parentId":"${gid}"}`,
  ])("has its own fields without its parent's id: %s", (text) => {
    const { __parentId, ...own } = JSON.parse(text);
    const line = lineOf(text);
    expect(parsedBelow(line)).toEqual(own);
    expect(line.bytes.toString()).toMatch(/^\{"before":1\}\n.*\n\{"behind":2\}$/);
  });

  it.each([
    `{"id":"1,"__parentId":"${gid}"}`,
    `{"id":[1,"__parentId":"${gid}"}`,
    `{"price":{"amount":"1","__parentId":"${gid}"}`,
    `{"id":"1",,"__parentId":"${gid}"}`,
    `{"id":"1" "__parentId":"${gid}"}`,
    `{,"__parentId":"${gid}"}`,
    `{ ,"__parentId":"${gid}"}`,
    `[{"id":"1"},"__parentId":"${gid}"}`,
    `,"__parentId":"${gid}"}`,
  ])("is refused if it isn't JSON: %s", (text) => {
    expect(() => JSON.parse(text)).toThrow(SyntaxError);
    expect(() => parsedBelow(lineOf(text))).toThrow(PlatformError);
  });
});
