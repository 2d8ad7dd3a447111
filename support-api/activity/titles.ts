import type { ActivitySubject } from "#domain/activity/subjects.ts";
import { type ActivityDocument, collections, type ExportDocument } from "#domain/read-models/documents.ts";
import type { ConsoleDeps } from "../deps.ts";

type Deps = Pick<ConsoleDeps, "readModels">;
type Subject = Pick<ActivityDocument, "thing" | "about">;

const lists: Partial<Record<ActivitySubject, string>> = {
  design: collections.reportDesigns.name,
  filter: collections.filters.name,
  automation: collections.automations.name,
  export: collections.exports.name,
};

const keyOf = ({ thing, about }: Subject): string => `${thing} ${about}`;

const read = async (
  { readModels }: Deps,
  collection: string,
  id: string,
): Promise<Record<string, unknown> | undefined> => (await readModels.get(collection, id))?.document;

/** Today's title of an item, or its title at deletion. */
const readTitle = async (deps: Deps, { thing, about }: Subject): Promise<string | null> => {
  if (about === null) return null;
  if (thing === "order") return about;
  if (thing === "run") {
    const run = await read(deps, collections.runs.name, about);
    return run ? readTitle(deps, { thing: "automation", about: String(run.automationId) }) : null;
  }
  const list = lists[thing];
  if (list === undefined) return null;
  const found = (await read(deps, list, about)) ?? (await read(deps, collections.recentlyDeleted.name, about));
  // Merchants know an automated report's export by the report's title, not the design's.
  const { run } = (found ?? {}) as Partial<ExportDocument>;
  const ofReport = run && (await readTitle(deps, { thing: "automation", about: run.automationId }));
  if (ofReport) return ofReport;
  return typeof found?.title === "string" ? found.title : null;
};

/** Reads each title once. */
export const readTitles = async (
  deps: Deps,
  subjects: readonly Subject[],
): Promise<(subject: Subject) => string | null> => {
  const each = new Map(subjects.map((subject) => [keyOf(subject), subject]));
  const titles = new Map(
    await Promise.all([...each].map(async ([key, subject]) => [key, await readTitle(deps, subject)] as const)),
  );
  return (subject) => titles.get(keyOf(subject)) ?? null;
};
