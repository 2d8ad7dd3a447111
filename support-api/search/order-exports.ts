import { z } from "zod";
import { badRequest, notFound } from "#application/http/api-error.ts";
import { validate } from "#application/http/validate.ts";
import { containsAny } from "#application/people/people-file.ts";
import { createPeopleHash } from "#application/people/people-hash.ts";
import { createExportScan } from "#application/privacy/export-scan.ts";
import { listRecordedExports } from "#application/privacy/shop-exports.ts";
import { createKeyedSerialQueue } from "#application/process/keyed-serial-queue.ts";
import { parseOrderId } from "#domain/console/order-id.ts";
import { exportDecider } from "#domain/export/decider.ts";
import { collections } from "#domain/read-models/documents.ts";
import type { ConsoleOrderExports } from "#domain/wire/support/console.ts";
import { readTitles } from "../activity/titles.ts";
import type { ConsoleDeps } from "../deps.ts";
import type { ConsoleRoute } from "../http/route.ts";

const Body = z.strictObject({
  order: z.string().min(1).max(500),
  continuation: z.string().min(1).max(200).nullable(),
});

type Found = ConsoleOrderExports["exports"][number];

/**
 * `POST shops/:id/find-order` lists a shop's exports that contain an order, found by the hashes in their people files
 * (ADR 15, ADR 101). One call examines a limited number; send `continuation` for the next. The order's id or address is
 * neither stored nor logged.
 */
export const orderExportsRoute = (deps: ConsoleDeps): ConsoleRoute => {
  const inTurn = createKeyedSerialQueue();
  return {
    method: "POST",
    path: "shops/:id/find-order",
    needs: "viewer",
    handle: async ({ session, requestId, params, body }): Promise<ConsoleOrderExports> => {
      const { order: typed, continuation } = validate(Body, body, "The body");
      const order = parseOrderId(typed);
      if ("problem" in order) throw badRequest(order.problem);
      const tenant = params.id ?? "";
      if ((await deps.readModels.get(collections.shops.name, tenant)) === undefined)
        throw notFound("There is no such shop.");
      await deps.acts.recordView(session, { tenant, correlation: requestId });
      const hash = createPeopleHash(deps.vault, tenant);
      const wanted = [hash({ kind: "order", value: order.id })];
      const searchExport = async ({
        exportId,
        requestedAt,
      }: {
        exportId: string;
        requestedAt: string;
      }): Promise<Found[]> => {
        const { state } = await deps.runner.load(exportDecider, exportId);
        if (!("file" in state)) return [];
        const holds = await containsAny(deps.files, state.file.fileKey, wanted, hash);
        const { reportTitle, run, fileName } = state.facts;
        const subject = { thing: "automation", about: run?.automationId ?? null } as const;
        const title = (await readTitles(deps, [subject]))(subject) ?? reportTitle;
        return holds === false ? [] : [{ id: exportId, requestedAt, title, fileName, certain: holds === true }];
      };
      const { found, ...step } = await inTurn(tenant, async () =>
        createExportScan(deps.clock, new AbortController().signal)(
          await listRecordedExports(deps.state, tenant),
          continuation,
          searchExport,
        ),
      );
      return { exports: found, ...step };
    },
  };
};
