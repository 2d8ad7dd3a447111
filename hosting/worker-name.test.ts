import { expect, it } from "vitest";
import { workerName } from "./worker-name.ts";

it("Two processes of one number on machines of one name, as containers are, have their own names", () => {
  expect(workerName()).not.toBe(workerName());
  expect(workerName()).toContain(`:${process.pid}:`);
});
