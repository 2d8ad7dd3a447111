import { expect, it } from "vitest";
import { classifyResponse } from "./classify-response.ts";

const failing = (code: string, path?: (string | number)[]) => ({
  message: "no",
  ...(path && { path }),
  ...(code && { extensions: { code } }),
});
const judged = (...errors: object[]) =>
  classifyResponse({ kind: "answer", status: 200, retryAfter: null, text: JSON.stringify({ errors }) } as Parameters<
    typeof classifyResponse
  >[0]);
const ofOrder = ["orders", "nodes", 7, "totalPriceSet"];
const places = { objects: 1, indexes: [7], paths: ["totalPriceSet"] };

it.each([
  ["a code that nobody knows", [failing("SOMETHING_ELSE", ofOrder)]],
  ["no code", [failing("", ofOrder)]],
  ["an error without a path beside it", [failing("INTERNAL_SERVER_ERROR", ofOrder), failing("TIMEOUT")]],
  ["an error of another code beside it", [failing("SOMETHING_ELSE"), failing("TIMEOUT", ofOrder)]],
])("an error inside an order is that order's, with %s", (_, errors) => {
  expect(judged(...errors)).toMatchObject({ kind: "again", again: { places } });
});

it.each([
  ["throttled", "THROTTLED", { kind: "again", again: { throttled: true } }],
  ["too costly", "MAX_COST_EXCEEDED", { kind: "failed" }],
  ["denied", "ACCESS_DENIED", { kind: "failed", error: { code: "access-denied" } }],
])("an answer that is %s means the whole request, though an order fails in it", (_, code, verdict) => {
  const found = judged(failing("", ofOrder), failing(code, ofOrder));
  expect(found).toMatchObject(verdict);
  expect(found).not.toHaveProperty("again.places");
});

it("an error elsewhere is not an order's", () => {
  expect(judged(failing("SOMETHING_ELSE", ["productTags"]))).toMatchObject({ kind: "failed" });
  expect(judged(failing("TIMEOUT", ["productTags"]), failing("", ofOrder))).not.toHaveProperty("again.places");
});
