import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { loadShopExports } from "#application/privacy/shop-exports.ts";
import { toSubjectRef } from "#application/privacy/subject.ts";
import { readTenants } from "#application/session/shop-names.ts";
import { Erased } from "#infra/ports/stores/vault.ts";
import {
  asks,
  endOf,
  files,
  logIn,
  makeFile,
  type PrivacyFolder,
  privacyFolder,
  requestExport,
  tenant,
  upkeep,
} from "#tests/support/privacy-folder.ts";

let folder: PrivacyFolder;
beforeEach(async () => {
  folder = await privacyFolder();
});
afterEach(() => folder.removeFolder());

describe("given a privacy request and an older events.db", () => {
  it("when the end of an erasure is lost, then it is repeated on every earlier report", async () => {
    const id = await folder.withSheaf(async (sheaf) => {
      await logIn(sheaf);
      await makeFile(sheaf, "anns", "11");
      await makeFile(sheaf, "bobs", "12");
      return asks(sheaf, "customer-erasure");
    });
    await folder.keepCopy("events.db", "files");
    await folder.withSheaf(upkeep);
    await folder.putBack("events.db", "files");
    await folder.mend();
    expect(folder.text()).toMatch(
      /who is no longer known.*\n {2}- the erasure of a customer .* of aurora-demo, received 2026/,
    );
    await folder.withSheaf(async (sheaf) => {
      await makeFile(sheaf, "later", "11");
      await upkeep(sheaf);
      expect(await endOf(sheaf, id)).toMatchObject({
        outcome: "subject-lost",
        counts: { exports: 3, files: 3 },
      });
      expect(await files(sheaf)).toEqual([]);
    });
  });

  it.each([
    ["still known", "carried-out", { anns: true }],
    ["not known any more", "subject-lost", { anns: true, bobs: false }],
  ])(
    "when the end of a data request is lost and its customer is %s, then it ends %s",
    async (whose, outcome, named) => {
      const id = await folder.withSheaf(async (sheaf) => {
        await logIn(sheaf);
        await makeFile(sheaf, "anns", "11");
        await makeFile(sheaf, "bobs", "12");
        return asks(sheaf, "customer-data");
      });
      await folder.keepCopy("events.db");
      await folder.withSheaf(async (sheaf) => {
        await upkeep(sheaf);
        if (whose !== "still known") await sheaf.vault.erase(toSubjectRef(id));
      });
      await folder.putBack("events.db");
      await folder.mend();
      await folder.withSheaf(async (sheaf) => {
        await makeFile(sheaf, "later", "12");
        await upkeep(sheaf);
        const end = await endOf(sheaf, id);
        if (typeof end === "string") throw new Error("It has no end.");
        expect(end.outcome).toBe(outcome);
        expect(Object.fromEntries(end.exports.map(({ exportId, certain }) => [exportId, certain]))).toEqual(named);
        expect(await files(sheaf)).toHaveLength(6);
      });
    },
  );

  it("when it is lost while open, then it is recorded and carried out again, for the customer only", async () => {
    await folder.withSheaf(async (sheaf) => {
      await logIn(sheaf);
      await makeFile(sheaf, "anns", "11");
      await makeFile(sheaf, "bobs", "12");
    });
    await folder.keepCopy("events.db");
    const id = await folder.withSheaf(async (sheaf) => {
      await requestExport(sheaf, "under way");
      const asked = await asks(sheaf, "customer-erasure");
      await upkeep(sheaf);
      expect(await endOf(sheaf, asked)).toBe("received");
      return asked;
    });
    await folder.putBack("events.db");
    await folder.mend();
    expect(folder.text()).toMatch(
      /still known; they are recorded .*again:\n {2}- the erasure of a customer .* of aurora-demo/,
    );
    expect(folder.text()).not.toMatch(/that are lost, carried out or not/);
    await folder.withSheaf(async (sheaf) => {
      await upkeep(sheaf);
      expect(await endOf(sheaf, id)).toMatchObject({ outcome: "carried-out", counts: { files: 1 } });
      expect(await files(sheaf)).toEqual(["anns.1.people", "bobs.1.csv", "bobs.1.people"]);
      expect(await sheaf.stateStore.find("privacy", "open")).toEqual([]);
    });
  });

  it("when it is lost with its data, then it is named, deleted, and accepted when it is sent again", async () => {
    await folder.withSheaf(logIn);
    await folder.keepCopy("events.db");
    const id = await folder.withSheaf((sheaf) => asks(sheaf, "customer-erasure", "w:7"));
    await folder.putBack("events.db");
    await folder.mend();
    expect(folder.text()).toMatch(
      /that are lost, carried out or not.*\n {2}- the erasure of a customer .* aurora-demo, webhook w:7/,
    );
    await folder.withSheaf(async (sheaf) => {
      expect(await sheaf.vault.read(toSubjectRef(id))).toBe(Erased);
      expect(await endOf(sheaf, id)).toBe("unknown");
      await asks(sheaf, "customer-erasure", "w:7");
      await upkeep(sheaf);
      expect(await endOf(sheaf, id)).toMatchObject({ outcome: "carried-out" });
    });
  });
});

describe("given a privacy request and another state.db", () => {
  it.each(["missing", "an older one of before the shop"])(
    "when it is %s, then the request ends as uncertain, and every export is listed again",
    async (which) => {
      if (which !== "missing") {
        await folder.withSheaf(async () => undefined);
        await folder.keepCopy("state.db");
      }
      const id = await folder.withSheaf(async (sheaf) => {
        await logIn(sheaf);
        await makeFile(sheaf, "anns", "11");
        await upkeep(sheaf);
        return asks(sheaf, "customer-erasure");
      });
      await (which === "missing" ? folder.remove("state.db") : folder.putBack("state.db"));
      await folder.mend();
      await folder.withSheaf(async (sheaf) => {
        await upkeep(sheaf);
        expect(await endOf(sheaf, id)).toMatchObject({ outcome: "subject-lost", counts: { exports: 1, files: 1 } });
        expect(await files(sheaf)).toEqual([]);
        expect((await loadShopExports(sheaf.deps, tenant)).map(({ exportId }) => exportId)).toEqual(["anns"]);
        expect(await readTenants(sheaf.stateStore)).toEqual([tenant]);
      });
    },
  );

  it("when it belongs to another events.db, then its open requests are ignored", async () => {
    await folder.withSheaf(async (sheaf) => {
      await logIn(sheaf);
      await requestExport(sheaf, "theirs");
      await asks(sheaf, "customer-erasure", "theirs");
      await upkeep(sheaf);
    });
    await folder.keepCopy("state.db");
    for (const name of ["state.db", "events.db"]) await folder.remove(name);
    await folder.withSheaf(logIn);
    await folder.putBack("state.db");
    await folder.mend();
    const recorded = await folder.withSheaf(({ eventStore }) => eventStore.readAll({ limit: 100 }));
    expect(recorded.map(({ type }) => type)).toEqual(["ShopInstalled", "ShopAuthorized"]);
  });
});
