import { createHash } from "node:crypto";
import type { CommandRunner } from "#application/commands/command-runner-types.ts";
import { decodeEvent } from "#application/events/decode-event.ts";
import { sha256 } from "#application/text/derive-id.ts";
import { isRefusal } from "#domain/core/decider.ts";
import type { CommandContext } from "#domain/core/message.ts";
import { FileType } from "#domain/enumerations.ts";
import { upcasters } from "#domain/event-schemas.ts";
import { exportDecider } from "#domain/export/decider.ts";
import type { ClaimFacts, RunCause } from "#domain/ledger/events.ts";
import type { RunCommand } from "#domain/run/commands.ts";
import { runDecider } from "#domain/run/decider.ts";
import type { RunEvent } from "#domain/run/events.ts";
import { deriveExportId } from "#domain/run/run-ids.ts";
import { shopDecider } from "#domain/shop/decider.ts";
import { noFeature } from "#domain/shop/features-for-tests.ts";
import { type Destination, listVaultTexts, mapVaultTexts } from "#domain/workspace/automations/destination.ts";
import type { WorkspaceCommand } from "#domain/workspace/commands.ts";
import { workspaceDecider } from "#domain/workspace/decider.ts";
import type { EventStore } from "#infra/ports/stores/event-store.ts";
import type { FileStore } from "#infra/ports/stores/file-store.ts";
import type { Vault } from "#infra/ports/stores/vault.ts";
import { type GivenAutomation, makeAutomation } from "./given-automation.ts";

/** Test data for deliveries: automated reports, and runs with a file to deliver. */

export type DeliveringPorts = { runner: CommandRunner; vault: Vault; files: FileStore; eventStore: EventStore };
export type GivenRun = { cause?: RunCause; text?: string; rows?: number; until?: string };

const actor = { kind: "merchant" } as const;

/** Tokenizes a plaintext destination. */
export const kept = async (vault: Vault, tenant: string, spoken: Destination): Promise<Destination> => {
  const references = new Map<string, string>();
  for (const { text, under } of listVaultTexts(spoken)) {
    const [reference = ""] = await vault.putOnce([text], { owner: tenant, prefix: under });
    references.set(text, reference);
  }
  return mapVaultTexts(spoken, (text) => references.get(text) ?? "");
};

/** Makes an automated report "Daily orders" of a shop with a design and a filter; returns its id. */
export const givenReport = async (
  { runner, vault }: Pick<DeliveringPorts, "runner" | "vault">,
  tenant: string,
  destination: Destination,
  given: Omit<GivenAutomation, "destination"> = {},
): Promise<string> => {
  const make = (command: (context: CommandContext) => WorkspaceCommand) =>
    runner.execute(workspaceDecider, tenant, command, { tenant, actor, correlation: "given" });
  await make((context) => ({ type: "CreateReportDesign", maxReports: 100, features: noFeature, context }));
  await make((context) => ({ type: "CreateFilter", maxFilters: 100, context }));
  return makeAutomation(runner, tenant, {
    title: "Daily orders",
    ...given,
    destination: await kept(vault, tenant, destination),
  });
};

/** Sends a report elsewhere. */
export const editReport = async (
  { runner, vault }: Pick<DeliveringPorts, "runner" | "vault">,
  tenant: string,
  automationId: string,
  destination: Destination,
): Promise<void> => {
  const { state } = await runner.load(workspaceDecider, tenant);
  const base = state.automations.find((one) => one.automationId === automationId);
  if (!base) throw new Error("There is no such automated report.");
  const wanted = { ...base, destination: await kept(vault, tenant, destination) };
  const result = await runner.execute(
    workspaceDecider,
    tenant,
    (context): WorkspaceCommand => ({
      type: "UpdateAutomation",
      automationId,
      base,
      wanted,
      texts: new Map(),
      today: "2000-01-01",
      context,
    }),
    { tenant, actor, correlation: "given" },
  );
  if (isRefusal(result)) throw new Error(`The automated report cannot be changed: ${result.message}`);
};

let made = 0;

/** Makes a run whose file is finished and due for delivery. */
export const givenFinishedRun = async (
  { runner, files }: DeliveringPorts,
  { tenant, automationId }: { tenant: string; automationId: string },
  {
    cause = "slot",
    text = "Order;Total\r\n#1001;25.00\r\n",
    rows = 1,
    until = "2026-11-19T22:00:00.000Z",
  }: GivenRun = {},
) => {
  made += 1;
  const runId = `run-${made}`;
  const exportId = deriveExportId(sha256, runId, 1);
  const bytes = Buffer.from(text);
  const fileHash = createHash("sha256").update(bytes).digest("hex");
  const fileKey = `${exportId}.1.csv`;
  const fileName = `Daily orders 2026-11-20 0001.csv`;
  const part = await files.createPart(`${exportId}.1.part`);
  await part.write(bytes);
  await part.publish(fileKey);
  const asked = { tenant, actor: { kind: "system", part: "scheduler" }, correlation: "c" } as const;
  const onExport = (command: (context: CommandContext) => Parameters<typeof exportDecider.decide>[0]) =>
    runner.execute(exportDecider, exportId, command, asked);
  const facts = { exportId, tenant, shop: "aurora-demo", reportId: "design", reportTitle: "Daily orders", fileName };
  await onExport((context) => ({
    type: "RequestExport",
    ...facts,
    fileType: FileType.Csv,
    inputHash: "h",
    trigger: "manual",
    emptyExpected: false,
    asked: null,
    context,
  }));
  await onExport((context) => ({ type: "StartExport", worker: "w", context }));
  const fingerprint = { app: "1", icu: "1", tz: "1", node: "1" };
  const expiresAt = "2026-11-27T12:00:00.000Z";
  const file = { fileKey, bytes: bytes.length, contentHash: "c", fileHash, fingerprint, expiresAt };
  await onExport((context) => ({ type: "FinishExport", attempt: 1, ...file, orders: rows, rows, context }));

  const onRun = async (command: (context: CommandContext) => RunCommand) => {
    const result = await runner.execute(runDecider, runId, command, asked);
    if (isRefusal(result)) throw new Error(`The run cannot be made: ${result.message}`);
  };
  const versions: ClaimFacts = {
    workspaceVersion: (await runner.load(workspaceDecider, tenant)).version,
    shopVersion: (await runner.load(shopDecider, tenant)).version,
    flags: [],
    catalogueVersion: 1,
    inputHash: "h",
  };
  const period = { from: "2026-11-18T22:00:00.000Z", to: until };
  const claim = { ...versions, runId, automationId, tenant, cause, slot: until, period, deliverEmpty: true };
  await onRun((context) => ({ type: "StartRun", ...claim, context }));
  await onRun((context) => ({ type: "RequestRunExport", try: 1, exportId, inputHash: "h", context }));
  await onRun((context) => ({ type: "FinishRunExport", exportId, orders: rows, rows, context }));
  const job = { tenant, automationId, runId, try: 1, attempt: 1, correlation: "c", causation: "e" };
  return { runId, exportId, fileKey, fileName, fileHash, bytes, job };
};

/** Returns a run's events without its start and export. */
export const deliveriesOf = async (eventStore: EventStore, runId: string): Promise<RunEvent[]> =>
  (await eventStore.readStream(`run-${runId}`)).flatMap((recorded) => {
    const { type, data } = decodeEvent(recorded, upcasters);
    return type.startsWith("Delivery") ? [{ type, data } as RunEvent] : [];
  });
