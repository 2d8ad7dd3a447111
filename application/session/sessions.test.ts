import { SignJWT, UnsecuredJWT } from "jose";
import { beforeEach, describe, expect, it } from "vitest";
import { createFakeClock } from "#infra/memory/clock.ts";
import { createMemoryEventStore } from "#infra/memory/event-store.ts";
import { createFakeIds } from "#infra/memory/ids.ts";
import { createMemoryStateStore } from "#infra/memory/state-store.ts";
import { createMemoryVault } from "#infra/memory/vault.ts";
import { StoreBusy, StoreFull, StoreUnwritable } from "#infra/ports/store-errors.ts";
import { createSessions } from "./sessions.ts";
import { createShopNames, readTenants } from "./shop-names.ts";
import { tokenEraKey } from "./token-era.ts";

const hour = 3_600_000;
const aurora = { tenant: "tenant-a", shop: "aurora-demo" };
let clock = createFakeClock();
let state = createMemoryStateStore(clock);
const vault = createMemoryVault();
let sessions = createSessions({ state, vault, clock, ids: createFakeIds() });

beforeEach(() => {
  clock = createFakeClock();
  state = createMemoryStateStore(clock);
  sessions = createSessions({ state, vault, clock, ids: createFakeIds() });
});

const issueFor = async (shop: { tenant: string; shop: string }) =>
  sessions.issue({ ...shop, epoch: await sessions.readEpoch(shop.tenant) });
const fresh = async () => {
  const text = await issueFor(aurora);
  const token = await sessions.verify(text);
  if (!token) throw new Error("A new token was refused.");
  return { text, token };
};

