import { describe, expect, it } from "vitest";
import { ApiError } from "../api/api-error.ts";
import { createEditSession, type Version } from "./edit-session.ts";

type Filter = { title: string; tags: string[]; status: number };
const first: Version<Filter> = { value: { title: "Paid", tags: [], status: 0 }, etag: '"3"' };
const refusal = (status: number, details: unknown = null) =>
  new ApiError({ code: "x", message: "No.", status, details: details === null ? null : JSON.stringify(details) });
const numberOf = (etag: string | null) => Number(etag?.replace(/"/g, ""));

/** Runs the continuations of settled promises. */
const turns = async () => {
  for (let turn = 0; turn < 30; turn += 1) await Promise.resolve();
};

/** A session whose pause and server answers the test controls. */
const editing = (options: { draft?: Filter; isSent?: (field: keyof Filter, value: Filter) => boolean } = {}) => {
  let pause: (() => void) | null = null;
  let server: Version<Filter> = first;
  const sent: { value: Filter; ifMatch: string | null; answer: (by: Version<Filter> | Error) => Promise<void> }[] = [];
  const failures: unknown[] = [];
  const session = createEditSession<Filter>({
    initial: first,
    ...options,
    save: (value, ifMatch) => {
      const { promise, resolve, reject } = Promise.withResolvers<Version<Filter>>();
      const answer = async (by: Version<Filter> | Error) => {
        if (by instanceof Error) reject(by);
        else resolve(by);
        await turns();
      };
      sent.push({ value, ifMatch, answer });
      return promise;
    },
    read: async () => server,
    validate: ({ title }) => (title === "" ? [{ field: "title", message: "A title is required." }] : []),
    isNewer: (etag, than) => numberOf(etag) > numberOf(than),
    onFailed: (error) => failures.push(error),
    pauseMs: 400,
    schedule: (run) => {
      pause = run;
      return () => {
        pause = null;
      };
    },
  });
  return {
    session,
    sent,
    failures,
    titleNow: () => session.state().draft.title,
    endPause: () => {
      const run = pause;
      pause = null;
      run?.();
    },
    serverHas: (value: Partial<Filter>, etag: string) => {
      server = { value: { ...first.value, ...value }, etag };
    },
  };
};
const version = (value: Partial<Filter>, etag: string): Version<Filter> => ({
  value: { ...first.value, ...value },
  etag,
});

describe("saving edits", () => {
  it("sends a choice at once with the version that was seen, and continues with the returned one", async () => {
    const { session, sent } = editing();
    session.change({ status: 3 }, "at-once");
    expect(sent.map(({ value, ifMatch }) => [value, ifMatch])).toEqual([[{ ...first.value, status: 3 }, '"3"']]);
    expect(session.state().saving).toBe("saving");
    await sent[0]?.answer(version({ status: 3 }, '"4"'));
    expect(session.state()).toMatchObject({ saving: "none", etag: '"4"' });
    expect(session.isUnsaved()).toBe(false);
    session.change({ status: 1 }, "at-once");
    expect(sent[1]?.ifMatch).toBe('"4"');
  });

  it("sends typed text after a pause or when the field loses focus", () => {
    const { session, sent, endPause } = editing();
    session.change({ title: "P" }, "after-pause");
    session.change({ title: "Pa" }, "after-pause");
    expect(sent).toEqual([]);
    endPause();
    expect(sent.map(({ value }) => value.title)).toEqual(["Pa"]);
    const other = editing();
    other.session.change({ title: "Q" }, "after-pause");
    other.session.flush();
    expect(other.sent.map(({ value }) => value.title)).toEqual(["Q"]);
  });

  it("sends nothing if all changes were reverted", async () => {
    const { session, sent, endPause } = editing();
    session.change({ title: "Other" }, "after-pause");
    session.change({ title: "Paid" }, "after-pause");
    endPause();
    await turns();
    expect(sent).toEqual([]);
    expect(session.state().saving).toBe("none");
  });

  it("keeps text typed during a save, merged with others' changes", async () => {
    const { session, sent } = editing();
    session.change({ title: "One" }, "at-once");
    session.change({ title: "One two" }, "after-pause");
    await sent[0]?.answer(version({ title: "One", tags: ["theirs"] }, '"5"'));
    expect(session.state().draft).toEqual({ title: "One two", tags: ["theirs"], status: 0 });
    expect(session.isUnsaved()).toBe(true);
    session.flush();
    expect(sent[1]).toMatchObject({ value: { title: "One two", tags: ["theirs"] }, ifMatch: '"5"' });
  });

  it("starts with the unsaved changes of an earlier visit", async () => {
    const { session, sent } = editing({ draft: { ...first.value, title: "Typed before" } });
    expect(session.isUnsaved()).toBe(true);
    const settled = session.flushAndWait();
    await turns();
    await sent[0]?.answer(version({ title: "Typed before" }, '"4"'));
    expect(await settled).toBe(true);
  });
});

describe("refused fields", () => {
  it("stay unsaved with an error if they are invalid, and the rest is saved", async () => {
    const { session, sent } = editing();
    session.change({ title: "" }, "at-once");
    await turns();
    expect(sent).toEqual([]);
    expect(session.state().problems).toEqual({ title: "A title is required." });
    session.change({ status: 2 }, "at-once");
    expect(sent[0]?.value).toEqual({ title: "Paid", tags: [], status: 2 });
    await sent[0]?.answer(version({ status: 2 }, '"4"'));
    expect(session.state()).toMatchObject({ draft: { title: "", status: 2 }, saving: "none" });
    expect(session.isUnsaved()).toBe(true);
    session.change({ title: "New" }, "at-once");
    expect(session.state().problems).toEqual({});
    expect(sent[1]?.value.title).toBe("New");
  });

  it("show the server's error and aren't sent again, and the rest is saved", async () => {
    const { session, sent } = editing();
    session.change({ tags: ["bad"], status: 2 }, "at-once");
    await sent[0]?.answer(refusal(400, [{ field: "tags", message: "Tags (Order): 'bad' is not allowed." }]));
    expect(session.state().problems).toEqual({ tags: "Tags (Order): 'bad' is not allowed." });
    expect(sent[1]?.value).toEqual({ title: "Paid", tags: [], status: 2 });
    await sent[1]?.answer(version({ status: 2 }, '"4"'));
    expect(session.state()).toMatchObject({ draft: { tags: ["bad"] }, saving: "none" });
    session.change({ status: 3 }, "at-once");
    expect(sent[2]?.value).toMatchObject({ tags: [], status: 3 });
    await sent[2]?.answer(version({ status: 3 }, '"5"'));
    session.change({ tags: ["good"] }, "at-once");
    expect(session.state().problems).toEqual({});
    expect(sent[3]?.value.tags).toEqual(["good"]);
  });

  it("make the save fail, without a retry, if they weren't changed", async () => {
    const { session, sent, failures } = editing();
    session.change({ status: 2 }, "at-once");
    await sent[0]?.answer(refusal(400, [{ field: "tags", message: "No." }]));
    expect(sent).toHaveLength(1);
    expect(failures).toHaveLength(1);
    expect(session.state().saving).toBe("error");
  });
});

describe("concurrent edits", () => {
  it("adopt only a newer version, and none while there are unsaved changes", () => {
    const { session, titleNow } = editing();
    session.adopt(version({ title: "Theirs" }, '"4"'));
    expect(titleNow()).toBe("Theirs");
    session.adopt(version({ title: "Older" }, '"2"'));
    expect(titleNow()).toBe("Theirs");
    session.change({ tags: ["mine"] }, "after-pause");
    session.adopt(version({ title: "Newest" }, '"9"'));
    expect(session.state()).toMatchObject({ etag: '"4"', draft: { title: "Theirs", tags: ["mine"] } });
  });

  it("show both values of a field that both changed, and save nothing until the conflict is resolved", async () => {
    const { session, sent, serverHas } = editing();
    session.change({ title: "Mine", status: 1 }, "at-once");
    serverHas({ title: "Theirs", tags: ["t"] }, '"7"');
    const by = { kind: "merchant" } as const;
    await sent[0]?.answer(refusal(409, [{ field: "title", by, at: "2026-11-20T10:00:00.000Z" }]));
    expect(session.state().collision).toEqual({
      server: version({ title: "Theirs", tags: ["t"] }, '"7"'),
      fields: [{ field: "title", base: "Paid", current: "Theirs", wanted: "Mine" }],
      by: [{ field: "title", by, at: "2026-11-20T10:00:00.000Z" }],
    });
    expect(session.state().saving).toBe("error");
    session.change({ status: 2 }, "at-once");
    await turns();
    expect(sent).toHaveLength(1);
  });

  it.each<["mine" | "theirs", Filter]>([
    ["mine", { title: "Mine", tags: ["t"], status: 1 }],
    ["theirs", { title: "Theirs", tags: ["t"], status: 1 }],
  ])("are saved with the newest version after choosing to keep %s", async (choice, expected) => {
    const { session, sent, serverHas } = editing();
    session.change({ title: "Mine", status: 1 }, "at-once");
    serverHas({ title: "Theirs", tags: ["t"] }, '"7"');
    await sent[0]?.answer(refusal(409, [{ field: "title", by: null, at: null }]));
    session.resolveCollision({ title: choice });
    expect(session.state().collision).toBeNull();
    expect(sent[1]).toMatchObject({ value: expected, ifMatch: '"7"' });
    await sent[1]?.answer({ value: expected, etag: '"8"' });
    expect(session.isUnsaved()).toBe(false);
  });

  it("conflict again if the field changes again before the choice is saved", async () => {
    const { session, sent, serverHas } = editing();
    session.change({ title: "Mine" }, "at-once");
    serverHas({ title: "Theirs" }, '"7"');
    await sent[0]?.answer(refusal(409, []));
    session.resolveCollision({ title: "mine" });
    serverHas({ title: "Theirs again" }, '"9"');
    await sent[1]?.answer(refusal(409, []));
    expect(session.state().collision?.fields).toMatchObject([{ current: "Theirs again", wanted: "Mine" }]);
  });

  it("are merged automatically if nothing conflicts", async () => {
    const { session, sent, serverHas } = editing();
    session.change({ title: "Mine" }, "at-once");
    serverHas({ tags: ["t"] }, '"7"');
    await sent[0]?.answer(refusal(409, []));
    expect(sent[1]).toMatchObject({ value: { title: "Mine", tags: ["t"] }, ifMatch: '"7"' });
  });

  it("report a deletion, and save nothing after it", async () => {
    const { session, sent } = editing();
    session.change({ title: "Mine" }, "at-once");
    await sent[0]?.answer(refusal(404));
    expect(session.state().isDeleted).toBe(true);
    session.change({ title: "Mine too" }, "at-once");
    await turns();
    expect(sent).toHaveLength(1);
  });

  it("continue after a restoration, with the unsaved changes", async () => {
    const { session, sent } = editing();
    session.change({ title: "Mine" }, "at-once");
    await sent[0]?.answer(refusal(404));
    session.adopt(version({}, '"3"'));
    expect(session.state().isDeleted).toBe(true);
    session.adopt(version({ status: 2 }, '"6"'));
    expect(session.state()).toMatchObject({ isDeleted: false, draft: { title: "Mine" } });
    expect(sent[1]).toMatchObject({ value: { title: "Mine" }, ifMatch: '"3"' });
    await sent[1]?.answer(version({ title: "Mine", status: 2 }, '"7"'));
    expect(session.state()).toMatchObject({ draft: { title: "Mine", status: 2 }, etag: '"7"', saving: "none" });
    expect(session.isUnsaved()).toBe(false);
  });
});

describe("a failed save", () => {
  it("keeps all changes and can be retried", async () => {
    const { session, sent, failures } = editing();
    session.change({ title: "Mine" }, "at-once");
    const busy = refusal(503);
    await sent[0]?.answer(busy);
    expect(failures).toEqual([busy]);
    expect(session.state()).toMatchObject({ saving: "error", failure: busy, draft: { title: "Mine" } });
    session.retry();
    await sent[1]?.answer(version({ title: "Mine" }, '"4"'));
    expect(session.state()).toMatchObject({ saving: "none", failure: null });
  });
});

describe("leaving", () => {
  it("waits for the save in progress and for later changes", async () => {
    const { session, sent } = editing();
    session.change({ title: "One" }, "at-once");
    session.change({ title: "Two" }, "after-pause");
    let left: boolean | null = null;
    void session.flushAndWait().then((saved) => {
      left = saved;
    });
    await sent[0]?.answer(version({ title: "One" }, '"4"'));
    expect(left).toBeNull();
    await sent[1]?.answer(version({ title: "Two" }, '"5"'));
    expect(left).toBe(true);
  });

  it("reports unsaved changes after a failed save or with a refused field", async () => {
    const { session, sent } = editing();
    session.change({ title: "One" }, "after-pause");
    const failing = session.flushAndWait();
    await sent[0]?.answer(refusal(503));
    expect(await failing).toBe(false);
    session.change({ title: "" }, "after-pause");
    expect(await session.flushAndWait()).toBe(false);
  });

  it("doesn't send invalid changes of an earlier visit", async () => {
    const { session, sent } = editing({ draft: { ...first.value, title: "" } });
    expect(session.state().problems).toEqual({ title: "A title is required." });
    session.retry();
    await turns();
    expect(sent).toEqual([]);
  });

  it("isn't blocked by an error of a field that is no longer sent", async () => {
    const { session, sent } = editing({ isSent: (field, { status }) => field !== "tags" || status === 1 });
    session.change({ status: 1, tags: ["x"] }, "at-once");
    await sent[0]?.answer(refusal(400, [{ field: "tags", message: "No such tag." }]));
    await sent[1]?.answer(version({ status: 1 }, '"4"'));
    expect(session.state().problems).toEqual({ tags: "No such tag." });
    session.change({ status: 2 }, "at-once");
    await sent[2]?.answer(version({ status: 2, tags: ["x"] }, '"5"'));
    expect(session.state().problems).toEqual({});
    expect(await session.flushAndWait()).toBe(true);
  });

  it("saves nothing once the changes are discarded", async () => {
    const { session, sent, endPause } = editing();
    session.change({ title: "One" }, "after-pause");
    const heard: boolean[] = [];
    session.subscribe(() => heard.push(session.isUnsaved()));
    session.close();
    expect(session.isUnsaved()).toBe(false);
    // Listeners that keep unsaved changes are notified.
    expect(heard).toEqual([false]);
    endPause();
    await turns();
    expect(sent).toEqual([]);
  });

  it("doesn't wait if there are no changes", async () => {
    const { session, sent } = editing();
    expect(await session.flushAndWait()).toBe(true);
    expect(sent).toEqual([]);
  });
});
