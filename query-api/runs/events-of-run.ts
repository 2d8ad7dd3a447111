import { decodeEvent } from "#application/events/decode-event.ts";
import { readActorNames } from "#application/impersonation/agent-names.ts";
import { formatActor, type Reader, withAgentName } from "#domain/core/actor-name.ts";
import { isEventOfType } from "#domain/core/message.ts";
import { type SheafEvent, upcasters } from "#domain/event-schemas.ts";
import { describeExportEvent } from "#domain/export/describe-export-event.ts";
import { exportEventSchemas } from "#domain/export/events.ts";
import { describeLedgerEvent } from "#domain/ledger/describe-ledger-event.ts";
import { type LedgerEvent, ledgerEventSchemas } from "#domain/ledger/events.ts";
import { listTries, type RunDocument } from "#domain/read-models/run-document.ts";
import { describeRunEvent } from "#domain/run/describe-run-event.ts";
import { runEventSchemas } from "#domain/run/events.ts";
import type { Period } from "#domain/schedule/schedule.ts";
import type { RunDetails } from "#domain/wire/automations/automation-history.ts";
import type { RecordedEvent } from "#infra/ports/stores/event-store.ts";
import type { QueryApiDeps } from "../deps.ts";

type Deps = Pick<QueryApiDeps, "eventStore" | "vault">;
type RunEventLine = RunDetails["Events"][number];

/** Events per read: a run and its exports have fewer. */
const eventsPerRead = 500;

/** Reads events between two versions, both included. */
const readBetween = async (
  { eventStore }: Deps,
  stream: string,
  { from = 0, to = Number.POSITIVE_INFINITY } = {},
): Promise<RecordedEvent[]> => {
  const events: RecordedEvent[] = [];
  for (let fromVersion = from; fromVersion <= to; fromVersion += eventsPerRead) {
    const page = await eventStore.readStream(stream, {
      fromVersion,
      limit: Math.min(eventsPerRead, to - fromVersion + 1),
    });
    events.push(...page);
    if (page.length < eventsPerRead) break;
  }
  return events;
};

/**
 * True if a ledger event concerns the run, a slot that it covers, or the start that asked for it, which names its
 * author.
 */
const isOfRun =
  ({ runId, cause, slot, version: claimed }: RunDocument) =>
  ({ type, data, version }: RecordedEvent): boolean =>
    data.run === runId ||
    (cause === "slot" && data.coveredBy === slot) ||
    (cause === "retry" && type === "Resumed" && version < claimed);

/**
 * Ledger events of a run, from its claim to its settlement, with those appended together with these two: slots skipped
 * for it before, and a suspension after.
 */
const readLedgerEvents = async (deps: Deps, run: RunDocument): Promise<RecordedEvent[]> => {
  const { automationId, version, endedVersion } = run;
  const from = Math.max(0, version - 1);
  const between = endedVersion === null ? { from } : { from, to: endedVersion + 1 };
  return (await readBetween(deps, `automation-${automationId}`, between)).filter(isOfRun(run));
};

type RunContext = {
  zone: string;
  covers: Period | undefined;
  reader: Reader;
};
type DescriptionContext = RunContext & { names: ReadonlyMap<string, string> };

type Decoded = ReturnType<typeof decodeEvent>;

const describeEvent = (
  stream: string,
  { type, data, metadata }: Decoded,
  context: DescriptionContext,
): RunEventLine => {
  const { zone, names, reader } = context;
  const event = { type, data } as SheafEvent;
  const createLine = (of: RunEventLine["Of"], sentence: string): RunEventLine => ({
    At: metadata.instant,
    By: formatActor(withAgentName(metadata.actor, names), reader),
    Of: of,
    Sentence: sentence,
  });
  if (isEventOfType(runEventSchemas, event)) return createLine("run", describeRunEvent(event, context));
  if (isEventOfType(exportEventSchemas, event)) return createLine("export", describeExportEvent(event, zone));
  if (isEventOfType(ledgerEventSchemas, event))
    return createLine("automation", describeLedgerEvent(event as LedgerEvent, zone));
  throw new Error(`The stream ${stream} has an event ${type}, which isn't an event of a run.`);
};

/** Every event of a run, of its report's ledger and of its exports, in order of writing. */
export const readEventsOfRun = async (deps: Deps, run: RunDocument, context: RunContext): Promise<RunEventLine[]> => {
  const exports = listTries(run).flatMap((one) => one.export?.exportId ?? []);
  const streams = await Promise.all([
    readLedgerEvents(deps, run),
    readBetween(deps, `run-${run.runId}`),
    ...exports.map((exportId) => readBetween(deps, `export-${exportId}`)),
  ]);
  const inOrder = streams.flat().sort((one, other) => (one.position < other.position ? -1 : 1));
  const decoded = inOrder.map((recorded) => ({ stream: recorded.stream, event: decodeEvent(recorded, upcasters) }));
  const names = await readActorNames(
    deps.vault,
    decoded.map(({ event }) => event.metadata.actor),
  );
  return decoded.map(({ stream, event }) => describeEvent(stream, event, { ...context, names }));
};
