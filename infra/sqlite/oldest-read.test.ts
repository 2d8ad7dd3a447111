import { expect, it } from "vitest";
import { eventSchema } from "./events/event-schema.ts";
import { readSchema } from "./read-models/read-schema.ts";
import { stateSchema } from "./state/state-database.ts";

it("the oldest schema versions that can be read stay the same (R-58)", () => {
  const oldest = [eventSchema, stateSchema, readSchema].map((schema) => schema.oldest ?? 0);
  expect(oldest).toEqual([4, 5, 0]);
});
