import type {
  CustomerRequest,
  FileReceivers,
  FindReceiversPayload,
  GetAnswerPayload,
} from "#domain/wire/account/file-receivers.ts";
import type { Calls } from "../../shared/api/calls.ts";

/** The customer is identified only in bodies, never in addresses. */
export const createCustomerDataCalls = ({ request, get }: Calls) => ({
  findReceivers: (body: FindReceiversPayload, signal: AbortSignal) =>
    request<FileReceivers>({ method: "POST", kind: "query", path: "privacy/find-receivers", body, signal }),
  customerRequests: (signal: AbortSignal) => get<CustomerRequest[]>("privacy/get-requests", { signal }),
  answerOfRequest: (body: GetAnswerPayload, signal: AbortSignal) =>
    request<FileReceivers>({ method: "POST", kind: "query", path: "privacy/get-answer", body, signal }),
});
