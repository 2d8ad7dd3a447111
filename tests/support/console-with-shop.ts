import { randomUUID } from "node:crypto";
import { assertAuthorizedShop } from "#application/session/assert-authorized-shop.ts";
import type { WithoutContext } from "#domain/core/message.ts";
import type { ExportCommand } from "#domain/export/commands.ts";
import { exportDecider } from "#domain/export/decider.ts";
import { collections } from "#domain/read-models/documents.ts";
import { shopDecider } from "#domain/shop/decider.ts";
import type { AuthorizedShop } from "#domain/shop/state.ts";
import { workspaceDecider } from "#domain/workspace/decider.ts";
import { createMemoryFileStore } from "#infra/memory/file-store.ts";
import type { JsonObject } from "#infra/ports/json.ts";
import { type ConsoleForTestsOptions, type SignedInBrowser, startConsoleForTests } from "./console-for-tests.ts";
import { exporterForTests, tenant } from "./exporter-for-tests.ts";
import { makeAutomation } from "./given-automation.ts";
import { ledgerFor } from "./given-ledger.ts";
import { givenShopInAthens } from "./given-shop.ts";
import { merchantCommands } from "./merchant-commands.ts";

const hour = 3_600_000;

/** The console beside a shop in Athens that has paid for Unlimited, with an automated report that is due; and what its merchant and workers do. */
export const startConsoleWithShop = async (options: ConsoleForTestsOptions = {}) => {
  const support = await startConsoleForTests(options);
  const { runner, clock, state, eventStore, readStore, vault, queue } = support;
  await readStore.ensureCollections([
    collections.shops,
    collections.automations,
    collections.exports,
    collections.runs,
  ]);
  await givenShopInAthens(runner, tenant, "aurora-demo");
  const exporter = exporterForTests([], 10, undefined, {
    ...{ clock, state, eventStore, readStore, vault, queue },
    files: createMemoryFileStore(() => clock.wall()),
  });
  const onExport = (exportId: string, command: WithoutContext<ExportCommand>) =>
    runner.execute(exportDecider, exportId, (context) => ({ ...command, context }) as ExportCommand, {
      tenant,
      actor: { kind: "system", part: "exporter" },
      correlation: "given",
    });
  const streamed = async (stream: string) =>
    (await eventStore.readStream(stream)).map(({ type, data, metadata }) => ({ type, data, metadata }));

  // Before anybody signs in: sessions end while nobody uses them.
  const automationId = await makeAutomation(runner, tenant);
  const { state: workspace } = await runner.load(workspaceDecider, tenant);
  const definition = workspace.automations.find((one) => one.automationId === automationId);
  if (!options.projecting)
    await readStore.apply([
      {
        collection: collections.automations.name,
        kind: "put",
        id: automationId,
        document: { ...definition, tenant, automationId } as unknown as JsonObject,
        position: "1",
      },
    ]);
  clock.advance(30 * hour);

  return {
    ...support,
    tenant,
    ...merchantCommands(runner, tenant),
    /** Somebody does something: the body with its own id, unless it brings one. */
    act: async (browser: SignedInBrowser, path: string, body: object) => {
      const answer = await support.change(browser, `/support/api/${path}`, {
        act: randomUUID(),
        reason: "The merchant asked us to.",
        ...body,
      });
      return { status: answer.status, ...(JSON.parse(answer.text) as { message?: string; exportId?: string }) };
    },
    one: async <Row>(browser: SignedInBrowser, path: string): Promise<Row> =>
      JSON.parse((await support.ask(`/support/api/${path}`, { cookie: browser.cookie })).text) as Row,
    /** Support's actions in the audit log. */
    acted: async () => (await support.acts()).filter(({ type }) => type === "AgentActed"),
    streamed,
    shop: async (): Promise<AuthorizedShop> => assertAuthorizedShop((await runner.load(shopDecider, tenant)).state),
    /** The automated report that is started and due; its ledger is the scheduler's. */
    automationId,
    ledger: ledgerFor({ runner, clock }, tenant, automationId),
    givenFailed: async (exportId: string) => {
      await exporter.request(exportId);
      await onExport(exportId, { type: "FailExport", attempt: 0, code: "internal", reason: "It failed." });
    },
    givenFinished: async (exportId: string, expiresAt: string) => {
      await exporter.request(exportId);
      await onExport(exportId, { type: "StartExport", worker: "w" });
      await onExport(exportId, {
        type: "FinishExport",
        attempt: 1,
        fileKey: `${exportId}.1.csv`,
        bytes: 10,
        contentHash: "c",
        fileHash: "f",
        fingerprint: { app: "1", icu: "78", tz: "2026a", node: "24" },
        orders: 1,
        rows: 1,
        expiresAt,
      });
    },
    onExport,
  };
};

export type ConsoleWithShop = Awaited<ReturnType<typeof startConsoleWithShop>>;
