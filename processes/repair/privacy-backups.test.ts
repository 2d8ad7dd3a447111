import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createExportPermits } from "#application/admission/export-permits.ts";
import { peopleHashBytes } from "#application/people/people-hash.ts";
import { loadShopExports } from "#application/privacy/shop-exports.ts";
import { toSubjectRef } from "#application/privacy/subject.ts";
import { toAuthorizedKey } from "#application/session/authorized-at.ts";
import { historyKey } from "#infra/history/marks.ts";
import { Erased } from "#infra/ports/stores/vault.ts";
import { createTokenStore } from "#infra/store-platform/calls/token-store.ts";
import { createSystemIds } from "#infra/system/ids.ts";
import {
  asks,
  emailRef,
  files,
  issue,
  janitor,
  leave,
  logIn,
  makeFile,
  onExport,
  type PrivacyFolder,
  privacyFolder,
  requestExport,
  tenant,
  upkeep,
} from "#tests/support/privacy-folder.ts";
import { repair } from "./repair.ts";

let folder: PrivacyFolder;
beforeEach(async () => {
  folder = await privacyFolder();
});
afterEach(() => folder.removeFolder());

describe("given backups from before an erasure", () => {
  const givenErasedShop = async () => {
    const token = await folder.withSheaf(async (sheaf) => {
      await logIn(sheaf);
      await makeFile(sheaf, "expired", "11");
      folder.clock.advance(7 * 86_400_000);
      await makeFile(sheaf, "a", "11");
      await upkeep(sheaf);
      return issue(sheaf);
    });
    await folder.keepCopy("state.db", "files");
    await folder.withSheaf(async (sheaf) => {
      await onExport(sheaf, "expired", { type: "ExpireExport" });
      await sheaf.fileStore.delete("expired.1.csv");
      await leave(sheaf);
      await asks(sheaf, "shop-erasure");
      await upkeep(sheaf);
      expect(await files(sheaf)).toEqual([]);
    });
    return token;
  };
  const expectNothing = (token: string) =>
    folder.withSheaf(async (sheaf) => {
      await upkeep(sheaf);
      await janitor(sheaf);
      const { vault, stateStore, deps } = sheaf;
      expect(await vault.read(emailRef)).toBe(Erased);
      expect(await createTokenStore({ stateStore, vault, clock: folder.clock }).read(tenant)).toBeUndefined();
      expect(await stateStore.get(toAuthorizedKey(tenant))).toBeUndefined();
      expect(await sheaf.deps.sessions.verify(token)).toBeUndefined();
      expect(await files(sheaf)).toEqual([]);
      expect(await loadShopExports(deps, tenant)).toEqual([]);
    });

  it("when state and files of an erased shop are restored, then the next start erases them again", async () => {
    const token = await givenErasedShop();
    await folder.putBack("state.db", "files");
    await expectNothing(token);
  });

  it("when they are restored and repaired, then they are erased too", async () => {
    const token = await givenErasedShop();
    await folder.putBack("state.db", "files");
    // It looks like a store that knows nothing, but has much.
    await folder.withSheaf(({ stateStore }) => stateStore.delete(historyKey));
    await repair({
      dataDir: folder.dataDir,
      clock: folder.clock,
      ids: createSystemIds(),
      mend: true,
      say: () => undefined,
    });
    await expectNothing(token);
  });

  it("when tokens of an uninstalled shop are restored, then they are deleted and nobody is logged in", async () => {
    const token = await folder.withSheaf(logIn);
    await folder.keepCopy("state.db");
    await folder.withSheaf(leave);
    await folder.putBack("state.db");
    await folder.withSheaf(async (sheaf) => {
      const { stateStore, vault } = sheaf;
      await upkeep(sheaf);
      expect(await createTokenStore({ stateStore, vault, clock: folder.clock }).read(tenant)).toBeUndefined();
      expect(await sheaf.deps.sessions.verify(token)).toBeUndefined();
    });
  });

  it("when a shop has left and returned before upkeep noticed, then it stays logged in", async () => {
    await folder.withSheaf(logIn);
    const token = await folder.withSheaf(async (sheaf) => {
      await leave(sheaf);
      folder.clock.advance(1_000);
      await sheaf.deps.platform.forgetTokens(tenant);
      return logIn(sheaf);
    });
    await folder.withSheaf(async (sheaf) => {
      const { stateStore, vault } = sheaf;
      await upkeep(sheaf);
      expect(await createTokenStore({ stateStore, vault, clock: folder.clock }).read(tenant)).toBeDefined();
      expect(await sheaf.deps.sessions.verify(token)).toBeDefined();
    });
  });

  it("when an erased customer's identity and report are restored, then both are erased again", async () => {
    const id = await folder.withSheaf(async (sheaf) => {
      await logIn(sheaf);
      await makeFile(sheaf, "a", "11");
      return asks(sheaf, "customer-erasure");
    });
    await folder.keepCopy("state.db", "files");
    await folder.withSheaf(async (sheaf) => {
      await upkeep(sheaf);
      expect(await files(sheaf)).toEqual(["a.1.people"]);
    });
    await folder.putBack("state.db", "files");
    await folder.withSheaf(async (sheaf) => {
      const own = await sheaf.vault.put("not ann@example.com", { owner: tenant, reference: "pv:typed" });
      await upkeep(sheaf);
      await janitor(sheaf);
      expect(await sheaf.vault.read(toSubjectRef(id))).toBe(Erased);
      expect(await sheaf.vault.read(own)).toBe(Erased);
      // The customer's notes on people were removed again.
      expect(await files(sheaf)).toEqual(["a.1.people"]);
      expect(await sheaf.fileStore.size("a.1.people")).toBe(peopleHashBytes);
    });
  });
});

it("given permits of lost exports, when it is repaired, then only existing exports have permits", async () => {
  await folder.withSheaf(async (sheaf) => {
    await logIn(sheaf);
    await requestExport(sheaf, "kept");
  });
  await folder.keepCopy("events.db");
  await folder.withSheaf(async (sheaf) => {
    const room = createExportPermits({ state: sheaf.stateStore, runner: sheaf.deps.runner, clock: folder.clock });
    for (const id of ["lost-1", "lost-2"]) {
      await room.acquire(tenant, id);
      await requestExport(sheaf, id);
    }
  });
  await folder.putBack("events.db");
  await folder.mend();
  await folder.withSheaf(async ({ stateStore }) =>
    expect((await stateStore.get(`exports-let-in:${tenant}`))?.value).toMatchObject([{ exportId: "kept" }]),
  );
});
