import { notFound } from "#application/http/api-error.ts";
import { type Route, route } from "#application/http/route.ts";
import {
  answerDeadline,
  computeVisibleUntil,
  isListedForShop,
  listCustomerRequests,
} from "#application/privacy/customer-requests.ts";
import { createExportScan } from "#application/privacy/export-scan.ts";
import { readSubject } from "#application/privacy/subject.ts";
import { exportDecider } from "#domain/export/decider.ts";
import { type PrivacyRequest, type PrivacyState, privacyDecider } from "#domain/privacy/decider.ts";
import {
  type CustomerRequest,
  CustomerRequestsData,
  FileReceiversData,
  GetAnswerPayload,
} from "#domain/wire/account/file-receivers.ts";
import type { QueryApiDeps } from "../deps.ts";
import { hasFile, readFileWithReceivers, toFileReceivers } from "./file-with-receivers.ts";

type Deps = Pick<QueryApiDeps, "runner" | "state" | "vault" | "eventStore" | "clock">;
type KnownRequest = Exclude<PrivacyState, { status: "unknown" }>;

const describeSubject = async ({ vault }: Deps, { kind, subjectRef }: PrivacyRequest): Promise<string | null> => {
  if (kind !== "customer-data" || subjectRef === null) return null;
  const subject = await readSubject(vault, subjectRef);
  return subject?.email ?? subject?.customerId ?? null;
};

const toWire = async (deps: Deps, id: string, state: KnownRequest): Promise<CustomerRequest> => {
  const { request } = state;
  const end = state.status === "carried-out" ? state.end : undefined;
  return {
    Id: id,
    Kind: request.kind === "customer-data" ? "data" : "erasure",
    ReceivedAt: request.receivedAt,
    AnswerBy: answerDeadline(request)?.toISOString() ?? null,
    KeptUntil: computeVisibleUntil(request).toISOString(),
    About: await describeSubject(deps, request),
    Ready: end !== undefined,
    Outcome: end === undefined || end.outcome === "obsolete" ? null : end.outcome,
    Files: end?.counts.exports ?? 0,
    Values: end?.counts.values ?? 0,
  };
};

/**
 * Requests that the platform passed on (P-3, R-13), and the response to each: the receivers of the customer's data (ADR
 * 97).
 */
export const customerRequestRoutes = (deps: Deps): Route[] => [
  route({
    method: "GET",
    path: "privacy/get-requests",
    summary: "Requests of customers about their data that the platform handed on, the newest first",
    description: "Requests for data have a day to answer by. Requests for erasure are carried out without you.",
    access: "shop",
    data: CustomerRequestsData,
    handler: async (_input, { caller: { tenant } }) => {
      const requests: CustomerRequest[] = [];
      for (const id of await listCustomerRequests(deps.state, tenant)) {
        const { state } = await deps.runner.load(privacyDecider, id);
        if (state.status !== "unknown") requests.push(await toWire(deps, id, state));
      }
      return requests.sort((one, other) => (one.ReceivedAt < other.ReceivedAt ? 1 : -1));
    },
  }),
  route({
    method: "POST",
    path: "privacy/get-answer",
    summary: "Which files held the orders of a request's customer and who received them, step by step",
    description:
      "Takes the Id of a request. Answers 404 while the request is still being carried out. Send the Continuation of the last answer until it is null.",
    refuses: ["unknown"],
    access: "shop",
    body: GetAnswerPayload,
    data: FileReceiversData,
    handler: async ({ body: { Id, Continuation } }, { signal, caller: { tenant } }) => {
      const { state } = (await isListedForShop(deps.state, tenant, Id))
        ? await deps.runner.load(privacyDecider, Id)
        : { state: { status: "unknown" } as const };
      if (state.status === "unknown") throw notFound("This request can't be found. Reload the page.");
      if (state.status === "received")
        throw notFound("This request is still being carried out. Try again in a minute.");
      const order = ({ requestedAt, exportId }: { requestedAt: string; exportId: string }) =>
        `${requestedAt} ${exportId}`;
      const all = state.end.exports.toSorted((one, other) => (order(one) < order(other) ? 1 : -1));
      const step = await createExportScan(deps.clock, signal)(
        all,
        Continuation,
        async ({ exportId, requestedAt, certain }) => {
          const { state: known } = await deps.runner.load(exportDecider, exportId);
          return hasFile(known) ? [await readFileWithReceivers(deps, { requestedAt, state: known, certain })] : [];
        },
      );
      return toFileReceivers(step);
    },
  }),
];
