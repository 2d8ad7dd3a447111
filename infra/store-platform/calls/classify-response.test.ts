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
const places = { objects: 1, pathsByIndex: new Map([[7, ["totalPriceSet"]]]), paths: ["totalPriceSet"] };

it.each([
  ["an unknown code", [failing("SOMETHING_ELSE", ofOrder)]],
  ["no code", [failing("", ofOrder)]],
  ["another error without a path", [failing("INTERNAL_SERVER_ERROR", ofOrder), failing("TIMEOUT")]],
  ["another error with another code", [failing("SOMETHING_ELSE"), failing("TIMEOUT", ofOrder)]],
])("an error inside an order is attributed to the order, with %s", (_, errors) => {
  expect(judged(...errors)).toMatchObject({ kind: "again", again: { places } });
});

it.each([
  ["throttled", "THROTTLED", { kind: "again", again: { throttled: true } }],
  ["too costly", "MAX_COST_EXCEEDED", { kind: "failed" }],
  ["denied", "ACCESS_DENIED", { kind: "failed", error: { code: "access-denied" } }],
])("a response that is %s concerns the whole request, though an order in it fails", (_, code, verdict) => {
  const found = judged(failing("", ofOrder), failing(code, ofOrder));
  expect(found).toMatchObject(verdict);
  expect(found).not.toHaveProperty("again.places");
});

it("an error elsewhere isn't attributed to an order", () => {
  expect(judged(failing("SOMETHING_ELSE", ["productTags"]))).toMatchObject({ kind: "failed" });
  expect(judged(failing("TIMEOUT", ["productTags"]), failing("", ofOrder))).not.toHaveProperty("again.places");
});
