import { expect, it } from "vitest";
import { createCommandId } from "./command-id.ts";

it("is a new random UUID each time", () => {
  const ids = Array.from({ length: 50 }, createCommandId);
  expect(new Set(ids).size).toBe(50);
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});
