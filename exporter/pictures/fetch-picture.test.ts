import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { OutboundHttp } from "#infra/ports/outbound-http.ts";
import { fetchPicture } from "./fetch-picture.ts";
import { pictureLimits } from "./picture-limits.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-20T12:00:00Z") }));
afterEach(() => void vi.useRealTimers());

const fetched = (status: number, retryAfter: string | null) => {
  const url = "https://cdn.example/1.png";
  const header = (name: string) => (name === "retry-after" ? retryAfter : null);
  const httpOut: OutboundHttp = {
    call: (_request, use) => use({ status, header, url, body: (async function* () {})() }),
    close: () => undefined,
  };
  const request = {
    url,
    shop: "s",
    limits: pictureLimits.perPicture,
    exemptOrigins: [],
    signal: new AbortController().signal,
  };
  return fetchPicture(httpOut, request);
};

it.each([
  ["7", 7_000],
  ["2.5", 2_500],
  ["Fri, 20 Nov 2026 12:00:30 GMT", 30_000],
  ["Fri, 20 Nov 2026 11:00:00 GMT", 0],
  ["later", undefined],
  [null, undefined],
])("a Retry-After of %s is understood", async (header, retryAfter) => {
  await expect(fetched(429, header)).rejects.toMatchObject({ name: "TemporaryFault", isTooMany: true, retryAfter });
  await expect(fetched(503, header)).rejects.toMatchObject({ name: "TemporaryFault", isTooMany: false, retryAfter });
});

it.each([404, 403, 410, 401])("HTTP %i is final", async (status) => {
  expect(await fetched(status, "1")).toBeUndefined();
});