describe("a token", () => {
  it("names its shop, and is valid for 24 hours", async () => {
    const { text, token } = await fresh();
    expect(token).toMatchObject(aurora);
    clock.advance(24 * hour - 1000);
    expect(await sessions.verify(text)).toBeDefined();
    clock.advance(1000);
    expect(await sessions.verify(text)).toBeUndefined();
  });

  it("stays valid, and a copy with one letter changed stays invalid, even if they alternate", async () => {
    const { text } = await fresh();
    const changed = text.replace(/.(?=.{20}$)/, (letter) => (letter === "A" ? "B" : "A"));
    for (let n = 0; n < 3; n += 1) {
      expect(await sessions.verify(text)).toMatchObject(aurora);
      expect(await sessions.verify(changed)).toBeUndefined();
    }
  });

  it("is refreshed in the last half of its lifetime", async () => {
    const { token } = await fresh();
    clock.advance(12 * hour - 1000);
    expect(await sessions.refresh(token)).toBeUndefined();
    clock.advance(1000);
    const renewed = (await sessions.refresh(token)) ?? "";
    clock.advance(20 * hour);
    expect(await sessions.verify(renewed)).toMatchObject(aurora);
  });

  it("ends at logout, and so do those it was refreshed to or from", async () => {
    const { text, token } = await fresh();
    const other = await fresh();
    clock.advance(13 * hour);
    const renewed = (await sessions.refresh(token)) ?? "";
    await sessions.revoke(token.jti);
    expect(await sessions.verify(text)).toBeUndefined();
    expect(await sessions.verify(renewed)).toBeUndefined();
    expect(await sessions.verify(other.text)).toBeDefined();
    clock.advance(23 * hour);
    expect(await sessions.verify(renewed)).toBeUndefined();
  });

  it("stays valid for a week if used, and its record expires after a day and a half without use", async () => {
    let { text } = await fresh();
    for (let day = 0; day < 7 * 2; day += 1) {
      const token = await sessions.verify(text);
      if (!token) throw new Error(`The token was refused after ${day} half days.`);
      text = (await sessions.refresh(token)) ?? text;
      clock.advance(12 * hour);
    }
    const { token } = await fresh();
    clock.advance(36 * hour);
    expect(await state.get(`log-in:${token.jti}`)).toBeUndefined();
  });

  it("is recorded at most twice a day, however often it is used", async () => {
    const { text, token } = await fresh();
    const versions = new Set<number | undefined>();
    for (let n = 0; n < 240; n += 1) {
      const seen = await sessions.verify(text);
      if (seen) await sessions.refresh(seen);
      versions.add((await state.get(`log-in:${token.jti}`))?.version);
      clock.advance(hour / 10 - 1);
    }
    expect(versions.size).toBe(3);
  });

  it.each([
    ["full", new StoreFull("/data/state.db")],
    ["read-only", new StoreUnwritable("/data/state.db", "EROFS")],
    ["busy", new StoreBusy("state.db is locked.")],
  ])("is valid and refreshed while the store is %s, which is logged once, and recorded later", async (_, trouble) => {
    const warnings: object[] = [];
    const log = { warn: (fields: object) => void warnings.push(fields) };
    let inTrouble = false;
    const put: typeof state.put = (...given) => (inTrouble ? Promise.reject(trouble) : state.put(...given));
    sessions = createSessions({ state: { ...state, put }, vault, clock, ids: createFakeIds(), log });
    const { text, token } = await fresh();
    clock.advance(13 * hour);
    inTrouble = true;
    expect(await sessions.refresh(token)).toBeDefined();
    expect(await sessions.refresh(token)).toBeDefined();
    expect(await sessions.verify(text)).toBeDefined();
    expect(warnings).toEqual([{ err: trouble }]);
    inTrouble = false;
    const renewed = (await sessions.refresh(token)) ?? "";
    clock.advance(23.5 * hour);
    expect(await sessions.verify(renewed)).toBeDefined();
    inTrouble = true;
    const seen = await sessions.verify(renewed);
    if (seen) await sessions.refresh(seen);
    expect(warnings).toHaveLength(2);
  });

  it("isn't issued for a login that the store can't record", async () => {
    const epoch = await sessions.readEpoch(aurora.tenant);
    const put = () => Promise.reject(new StoreFull("/data/state.db"));
    const beside = createSessions({ state: { ...state, put }, vault, clock, ids: createFakeIds() });
    await expect(beside.issue({ ...aurora, epoch })).rejects.toThrow(StoreFull);
  });

  it("stays invalid if it is used and refreshed during the logout", async () => {
    const { text, token } = await fresh();
    clock.advance(13 * hour);
    const seen = await sessions.verify(text);
    if (!seen) throw new Error("The token was refused.");
    await sessions.revoke(token.jti);
    const renewed = (await sessions.refresh(seen)) ?? "";
    const reissued = await sessions.issue({ ...aurora, jti: token.jti, epoch: token.epoch });
    for (const text of [renewed, reissued]) expect(await sessions.verify(text)).toBeUndefined();
  });

  it("refreshed while the clock was half a day ahead ends with its login once the clock is corrected", async () => {
    const { text, token } = await fresh();
    clock.jump(13 * hour);
    const renewed = (await sessions.refresh(token)) ?? "";
    clock.jump(-13 * hour);
    expect(await sessions.verify(renewed)).toBeUndefined();
    clock.advance(13 * hour);
    for (const one of [text, renewed]) expect(await sessions.verify(one)).toBeUndefined();
  });

  it("refreshed while the clock was ahead ends at its login's logout, even at its own later time", async () => {
    const { token } = await fresh();
    clock.jump(13 * hour);
    const renewed = (await sessions.refresh(token)) ?? "";
    clock.jump(-13 * hour);
    await sessions.revoke(token.jti);
    clock.advance(26 * hour);
    expect(await sessions.verify(renewed)).toBeUndefined();
  });

  it("issued while the clock was days ahead is invalid once the clock is corrected", async () => {
    clock.jump(72 * hour);
    const { text } = await fresh();
    clock.jump(-72 * hour);
    expect(await sessions.verify(text)).toBeUndefined();
    clock.advance(72 * hour);
    expect(await sessions.verify(text)).toBeUndefined();
  });

  it("stays logged out even if its records expired while the clock was days ahead", async () => {
    const { text, token } = await fresh();
    await sessions.revoke(token.jti);
    clock.jump(72 * hour);
    const expired = createMemoryStateStore(clock);
    for (const key of ["token-era", "token-epoch:tenant-a", `log-in:${token.jti}`, `revoked:${token.jti}`]) {
      const entry = await state.get<string>(key);
      if (entry) await expired.put(key, entry.value);
    }
    state = expired;
    sessions = createSessions({ state, vault, clock, ids: createFakeIds() });
    clock.jump(-72 * hour);
    expect(await sessions.verify(text)).toBeUndefined();
  });

  it("stays valid if the clock is set back by an hour, and can be refreshed at once", async () => {
    const { text } = await fresh();
    clock.jump(-hour);
    const token = await sessions.verify(text);
    if (!token) throw new Error("The token was refused.");
    const renewed = (await sessions.refresh(token)) ?? "";
    clock.advance(23 * hour);
    expect(await sessions.verify(renewed)).toBeDefined();
  });

  it("ends when its shop's epoch is raised, for that shop only", async () => {
    const { text } = await fresh();
    const borealis = await issueFor({ tenant: "tenant-b", shop: "borealis-demo" });
    await Promise.all([sessions.raiseEpoch("tenant-a"), sessions.raiseEpoch("tenant-a")]);
    expect((await state.get("token-epoch:tenant-a"))?.value).toBe(2);
    expect(await sessions.verify(text)).toBeUndefined();
    expect(await sessions.verify(borealis)).toBeDefined();
    expect((await fresh()).token.epoch).toMatch(/\.2$/);
  });

  it("keeps its login's epoch when refreshed, so an uninstall in between ends the new one too", async () => {
    const { token } = await fresh();
    clock.advance(13 * hour);
    await sessions.raiseEpoch("tenant-a");
    const renewed = (await sessions.refresh(token)) ?? "";
    const reissued = await sessions.issue({ ...aurora, jti: token.jti, epoch: token.epoch });
    expect(await sessions.verify(renewed)).toBeUndefined();
    expect(await sessions.verify(reissued)).toBeUndefined();
  });

  it("is refused if the state store is empty, has another era or has none", async () => {
    const { text } = await fresh();
    const beside = (other: typeof state) => createSessions({ state: other, vault, clock, ids: createFakeIds() });
    expect(await beside(createMemoryStateStore(clock)).verify(text)).toBeUndefined();
    await state.delete(tokenEraKey);
    expect(await sessions.verify(text)).toBeUndefined();
    await Promise.all([state.put("token-epoch:tenant-a", 0), state.put(tokenEraKey, "of another store")]);
    expect(await sessions.verify(text)).toBeUndefined();
    expect((await fresh()).token).toMatchObject(aurora);
  });

  it("is valid even if several logins create the era at the same time", async () => {
    const texts = await Promise.all(Array.from({ length: 5 }, () => issueFor(aurora)));
    for (const text of texts) expect(await sessions.verify(text)).toMatchObject(aurora);
  });

  it("is refused if one letter was changed", async () => {
    const { text } = await fresh();
    const [head = "", claims = "", signature = ""] = text.split(".");
    const forged = Buffer.from(claims, "base64url").toString().replace("tenant-a", "tenant-b");
    const changed = `${head}.${Buffer.from(forged).toString("base64url")}.${signature}`;
    expect(await sessions.verify(changed)).toBeUndefined();
    expect(await sessions.verify(`${head}.${claims}.`)).toBeUndefined();
    const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    const others = [...letters].filter((letter) => letter !== signature.at(-1));
    for (const letter of others)
      expect(await sessions.verify(`${head}.${claims}.${signature.slice(0, -1)}${letter}`)).toBeUndefined();
    expect(await sessions.verify("")).toBeUndefined();
  });

  it("is refused if it was signed with another key or not at all", async () => {
    const epoch = await sessions.readEpoch("tenant-a");
    const claims = { shop: "aurora-demo", epoch, sub: "tenant-a", jti: "x", iss: "sheaf", aud: "merchant" };
    const at = Math.floor(clock.now().getTime() / 1000);
    const foreign = await new SignJWT({ ...claims, iat: at, exp: at + 600 })
      .setProtectedHeader({ alg: "HS256" })
      .sign(Buffer.alloc(32, 1));
    const unsigned = new UnsecuredJWT({ ...claims, iat: at, exp: at + 600 }).encode();
    expect(await sessions.verify(foreign)).toBeUndefined();
    expect(await sessions.verify(unsigned)).toBeUndefined();
  });
});

