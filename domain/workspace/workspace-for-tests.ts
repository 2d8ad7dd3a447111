import { metadataAt } from "../core/context-for-tests.ts";
import { given } from "../core/given-for-tests.ts";
import type { EventMetadata } from "../core/message.ts";
import type { DesignFacts } from "../designs/design.ts";
import {
  DestinationKind,
  FileType,
  FtpProtocol,
  Grouping,
  OrderFilterView,
  WorksheetSplitter,
} from "../enumerations.ts";
import type { FilterContent } from "../filters/filter.ts";
import { type AutomationDefinition, dailySchedule } from "./automations/automation.ts";
import type { EmailSetup, FtpSetup } from "./automations/destination.ts";
import { workspaceDecider } from "./decider.ts";
import type { WorkspaceEvent } from "./events.ts";
import type { WorkspaceState } from "./state.ts";

/** For tests: sample items and commands of a workspace. */

export const designFacts = (id: string, ordering: number, changes: Partial<DesignFacts> = {}): DesignFacts => ({
  reportId: id,
  title: `Design ${id}`,
  grouping: Grouping.Orders,
  ordering,
  splitter: WorksheetSplitter.None,
  sortedBy: null,
  shown: ["OrderNum", "TotalPrice"],
  settings: {},
  ...changes,
});

export const designs = (...ids: readonly string[]): WorkspaceEvent[] =>
  ids.map((id, ordering) => ({ type: "ReportDesignCreated", data: designFacts(id, ordering) }));

export const content = (changes: Partial<FilterContent> = {}): FilterContent => ({
  title: "Wholesale",
  financial_status: 0,
  fulfillment_status: 0,
  order_status: 0,
  sievers: {},
  ...changes,
});

/** Filters of view All, titled by their ids. */
export const filters = (...ids: readonly string[]): WorkspaceEvent[] =>
  ids.map((id, ordering) => ({
    type: "FilterCreated",
    data: { filterId: id, view: OrderFilterView.All, ordering, ...content({ title: id }) },
  }));

export const systemFilters: WorkspaceEvent[] = [OrderFilterView.ManualExport, OrderFilterView.Live].map((view) => ({
  type: "FilterCreated",
  data: { filterId: `system-${view}`, view, ordering: 0, ...content({ title: "Custom filter" }) },
}));

/** A vault reference; `texts` has plaintext for two. */
export const reference = (letter: string) => `pv:${letter.repeat(22)}`;
export const texts = new Map([
  [reference("a"), "ann@example.com"],
  [reference("b"), "bob@example.com"],
]);

export const byEmail = (changes: Partial<EmailSetup> = {}): EmailSetup => ({
  kind: DestinationKind.Email,
  recipients: [reference("a")],
  fromName: "",
  replyTo: "",
  subject: "",
  message: "",
  asLink: false,
  ...changes,
});

export const byFtp = (changes: Partial<FtpSetup> = {}): FtpSetup => ({
  kind: DestinationKind.Ftp,
  protocol: FtpProtocol.SFTP,
  host: "ftp.example.com",
  port: null,
  directory: "",
  username: reference("u"),
  password: `sv:${"p".repeat(22)}`,
  ...changes,
});

export const definition = (changes: Partial<AutomationDefinition> = {}): AutomationDefinition => ({
  title: "Every morning",
  reportId: "r",
  filterId: "f",
  fileType: FileType.Csv,
  exportEmptyReports: true,
  applyDateFilter: true,
  enabled: true,
  schedule: dailySchedule,
  destination: byEmail(),
  ...changes,
});

export const automation = (id: string, changes: Partial<AutomationDefinition> = {}): WorkspaceEvent => ({
  type: "AutomationCreated",
  data: { automationId: id, ...definition(changes) },
});

export const givenWorkspace = (...events: readonly WorkspaceEvent[]) => given(workspaceDecider, events);

/** The state after events. */
export const stateAfter = (
  state: WorkspaceState,
  events: readonly WorkspaceEvent[],
  metadata: Partial<EventMetadata> = {},
): WorkspaceState =>
  events.reduce(
    (reached, event, version) =>
      workspaceDecider.evolve(reached, event, metadataAt("2026-11-20T10:00:00.000Z", metadata), version),
    state,
  );
