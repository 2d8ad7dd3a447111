import { expect, it } from "vitest";
import { sha256 } from "#application/text/derive-id.ts";
import { deriveRunId } from "../ledger/run-ids.ts";
import { deriveExportId } from "./run-ids.ts";

const runOf = (tenant: string, slot: string) =>
  deriveRunId(sha256, { tenant, automationId: "a", cause: "slot", slot, nth: 0 });

it("the ids of a shop's runs and exports begin alike, and each is its own UUID", () => {
  const ids = [
    runOf("t", "1"),
    runOf("t", "2"),
    deriveExportId(sha256, runOf("t", "1"), 1),
    deriveExportId(sha256, runOf("t", "1"), 2),
  ];
  expect(new Set(ids.map((id) => id.slice(0, 8))).size).toBe(1);
  expect(new Set(ids.map((id) => id.slice(8))).size).toBe(4);
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(runOf("u", "1").slice(0, 8)).not.toBe(runOf("t", "1").slice(0, 8));
});