describe("a shop's name", () => {
  it("belongs to one tenant, even if many claim it at the same time", async () => {
    const names = createShopNames({ state, eventStore: createMemoryEventStore(), ids: createFakeIds() });
    const claimed = await Promise.all(Array.from({ length: 10 }, () => names.claim("aurora-demo")));
    expect(new Set(claimed).size).toBe(1);
    expect(await names.findTenant("aurora-demo")).toBe(claimed[0]);
    expect(await names.findTenant("borealis-demo")).toBeUndefined();
  });

  it("is listed among all shops with its current tenant", async () => {
    const names = createShopNames({ state, eventStore: createMemoryEventStore(), ids: createFakeIds() });
    const erased = await names.claim("aurora-demo");
    const present = [await names.claim("aurora-demo", erased), await names.claim("borealis-demo")];
    expect((await readTenants(state)).sort()).toEqual(present.sort());
  });

  it("gets a new tenant in place of an erased one, once", async () => {
    const names = createShopNames({ state, eventStore: createMemoryEventStore(), ids: createFakeIds() });
    const erased = await names.claim("aurora-demo");
    const next = await Promise.all([names.claim("aurora-demo", erased), names.claim("aurora-demo", erased)]);
    expect(next[0]).not.toBe(erased);
    expect(next[1]).toBe(next[0]);
  });
});
