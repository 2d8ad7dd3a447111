import type {
  CustomerRequest,
  FindReceiversPayload,
  GetAnswerPayload,
  Received,
} from "#domain/wire/account/received.ts";
import type { Calls } from "../../shared/api/calls.ts";

/** The calls about who received a customer's data. Whom they are about is in their bodies alone, and in no address. */
export const customerDataCalls = ({ data, get }: Calls) => ({
  findReceivers: (body: FindReceiversPayload, signal: AbortSignal) =>
    data<Received>({ method: "POST", kind: "query", path: "privacy/find-receivers", body, signal }),
  customerRequests: (signal: AbortSignal) => get<CustomerRequest[]>("privacy/get-requests", { signal }),
  answerOfRequest: (body: GetAnswerPayload, signal: AbortSignal) =>
    data<Received>({ method: "POST", kind: "query", path: "privacy/get-answer", body, signal }),
});
