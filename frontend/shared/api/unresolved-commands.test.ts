import { expect, it } from "vitest";
import { createUnresolvedCommands } from "./unresolved-commands.ts";

const create = { method: "POST", path: "filters/create-new" };
const status = (body: string) => ({ method: "PUT", path: "reportData/local-status", body });

const given = () => {
  let ids = 0;
  const time = { now: 0 };
  const commands = createUnresolvedCommands({ createId: () => `id-${++ids}`, now: () => time.now });
  const give = (asked: Parameters<typeof commands.idFor>[0], isClear: boolean) => {
    const id = commands.idFor(asked);
    commands.ended(asked, id, isClear);
    return id;
  };
  return { give, time };
};

it("what is pressed again after nobody knew what became of it is the same command", () => {
  const { give } = given();
  expect([give(create, false), give(create, false), give(create, true)]).toEqual(["id-1", "id-1", "id-1"]);
});

it("what is pressed again after it was done is another one", () => {
  const { give } = given();
  expect([give(create, true), give(create, true)]).toEqual(["id-1", "id-2"]);
});

it("what was chosen again after something else is another one: it changes that back", () => {
  const { give } = given();
  const ids = [give(status("Done"), false), give(status("New"), true), give(status("Done"), true)];
  expect(new Set(ids).size).toBe(3);
});

it("what is said over another version, or of something else, is another one", () => {
  const { give } = given();
  const save = (ifMatch: string) => ({ method: "PUT", path: "filters/update-filter", body: { title: "A" }, ifMatch });
  expect(give(save('"3"'), false)).not.toBe(give(save('"4"'), false));
});

it("what was given up two minutes ago is another one", () => {
  const { give, time } = given();
  const first = give(create, false);
  time.now = 120_000;
  expect(give(create, true)).not.toBe(first);
});
