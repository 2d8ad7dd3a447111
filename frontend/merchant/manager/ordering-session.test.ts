import { describe, expect, it } from "vitest";
import { createOrderingSession, type ListVersion } from "./ordering-session.ts";

const ids = (text: string) => [...text];

/** A list on the server, whose saves are answered one by one; `wait` runs scheduled callbacks. */
const given = (start: string) => {
  const server = { list: start, version: 1, unreadable: false };
  const puts: { ids: string; etag: string | null; answer: (error?: Error) => void }[] = [];
  const failures: unknown[] = [];
  const scheduled = new Set<() => void>();
  const read = (): ListVersion => ({ ids: ids(server.list), etag: `"${server.version}"` });
  const session = createOrderingSession({
    saveOrder: (wanted, etag) => {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      const answer = (error?: Error) => {
        if (error) return reject(error);
        server.list = wanted.join("");
        server.version += 1;
        resolve();
      };
      puts.push({ ids: wanted.join(""), etag, answer });
      return promise;
    },
    read: async () => (server.unreadable ? null : read()),
    onFailed: (error) => failures.push(error),
    pauseMs: 300,
    schedule: (run) => {
      scheduled.add(run);
      return () => scheduled.delete(run);
    },
  });
  const wait = () => {
    for (const run of [...scheduled]) {
      scheduled.delete(run);
      run();
    }
  };
  const settle = async () => {
    for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
  };
  const answer = async (error?: Error) => {
    puts.at(-1)?.answer(error);
    await settle();
  };
  const order = (wanted: string, seen = read()) => session.order(seen, ids(wanted));
  const shown = () => session.getShownIds()?.join("") ?? null;
  return { server, session, puts, failures, wait, settle, answer, order, shown };
};

describe("ordering a list", () => {
  it("shows the new order at once, saves it with the list's version, then shows the server's order", async () => {
    const { order, shown, wait, puts, answer, session } = given("abc");
    order("bac");
    expect([shown(), session.saving(), puts.length]).toEqual(["bac", "waiting", 0]);
    wait();
    expect(puts).toMatchObject([{ ids: "bac", etag: '"1"' }]);
    await answer();
    expect([shown(), session.saving()]).toEqual([null, "none"]);
  });

  it("saves several moves in a row once", () => {
    const { order, wait, puts } = given("abc");
    order("bac");
    order("bca");
    wait();
    expect(puts).toMatchObject([{ ids: "bca", etag: '"1"' }]);
  });

  it("saves an undone move with the list's new version", async () => {
    const { order, wait, puts, answer, server } = given("abc");
    order("bac");
    wait();
    order("abc");
    await answer();
    wait();
    expect(puts[1]).toMatchObject({ ids: "abc", etag: '"2"' });
    await answer();
    expect(server.list).toBe("abc");
  });

  it("merges moves made during a save with others' moves", async () => {
    const { order, wait, puts, settle, server, shown } = given("abcd");
    order("bacd");
    wait();
    order("bcad");
    puts[0]?.answer();
    // Someone else moved d to the top and created e.
    server.list = "dbace";
    server.version = 7;
    await settle();
    expect(shown()).toBe("dbcae");
    wait();
    expect(puts[1]).toMatchObject({ ids: "dbcae", etag: '"7"' });
  });

  it("returns to the server's order if the save fails, and reports that once", async () => {
    const { order, wait, answer, failures, shown, session } = given("abc");
    order("bac");
    wait();
    await answer(new Error("busy"));
    expect([shown(), session.saving()]).toEqual([null, "error"]);
    expect(failures).toMatchObject([{ message: "busy" }]);
  });

  it("doesn't report a failure if a newer save succeeds", async () => {
    const { order, wait, answer, failures, server } = given("abc");
    order("bac");
    wait();
    order("cba");
    await answer(new Error("busy"));
    wait();
    await answer();
    expect(failures).toEqual([]);
    expect(server.list).toBe("cba");
  });

  it("saves without a version if the list couldn't be read after the last save", async () => {
    const { order, wait, answer, puts, server } = given("abc");
    server.unreadable = true;
    order("bac");
    wait();
    order("bca");
    await answer();
    wait();
    expect(puts[1]).toMatchObject({ ids: "bca", etag: null });
  });
});
