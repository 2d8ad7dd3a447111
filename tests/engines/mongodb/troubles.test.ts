import { afterEach, describe, expect, it } from "vitest";
import { DocumentTooLarge } from "#infra/mongodb/errors.ts";
import { createMongoReadStore } from "#infra/mongodb/read-models/read-store.ts";
import { createMongoStateStore } from "#infra/mongodb/state/state-store.ts";
import { StoreBusy, StoreFull, StoreUnwritable } from "#infra/ports/store-errors.ts";
import { brief, createClosing, standIn } from "./support.ts";

const open = createClosing();
afterEach(() => open.closeAll());

const urlOf = ({ port }: { port: number }): string => `mongodb://127.0.0.1:${port}`;
const at = (n: number): string => String(n).padStart(20, "0");

describe.skipIf(!standIn.isAvailable)("A MongoDB", () => {
  it("is named if it refuses connections from the start", async () => {
    const proxy = await open.proxy(standIn);
    await proxy.set({ kind: "refused" });
    const opening = open.mongo(urlOf(proxy), { timeouts: { ...brief, connect: 1_500 } });
    await expect(opening).rejects.toThrow(StoreBusy);
    await expect(opening).rejects.toThrow(
      /^MongoDB at 127\.0\.0\.1:\d+ does not answer \(.+\)\. Try again in a moment\.$/,
    );
  });

  it.each(["refused", "silent"] as const)(
    "fails every call in time while it is %s, and is found again afterwards",
    async (kind) => {
      const proxy = await open.proxy(standIn);
      const mongo = await open.mongo(urlOf(proxy));
      const state = await createMongoStateStore(mongo);
      const models = createMongoReadStore(mongo);
      const version = await state.put("a", 1);
      await proxy.set({ kind });
      const begun = performance.now();
      const calls = await Promise.allSettled([
        state.get("a"),
        state.put("a", 2, { ifVersion: version }),
        state.find("shop", "aurora"),
        models.get("exports", "e"),
        models.apply([{ collection: "exports", kind: "put", id: "e", document: {}, position: at(1) }]),
        models.readRegister("live"),
      ]);
      expect(performance.now() - begun).toBeLessThan(brief.call + 2_000);
      for (const call of calls) expect(call).toMatchObject({ status: "rejected", reason: expect.any(StoreBusy) });
      proxy.cut();
      await proxy.set({ kind: "none" });
      await expect.poll(() => state.get("a").catch(() => undefined)).toMatchObject({ value: expect.any(Number) });
    },
  );

  it("is still usable if it is slow", async () => {
    const proxy = await open.proxy(standIn);
    const mongo = await open.mongo(urlOf(proxy), { timeouts: { ...brief, call: 10_000 } });
    const state = await createMongoStateStore(mongo);
    await proxy.set({ kind: "slow", ms: 100 });
    const version = await state.put("a", 1);
    expect(await state.get("a")).toEqual({ key: "a", value: 1, version });
  });

  it.each([
    [{ code: 18, codeName: "AuthenticationFailed", errmsg: "Authentication failed." }],
    [{ code: 13, codeName: "Unauthorized", errmsg: "not authorized on sheaf to execute command" }],
  ])("is reported without a password if it doesn't let Sheaf write: %o", async (error) => {
    const proxy = await open.mongoProxy();
    const mongo = await open.mongo(proxy.url);
    const state = await createMongoStateStore(mongo);
    void proxy.next("update", { refused: { ok: 0, ...error } });
    const putting = state.put("a", 1);
    await expect(putting).rejects.toThrow(StoreUnwritable);
    await expect(putting).rejects.toThrow(/^MongoDB at 127\.0\.0\.1:\d+ refuses the user and password in MONGODB_URL/);
  });

  it("is reported and not asked again if its disk is full", async () => {
    const proxy = await open.mongoProxy();
    const state = await createMongoStateStore(await open.mongo(proxy.url));
    void proxy.next("update", { refused: { ok: 0, code: 14031, codeName: "OutOfDiskSpace", errmsg: "disk" } });
    await expect(state.put("a", 1)).rejects.toThrow(StoreFull);
    expect(proxy.commandsNamed("update")).toHaveLength(1);
  });

  it("is quoted and not asked again if it doesn't know a command", async () => {
    const proxy = await open.mongoProxy();
    const state = await createMongoStateStore(await open.mongo(proxy.url));
    void proxy.next("find", { refused: { ok: 0, code: 59, codeName: "CommandNotFound", errmsg: "no such command" } });
    await expect(state.get("a")).rejects.toThrow(
      /^MongoDB at .* could not carry out Sheaf's request: no such command\.$/,
    );
  });
});

describe.skipIf(!standIn.isAvailable)("The limit of 16 MB", () => {
  const put = (id: string, characters: number) =>
    ({ collection: "exports", kind: "put", id, document: { text: "x".repeat(characters) }, position: at(1) }) as const;

  it("refuses a larger value before sending it", async () => {
    const proxy = await open.mongoProxy();
    const store = createMongoReadStore(await open.mongo(proxy.url));
    const applying = store.apply([put("large", 17_000_000)]);
    await expect(applying).rejects.toThrow(DocumentTooLarge);
    await expect(applying).rejects.toThrow(/large of exports is over the 16 MB that MongoDB takes in one document/);
    expect(proxy.commandsNamed("update")).toEqual([]);
  });

  it("refuses a merge that exceeds it", async () => {
    const proxy = await open.mongoProxy();
    const store = createMongoReadStore(await open.mongo(proxy.url));
    const error = { index: 0, code: 17419, errmsg: "Resulting document after update is larger than 16777216" };
    void proxy.next("update", { refused: { ok: 1, n: 0, writeErrors: [error] } });
    await expect(store.apply([put("a", 10)])).rejects.toThrow(DocumentTooLarge);
  });

  it("is above all supported values: a state entry of 8 MB, and several read models of 3 MB at once", async () => {
    const mongo = await open.mongo(`mongodb://127.0.0.1:${standIn.port}`, {
      timeouts: { connect: 10_000, call: 60_000, try: 30_000, write: 20_000 },
    });
    const state = await createMongoStateStore(mongo);
    const value = "é".repeat(3_999_990);
    await state.put("large", value);
    expect((await state.get("large"))?.value).toBe(value);
    const models = createMongoReadStore(mongo);
    await models.apply(Array.from({ length: 6 }, (_, n) => put(`m${n}`, 3_000_000)));
    expect(await models.count("exports")).toBe(6);
  });
});
