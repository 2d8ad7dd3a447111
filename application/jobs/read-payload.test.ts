import { expect, it } from "vitest";
import { readPayload } from "./read-payload.ts";

const job = (payload: object) => ({ id: "j1", payload: { ...payload } });

it("reads a payload by its shape, and names the job if the payload has another", () => {
  const shape = { tenant: "string", attempt: "number" } as const;
  expect(readPayload(job({ tenant: "t", attempt: 2, more: "x" }), shape, "the reader")).toEqual({
    tenant: "t",
    attempt: 2,
  });
  for (const wrong of [{ tenant: "t" }, { tenant: "t", attempt: "2" }, { tenant: null, attempt: 2 }, {}])
    expect(() => readPayload(job(wrong), shape, "the reader")).toThrow(
      "The payload of job j1 isn't valid for the reader.",
    );
});
