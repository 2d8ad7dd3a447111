import { type Route, route } from "#application/http/route.ts";
import { holdsAnyOf } from "#application/people/people-file.ts";
import { createPeopleHash } from "#application/people/people-hash.ts";
import { notedExports } from "#application/privacy/exports-of.ts";
import { openSteps } from "#application/privacy/steps.ts";
import { oneAfterAnother } from "#application/process/one-after-another.ts";
import { isRefusal } from "#domain/core/decider.ts";
import { exportDecider } from "#domain/export/decider.ts";
import { FindReceiversPayload, ReceivedData, type ReceivedFile } from "#domain/wire/account/received.ts";
import type { QueryApiDeps } from "../deps.ts";
import { customerOf } from "./customer.ts";
import { hasFile, receivedFile, receivedStep } from "./received-file.ts";

/**
 * Finds the files that held a person's orders, and their receivers (ADR 97), by keyed hashes kept with each file and a
 * year longer. Each call searches some files; steps of one shop run one at a time. The person is named only in the
 * call's body, and is neither stored nor logged.
 */
export const findReceiversRoute = (deps: QueryApiDeps): Route => {
  const inTurn = oneAfterAnother();
  return route({
    method: "POST",
    path: "privacy/find-receivers",
    summary: "Which files held a customer's orders and who received them, found out step by step",
    description:
      "Takes a customer's e-mail address or number, which is neither stored nor logged. Send the Continuation of the last answer until it is null.",
    refuses: ["invalid"],
    access: "shop",
    body: FindReceiversPayload,
    data: ReceivedData,
    handler: async ({ body: { Customer, Continuation } }, { signal, caller: { tenant } }) => {
      const mark = customerOf(Customer);
      if (isRefusal(mark)) return mark;
      const hash = createPeopleHash(deps.vault, tenant);
      const wanted = [hash(mark)];
      return inTurn(tenant, async () => {
        signal.throwIfAborted();
        const all = await notedExports(deps.state, tenant);
        const step = await openSteps(deps.clock, signal)(
          all,
          Continuation,
          async ({ exportId, requestedAt }): Promise<ReceivedFile[]> => {
            const { state } = await deps.runner.load(exportDecider, exportId);
            if (!hasFile(state)) return [];
            const holds = await holdsAnyOf(deps.files, state.file.fileKey, wanted, hash);
            if (holds === false) return [];
            return [await receivedFile(deps, { requestedAt, state, certain: holds === true })];
          },
        );
        return receivedStep(step);
      });
    },
  });
};
