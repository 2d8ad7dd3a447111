import { expect, it } from "vitest";
import { createConflict } from "#domain/core/conflict.ts";
import type { AutomationFields } from "#domain/workspace/automations/automation-fields.ts";
import { passwordMask } from "#domain/workspace/automations/destination.ts";
import { definition } from "#domain/workspace/workspace-for-tests.ts";
import { detokenizeConflict } from "./detokenize-conflict.ts";

it("a conflict shows no secret, whichever field has it", async () => {
  const secret = `sv:${"s".repeat(22)}`;
  const asked: string[] = [];
  const vault = {
    readAll: async (references: readonly string[]) => {
      asked.push(...references);
      return new Map(references.map((reference) => [reference, "Sesame"]));
    },
  };
  const fields = ["ReportDestination.Webhook.Url", "ReportDestination.Ftp.Password"] as const;
  const conflict = createConflict<AutomationFields>(
    fields.map((field) => ({ field, by: null, at: null, current: secret })),
    { field: (field) => field, value: () => "" },
  );
  const answer = await detokenizeConflict(vault, conflict, definition());
  expect(asked).toEqual([]);
  expect(`${answer.message} ${answer.details}`).not.toMatch(/Sesame|sv:/);
  expect(JSON.parse(answer.details ?? "")).toMatchObject(
    fields.map(() => ({ current: passwordMask, wanted: passwordMask })),
  );
});
