import { expect, it } from "vitest";
import { upcasters } from "#domain/event-schemas.ts";
import { collections } from "#domain/read-models/documents.ts";
import type { SupportChangeDocument } from "#domain/read-models/support-documents.ts";
import { createFakeClock } from "#infra/memory/clock.ts";
import { createMemoryEventStore } from "#infra/memory/event-store.ts";
import { createFakeIds } from "#infra/memory/ids.ts";
import { createMemoryReadStore } from "#infra/memory/read-store.ts";
import { createMemoryStateStore } from "#infra/memory/state-store.ts";
import { createMemoryVault } from "#infra/memory/vault.ts";
import { createCommandRunner } from "../commands/command-runner.ts";
import { loadSupportChanges } from "./support-changes.ts";

const { supportChanges } = collections;

/** A shop with impersonation sessions one after another, each with this many changes. */
const given = async (
  looks: readonly [look: string, times: number][],
  some: Partial<Pick<SupportChangeDocument, "subject" | "change">> = {},
) => {
  const clock = createFakeClock("2026-11-20T12:00:00.000Z");
  const readModels = createMemoryReadStore();
  await readModels.ensureCollections([supportChanges]);
  const changes = looks.flatMap(([look, times]) => Array.from({ length: times }, (_, n) => ({ look, n })));
  await readModels.apply(
    changes.map(({ look: impersonation, n }, place) => {
      const position = String(place + 1).padStart(6, "0");
      const told = { tenant: "t", impersonation, place: position, at: "2026-11-20T10:00:00.000Z" };
      const document = {
        ...told,
        subject: null,
        change: null,
        sentence: `${impersonation} ${n}`,
        ...(some as object),
      };
      return { collection: supportChanges.name, kind: "put", id: position, document, position } as const;
    }),
  );
  const runner = createCommandRunner({
    ...{ eventStore: createMemoryEventStore(), stateStore: createMemoryStateStore(clock) },
    ...{ clock, ids: createFakeIds("i"), upcasters },
  });
  return { readModels, runner, vault: createMemoryVault() };
};

it("an old session is shown with its newest changes, however many others came since", async () => {
  const deps = await given([
    ["old", 7],
    ["new", 600],
  ]);
  const told = await loadSupportChanges(deps, { tenant: "t", of: ["new", "old", "quiet"] });
  expect(told.get("old")?.map(({ what }) => what)).toEqual(["old 2", "old 3", "old 4", "old 5", "old 6"]);
  expect(told.get("new")).toHaveLength(500);
  expect(told.get("new")?.at(-1)?.what).toBe("new 599");
  expect(told.has("quiet")).toBe(false);
});

it("a session is shown with its own changes only", async () => {
  const deps = await given([
    ["old", 3],
    ["new", 2],
  ]);
  const told = await loadSupportChanges(deps, { tenant: "t", of: "old" });
  expect([...told].map(([look, changes]) => [look, changes.length])).toEqual([["old", 3]]);
});

it("support sees that a hidden value was changed, without the value being read", async () => {
  const fields = ["a", "b"].map((letter) => [`pv:${letter.repeat(22)}`]);
  const deps = await given([["look", 1]], {
    subject: { kind: "automation", id: "a" },
    change: {
      kind: "automation",
      fields: [{ field: "ReportDestination.Email.ToMail", from: fields[0], to: fields[1] }],
    },
  });
  const vault = { readAll: () => Promise.reject(new Error("The vault must not be read.")) };
  const told = await loadSupportChanges({ ...deps, vault }, { tenant: "t", of: "look", hidesPeople: true });
  expect(told.get("look")?.map(({ what }) => what)).toEqual([
    "A deleted automated report: Recipients: changed. The values are hidden from support.",
  ]);
});
