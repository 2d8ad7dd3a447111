import type { z } from "zod";
import type { AutomationHistoryItem, RunDetails, SlotOutcome } from "#domain/wire/automations/automation-history.ts";
import type { AutomationInfo, StartAutomationPayload } from "#domain/wire/automations/automation-info.ts";
import type {
  AutomationOnWire,
  CreateAutomationPayload,
  ListedAutomation,
  UpdateAutomationPayload,
} from "#domain/wire/automations/automations.ts";
import type { DestinationTestOnWire } from "#domain/wire/automations/destination-tests.ts";
import type { SampleOnWire } from "#domain/wire/automations/sample.ts";
import type { ExportJob } from "#domain/wire/reports/reporting.ts";
import type { Calls } from "../../../shared/api/calls.ts";

type Start = z.infer<typeof StartAutomationPayload>;

const of = (path: string, id: string): string => `automations/${path}/${encodeURIComponent(id)}`;

export const createAutomationCalls = ({ http, get, request, command }: Calls) => ({
  /** Sorted by time of creation. */
  automationList: (signal: AbortSignal) =>
    http.send<ListedAutomation[]>({ method: "GET", kind: "query", path: "automations/get-automations", signal }),
  /** `chosen`: its design, filter and format. Without a filter, none is chosen. */
  createAutomation: (chosen?: CreateAutomationPayload) =>
    command<AutomationOnWire>("automations/create-new", chosen ?? undefined),
  /** Includes the ETag to send with changes. */
  automation: (id: string, signal: AbortSignal) =>
    http.send<AutomationOnWire>({ method: "GET", kind: "query", path: of("get-automation", id), signal }),
  /** Returns the report as stored, with others' changes, and its new ETag. */
  updateAutomation: (body: UpdateAutomationPayload, ifMatch: string | null) =>
    http.send<AutomationOnWire>({
      method: "PUT",
      kind: "command",
      path: "automations/update-automation",
      body,
      ifMatch,
    }),
  cloneAutomation: (id: string) => command<AutomationOnWire>("automations/clone", id),
  deleteAutomation: (id: string) => command<string>("automations/delete", id),
  /** The body says what to do about skipped time. */
  startAutomation: (body: Start) => command<AutomationOnWire>("automations/start", body),
  automationInfo: (id: string, signal: AbortSignal) => get<AutomationInfo>(of("automation-info", id), { signal }),
  /** Requests a test run. */
  testAutomation: (id: string) =>
    request<unknown>({
      method: "POST",
      kind: "command",
      path: "automations/test-automation/",
      body: id,
      noRetry: true,
    }),
  /** Makes a sample, which nobody gets yet. */
  makeSample: (id: string) => command<ExportJob>("automations/make-sample", id),
  /** The mail of a finished sample. */
  sample: (exportId: string, signal: AbortSignal) => get<SampleOnWire>(of("get-sample", exportId), { signal }),
  sendSample: (exportId: string) => command<unknown>("automations/send-sample", exportId),
  /** Starts the next try at once. */
  tryNow: (id: string) => command<unknown>("automations/try-now", id),
  /** Repeats an ended run's report. */
  sendAgain: (runId: string) => command<unknown>("automations/send-again", runId),
  testDestination: (kind: "ftp" | "webhook", id: string) =>
    request<DestinationTestOnWire>({ method: "GET", kind: "query", path: of(`test-${kind}`, id), noRetry: true }),
  /** Trusts the next key that the server shows. */
  forgetHostKey: (id: string) => command<unknown>("automations/forget-host-key", id),
  /** Sorted newest first, 50 per page. `before`: RunId of the last known one, null for the newest. */
  automationRuns: (id: string, before: string | null, signal: AbortSignal) =>
    get<AutomationHistoryItem[]>(`reporting/automation-history/${encodeURIComponent(id)}`, {
      params: before === null ? {} : { before },
      signal,
    }),
  /** Outcomes between two local days, oldest first. */
  slotOutcomes: (id: string, { from, to }: { from: string; to: string }, signal: AbortSignal) =>
    get<SlotOutcome[]>(of("get-slots", id), { params: { from, to }, signal }),
  /** A run's inputs and events. */
  runDetails: (runId: string, signal: AbortSignal) => get<RunDetails>(of("get-run", runId), { signal }),
  webhookSecret: (id: string) => get<string>(of("webhook-secret", id)),
  /** Replaces the secret; the old one is no longer used. */
  newWebhookSecret: (id: string) => command<string>("automations/new-webhook-secret", id),
});
