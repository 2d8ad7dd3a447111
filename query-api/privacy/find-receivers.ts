import { type Route, route } from "#application/http/route.ts";
import { containsAny } from "#application/people/people-file.ts";
import { createPeopleHash } from "#application/people/people-hash.ts";
import { createExportScan } from "#application/privacy/export-scan.ts";
import { listRecordedExports } from "#application/privacy/shop-exports.ts";
import { createKeyedSerialQueue } from "#application/process/keyed-serial-queue.ts";
import { isRefusal } from "#domain/core/decider.ts";
import { exportDecider } from "#domain/export/decider.ts";
import {
  FileReceiversData,
  type FileWithReceivers,
  FindReceiversPayload,
} from "#domain/wire/account/file-receivers.ts";
import type { QueryApiDeps } from "../deps.ts";
import { parseCustomer } from "./customer.ts";
import { hasFile, readFileWithReceivers, toFileReceivers } from "./file-with-receivers.ts";

/**
 * Finds the files that held a person's orders, and their receivers (ADR 97), by the people files. Each call searches
 * some files; steps of one shop run one at a time. The person is neither stored nor logged.
 */
export const findReceiversRoute = (deps: QueryApiDeps): Route => {
  const runInSeries = createKeyedSerialQueue();
  return route({
    method: "POST",
    path: "privacy/find-receivers",
    summary: "Which files held a customer's orders and who received them, found out step by step",
    description:
      "Takes a customer's e-mail address or number, which is neither stored nor logged. Send the Continuation of the last answer until it is null.",
    refuses: ["invalid"],
    access: "shop",
    body: FindReceiversPayload,
    data: FileReceiversData,
    handler: async ({ body: { Customer, Continuation } }, { signal, caller: { tenant } }) => {
      const mark = parseCustomer(Customer);
      if (isRefusal(mark)) return mark;
      const hash = createPeopleHash(deps.vault, tenant);
      const wanted = [hash(mark)];
      return runInSeries(tenant, async () => {
        signal.throwIfAborted();
        const all = await listRecordedExports(deps.state, tenant);
        const step = await createExportScan(deps.clock, signal)(
          all,
          Continuation,
          async ({ exportId, requestedAt }): Promise<FileWithReceivers[]> => {
            const { state } = await deps.runner.load(exportDecider, exportId);
            if (!hasFile(state)) return [];
            const holds = await containsAny(deps.files, state.file.fileKey, wanted, hash);
            if (holds === false) return [];
            return [await readFileWithReceivers(deps, { requestedAt, state, certain: holds === true })];
          },
        );
        return toFileReceivers(step);
      });
    },
  });
};
