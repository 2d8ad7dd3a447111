import { afterEach, expect, it } from "vitest";
import { type ApiDocument, callsOf } from "#tests/support/openapi-calls.ts";
import { startWebForTests } from "#tests/support/web-for-tests.ts";
import { findWebPart } from "./find-web-part.ts";

let web: Awaited<ReturnType<typeof startWebForTests>> | undefined;
afterEach(() => web?.close());

it.each(["commands", "queries"] as const)(
  "a process with only %s rejects exactly the calls that are routed to the other part",
  async (part) => {
    web = await startWebForTests({ WEB_PARTS: part });
    const document = (await (await web.fetchRaw("GET", "/api/openapi.json")).json()) as ApiDocument;
    const calls = callsOf(document);
    expect(calls.length).toBeGreaterThan(70);
    for (const { method, path, body } of calls) {
      const { status } = await web.fetchRaw(
        method,
        `/api/${path}`,
        method === "GET" || body === undefined ? {} : { body },
      );
      expect([method, path, status === 421]).toEqual([method, path, findWebPart(method, `/api/${path}`) !== part]);
    }
  },
);

it("pages, files and webhooks are recognized by their path", () => {
  expect(["/", "/reports", "/files/x", "/public/y"].map((path) => findWebPart("GET", path))).toEqual(
    Array(4).fill("pages"),
  );
  expect(findWebPart("POST", "/webhooks/app/uninstalled")).toBe("commands");
});
