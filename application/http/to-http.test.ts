import { expect, it } from "vitest";
import { StreamDamaged } from "#infra/ports/store-errors.ts";
import { toHttpError } from "./to-http.ts";

it("a damaged stream is answered in the merchant's words and marked as unexpected", () => {
  const answer = toHttpError(new StreamDamaged("Events of the stream shop-1 are missing."));
  expect(answer).toMatchObject({ status: 503, code: "damaged", unexpected: true });
  expect(answer.message).toBe("Part of your shop's data can't be read. Contact us, so that we can restore it.");
});
