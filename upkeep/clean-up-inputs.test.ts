import { expect, it } from "vitest";
import { forgetShopInputs, freezeInput } from "#application/exports/freeze-input.ts";
import { FileType } from "#domain/enumerations.ts";
import type { ExportCommand } from "#domain/export/commands.ts";
import { exportDecider } from "#domain/export/decider.ts";
import type { FrozenInput } from "#domain/export/frozen-input.ts";
import { upkeepForTests } from "#tests/support/upkeep-for-tests.ts";
import { createInputCleanup } from "./clean-up-inputs.ts";

const never = new AbortController().signal;

const setUp = () => {
  const { deps, lines } = upkeepForTests();
  const freeze = (exportId: string, moment: string, tenant = "t") =>
    freezeInput(deps.stateStore, { schema: 1, exportId, tenant, requestedAt: moment } as FrozenInput);
  const request = (exportId: string, inputHash: string) =>
    deps.runner.execute(
      exportDecider,
      exportId,
      (context): ExportCommand => ({
        type: "RequestExport",
        exportId,
        tenant: "t",
        shop: "aurora-demo",
        reportId: "r",
        reportTitle: "Untitled1",
        fileType: FileType.Csv,
        fileName: "e.csv",
        inputHash,
        trigger: "manual",
        emptyExpected: false,
        asked: null,
        context,
      }),
      { tenant: "t", actor: { kind: "merchant" }, correlation: "c" },
    );
  const kept = async (...hashes: string[]) => {
    const found = await Promise.all(
      hashes.map((hash) => deps.stateStore.get(hash.includes(":") ? `input:${hash}` : `input:t:${hash}`)),
    );
    return found.map((entry) => entry !== undefined);
  };
  return { deps, lines, freeze, request, kept };
};

it("given duplicate inputs and those of a killed process, then only an export's own are kept", async () => {
  const { deps, lines, freeze, request, kept } = setUp();
  const [first, second] = [await freeze("e1", "12:00:00.001"), await freeze("e1", "12:00:00.002")];
  const killed = await freeze("e2", "12:01:00.000");
  await request("e1", first);
  const sweep = createInputCleanup(deps);
  await sweep.round(never);
  expect(await kept(first, second, killed)).toEqual([true, true, true]);
  await sweep.round(never);
  expect(await kept(first, second, killed)).toEqual([true, false, false]);
  for (let n = 0; n < 3; n++) await sweep.round(never);
  expect(await kept(first)).toEqual([true]);
  expect(lines).toHaveLength(1);
});

it("given a request in progress, then its inputs are kept for a whole round", async () => {
  const { deps, freeze, request, kept } = setUp();
  const sweep = createInputCleanup(deps);
  await sweep.round(never);
  const hash = await freeze("e1", "12:00:00.000");
  await sweep.round(never);
  await request("e1", hash);
  await sweep.round(never);
  expect(await kept(hash)).toEqual([true]);
});

it("given an erased shop, then all its inputs are deleted, even those without an export", async () => {
  const { deps, freeze, request, kept } = setUp();
  const sweep = createInputCleanup(deps);
  const proved = await freeze("e1", "1");
  await request("e1", proved);
  await sweep.round(never);
  await sweep.round(never);
  const [unproved, theirs] = [await freeze("e2", "2"), await freeze("e3", "3", "another")];
  await forgetShopInputs(deps.stateStore, "t");
  expect(await kept(proved, unproved, `another:${theirs}`)).toEqual([false, false, true]);
});
