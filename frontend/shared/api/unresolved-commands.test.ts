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

it("keeps the command id if a command with an unknown outcome is repeated", () => {
  const { give } = given();
  expect([give(create, false), give(create, false), give(create, true)]).toEqual(["id-1", "id-1", "id-1"]);
});

it("uses a new command id if a finished command is repeated", () => {
  const { give } = given();
  expect([give(create, true), give(create, true)]).toEqual(["id-1", "id-2"]);
});

it("uses a new command id if a choice is repeated after a different one", () => {
  const { give } = given();
  const ids = [give(status("Done"), false), give(status("New"), true), give(status("Done"), true)];
  expect(new Set(ids).size).toBe(3);
});

it("uses a new command id for another version", () => {
  const { give } = given();
  const save = (ifMatch: string) => ({ method: "PUT", path: "filters/update-filter", body: { title: "A" }, ifMatch });
  expect(give(save('"3"'), false)).not.toBe(give(save('"4"'), false));
});

it("uses a new command id for a command given up two minutes ago", () => {
  const { give, time } = given();
  const first = give(create, false);
  time.now = 120_000;
  expect(give(create, true)).not.toBe(first);
});
