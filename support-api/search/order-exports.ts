import { z } from "zod";
import { invalid, unknown } from "#application/http/api-error.ts";
import { validate } from "#application/http/validate.ts";
import { holdsAnyOf } from "#application/people/people-file.ts";
import { createPeopleHash } from "#application/people/people-hash.ts";
import { notedExports } from "#application/privacy/exports-of.ts";
import { openSteps } from "#application/privacy/steps.ts";
import { oneAfterAnother } from "#application/process/one-after-another.ts";
import { readOrderId } from "#domain/console/order-id.ts";
import { exportDecider } from "#domain/export/decider.ts";
import { collections } from "#domain/read-models/documents.ts";
import type { ConsoleOrderExports } from "#domain/wire/support/console.ts";
import type { ConsoleDeps } from "../deps.ts";
import type { ConsoleRoute } from "../http/route.ts";
import { titlesOf } from "../story/titles.ts";

const Body = z.strictObject({
  order: z.string().min(1).max(500),
  continuation: z.string().min(1).max(200).nullable(),
});

type Found = ConsoleOrderExports["exports"][number];

/**
 * `POST shops/:id/find-order`: finds a shop's exports that held an order, by the keyed hashes kept with each file (ADR
 * 15, ADR 101). Each call examines some of the files. The order's id, or its page's address, is only in the body: it is
 * neither stored nor logged.
 */
export const orderExportsRoute = (deps: ConsoleDeps): ConsoleRoute => {
  const inTurn = oneAfterAnother();
  return {
    method: "POST",
    path: "shops/:id/find-order",
    needs: "viewer",
    handle: async ({ session, requestId, params, body }): Promise<ConsoleOrderExports> => {
      const { order: typed, continuation } = validate(Body, body, "The body");
      const order = readOrderId(typed);
      if ("problem" in order) throw invalid(order.problem);
      const tenant = params.id ?? "";
      if ((await deps.readModels.get(collections.shops.name, tenant)) === undefined)
        throw unknown("There is no such shop.");
      await deps.acts.looked(session, { tenant, correlation: requestId });
      const hash = createPeopleHash(deps.vault, tenant);
      const wanted = [hash({ kind: "order", value: order.id })];
      const look = async ({ exportId, requestedAt }: { exportId: string; requestedAt: string }): Promise<Found[]> => {
        const { state } = await deps.runner.load(exportDecider, exportId);
        if (!("file" in state)) return [];
        const holds = await holdsAnyOf(deps.files, state.file.fileKey, wanted, hash);
        const { reportTitle, run, fileName } = state.facts;
        const subject = { thing: "automation", about: run?.automationId ?? null } as const;
        const title = (await titlesOf(deps, [subject]))(subject) ?? reportTitle;
        return holds === false ? [] : [{ id: exportId, requestedAt, title, fileName, certain: holds === true }];
      };
      const { found, ...step } = await inTurn(tenant, async () =>
        openSteps(deps.clock, new AbortController().signal)(await notedExports(deps.state, tenant), continuation, look),
      );
      return { exports: found, ...step };
    },
  };
};
