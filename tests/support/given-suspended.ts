import { randomUUID } from "node:crypto";
import { DestinationKind, FileType } from "#domain/enumerations.ts";
import { ledgerEventSchemas } from "#domain/ledger/events.ts";
import { givenAutomation } from "./given-automation.ts";
import { type KeptAt, withStores } from "./kept-at.ts";

const day = 86_400_000;
const midnight = (before: number): string => {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()) - before * day).toISOString();
};

/**
 * Gives a shop an automated report that was suspended yesterday, and publishes its reports, even while the product
 * runs. Returns its id.
 */
export const givenSuspended = async (at: KeptAt, tenant: string, title: string): Promise<string> => {
  const automationId = await givenAutomation(at, tenant, {
    title,
    fileType: FileType.Csv,
    destination: { kind: DestinationKind.PublicUrl, reportName: title },
  });
  const reason = "The server refused the password.";
  const suspended = {
    slot: midnight(1),
    period: { from: midnight(2), to: midnight(1) },
    run: randomUUID(),
    failedTries: 5,
    reason,
    firstFailure: { at: midnight(1), reason },
  };
  const metadata = {
    schema: ledgerEventSchemas.Suspended,
    correlation: "given",
    causation: "given",
    actor: { kind: "system", part: "scheduler" },
    tenant,
    instant: new Date().toISOString(),
  };
  await withStores(at, ({ eventStore }) =>
    eventStore.appendToStream(
      `automation-${automationId}`,
      [{ id: randomUUID(), type: "Suspended", data: suspended, metadata }],
      { expectedVersion: "no-stream" },
    ),
  );
  return automationId;
};
