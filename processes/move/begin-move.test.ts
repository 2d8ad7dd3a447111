import { describe, expect, it } from "vitest";
import { createMemoryReadStore } from "#infra/memory/read-store.ts";
import { membersRegister } from "../../projections/members.ts";
import { readArguments } from "./arguments.ts";
import { assertStopped } from "./assert-stopped.ts";

describe("npm run move", () => {
  it("takes source and target, and optionally a folder", () => {
    expect(readArguments(["--from", "embedded", "--to", "distributed"])).toEqual({
      from: "embedded",
      to: "distributed",
      folder: undefined,
    });
    expect(readArguments(["--folder", "rest", "--to", "embedded", "--from", "distributed"])).toEqual({
      from: "distributed",
      to: "embedded",
      folder: "rest",
    });
  });

  it.each([
    [[]],
    [["--from", "embedded"]],
    [["--from", "embedded", "--to", "embedded"]],
    [["--from", "embedded", "--to", "elsewhere"]],
    [["--from", "embedded", "--to", "distributed", "--mend"]],
    [["--from", "embedded", "--from", "distributed", "--to", "distributed"]],
  ])("shows its usage if it is given %j", (given) => {
    expect(() => readArguments(given)).toThrow(/Use 'npm run move -- --from embedded --to distributed'/);
  });
});

describe("a move between external engines", () => {
  it("is refused while projections are running there", async () => {
    const readStore = createMemoryReadStore();
    await readStore.writeRegister(membersRegister, { renewals: 1 }, { ifVersion: 0 });
    const renew = () => readStore.writeRegister(membersRegister, { renewals: 2 }, { ifVersion: 1 });
    await expect(assertStopped({ name: "MongoDB at mongo.example", readStore }, renew)).rejects.toThrow(
      /Sheaf is running on MongoDB at mongo\.example\. Stop every process/,
    );
  });

  it("waits for a heartbeat only if projections have ever run there", async () => {
    const readStore = createMemoryReadStore();
    const waits: number[] = [];
    const wait = async (ms: number) => void waits.push(ms);
    await assertStopped({ name: "there", readStore }, wait);
    expect(waits).toEqual([]);
    await readStore.writeRegister(membersRegister, { renewals: 1 }, { ifVersion: 0 });
    await assertStopped({ name: "there", readStore }, wait);
    expect(waits).toEqual([6_500]);
  });
});
