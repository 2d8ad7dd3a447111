import { decodeEvent } from "#application/events/decode-event.ts";
import { namesOfActors } from "#application/impersonation/agent-names.ts";
import { actorWords, type Reader, spokenActor } from "#domain/core/actor-words.ts";
import { isEventOf } from "#domain/core/message.ts";
import { type SheafEvent, upcasters } from "#domain/event-schemas.ts";
import { exportEventSchemas } from "#domain/export/events.ts";
import { exportSentence } from "#domain/export/sentences.ts";
import { type LedgerEvent, ledgerEventSchemas } from "#domain/ledger/events.ts";
import { ledgerSentence } from "#domain/ledger/sentences.ts";
import { type RunDocument, triesOf } from "#domain/read-models/run-document.ts";
import { runEventSchemas } from "#domain/run/events.ts";
import { runSentence } from "#domain/run/sentences.ts";
import type { Period } from "#domain/schedule/schedule.ts";
import type { RunDetails } from "#domain/wire/automations/automation-history.ts";
import type { RecordedEvent } from "#infra/ports/stores/event-store.ts";
import type { QueryApiDeps } from "../deps.ts";

type Deps = Pick<QueryApiDeps, "eventStore" | "vault">;
type Told = RunDetails["Events"][number];

/** Events per read; a run and its exports have fewer. */
const atOnce = 500;

/** A stream from one version to another, both included. */
const readBetween = async (
  { eventStore }: Deps,
  stream: string,
  { from = 0, to = Number.POSITIVE_INFINITY } = {},
): Promise<RecordedEvent[]> => {
  const events: RecordedEvent[] = [];
  for (let fromVersion = from; fromVersion <= to; fromVersion += atOnce) {
    const page = await eventStore.readStream(stream, { fromVersion, limit: Math.min(atOnce, to - fromVersion + 1) });
    events.push(...page);
    if (page.length < atOnce) break;
  }
  return events;
};

/**
 * True if the ledger event concerns the run, a slot that the run covers, or the start that asked for the run, which
 * names its author.
 */
const isOfRun =
  ({ runId, cause, slot, version: claimed }: RunDocument) =>
  ({ type, data, version }: RecordedEvent): boolean =>
    data.run === runId ||
    (cause === "slot" && data.coveredBy === slot) ||
    (cause === "retry" && type === "Resumed" && version < claimed);

/**
 * Ledger events of a run, from its claim to its settlement. Includes events appended together with those two: slots
 * skipped for it before, and a suspension after.
 */
const ledgerOf = async (deps: Deps, run: RunDocument): Promise<RecordedEvent[]> => {
  const { automationId, version, endedVersion } = run;
  const from = Math.max(0, version - 1);
  const between = endedVersion === null ? { from } : { from, to: endedVersion + 1 };
  return (await readBetween(deps, `automation-${automationId}`, between)).filter(isOfRun(run));
};

/** `zone`: the shop's. `covers`: period of the run's file. */
type Covered = { zone: string; covers: Period | undefined; reader: Reader };
/** `names`: of support agents. */
type Words = Covered & { names: ReadonlyMap<string, string> };

type Decoded = ReturnType<typeof decodeEvent>;

const told = (stream: string, { type, data, metadata }: Decoded, words: Words): Told => {
  const { zone, names, reader } = words;
  const event = { type, data } as SheafEvent;
  const said = (of: Told["Of"], sentence: string): Told => ({
    At: metadata.instant,
    By: actorWords(spokenActor(metadata.actor, names), reader),
    Of: of,
    Sentence: sentence,
  });
  if (isEventOf(runEventSchemas, event)) return said("run", runSentence(event, words));
  if (isEventOf(exportEventSchemas, event)) return said("export", exportSentence(event, zone));
  if (isEventOf(ledgerEventSchemas, event)) return said("automation", ledgerSentence(event as LedgerEvent, zone));
  throw new Error(`The stream ${stream} has an event ${type}, which is none of a run.`);
};

/** Every event of a run in order of writing: of its report's ledger, the run itself and its exports. */
export const eventsOfRun = async (deps: Deps, run: RunDocument, words: Covered): Promise<Told[]> => {
  const exports = triesOf(run).flatMap((one) => one.export?.exportId ?? []);
  const streams = await Promise.all([
    ledgerOf(deps, run),
    readBetween(deps, `run-${run.runId}`),
    ...exports.map((exportId) => readBetween(deps, `export-${exportId}`)),
  ]);
  const inOrder = streams.flat().sort((one, other) => (one.position < other.position ? -1 : 1));
  const decoded = inOrder.map((recorded) => ({ stream: recorded.stream, event: decodeEvent(recorded, upcasters) }));
  const names = await namesOfActors(
    deps.vault,
    decoded.map(({ event }) => event.metadata.actor),
  );
  return decoded.map(({ stream, event }) => told(stream, event, { ...words, names }));
};
