import { createCommandRunner } from "#application/commands/command-runner.ts";
import { upcasters } from "#domain/event-schemas.ts";
import type { Filter } from "#domain/wire/filters/filters.ts";
import type { ListedDesign, ReportDesignItem } from "#domain/wire/reports/reports.ts";
import { workspaceDecider } from "#domain/workspace/decider.ts";
import type { WorkspaceState } from "#domain/workspace/state.ts";
import { openStores } from "#infra/stores/open-stores.ts";
import { createSystemClock } from "#infra/system/clock.ts";
import { createSystemIds } from "#infra/system/ids.ts";
import { type Inspection, inspect } from "../faults/data-folder.ts";
import { randomFrom } from "../faults/random-load.ts";
import { fieldsOf, workAsEditor } from "./editor.ts";
import { createLedger, type Ledger } from "./ledger.ts";
import { startWebs, type Webs } from "./start-webs.ts";
import { readPast, type WorkspacePast } from "./stream.ts";
import { type Differing, openWindow, type Window } from "./window.ts";

type Served = { filters: Filter[]; reports: ReportDesignItem[] };

/** Everything that is left of editors who worked together. */
export type Together = {
  ledger: Ledger;
  /** The workspace's history, with plain text. */
  past: WorkspacePast;
  /** The same as it is kept (ADR 21). */
  kept: WorkspacePast;
  /** Commands with events that were answered in two ways. */
  differing: Differing[];
  /** The state that each web process served at the end. */
  served: Served[];
  /** The workspace as a process that starts now reads it: from a snapshot, where there is one. */
  reread: WorkspaceState;
  inspection: Inspection;
};

const startWith = { filters: 12, reports: 8 } as const;

/** Filters and designs to work on, created and recorded like any other. */
const furnish = async (window: Window, ledger: Ledger) => {
  for (const list of ["filters", "reports"] as const)
    for (let n = 0; n < startWith[list]; n += 1) {
      const reply = await window.send<Filter | ReportDesignItem>("POST", `${list}/create-new`);
      if (!reply.envelope.Ok) throw new Error(`${list}/create-new answered ${JSON.stringify(reply.envelope)}`);
      ledger.note(reply.data.id, fieldsOf(list, reply.data), reply);
      ledger.done[`${list}/create-new`] = n + 1;
    }
};

const servedBy = async (window: Window): Promise<Served> => {
  const rows = (await window.get<{ id: string }[]>("filters/get-filters")).data;
  const filters = await Promise.all(
    rows.map(async ({ id }) => (await window.get<Filter>(`filters/get-filter?id=${id}`)).data),
  );
  // Other list details, such as change and usage times, have their own tests.
  const reports = (await window.get<ListedDesign[]>("reports/get-reports")).data.map(({ about, ...design }) => design);
  return { filters, reports };
};

/** Turns the list of designs around: the position of this response is beyond all others'. */
const lastCommand = async (window: Window): Promise<string | undefined> => {
  const { data, version } = await window.get<ReportDesignItem[]>("reports/get-reports");
  const turned = data.map(({ id }) => id).reverse();
  const reply = await window.send<boolean>("PUT", "reports/set-ordering", turned, version);
  if (!reply.envelope.Ok) throw new Error(`The last order was refused: ${reply.envelope.ErrorMessage}`);
  return window.position();
};

const rereadWorkspace = async ({ dataDir, tenant }: Webs): Promise<WorkspaceState> => {
  const clock = createSystemClock();
  const stores = await openStores({ config: { DATA_DIR: dataDir }, clock, readModels: "none" });
  try {
    const runner = createCommandRunner({ ...stores, clock, ids: createSystemIds(), upcasters });
    return (await runner.load(workspaceDecider, tenant)).state;
  } finally {
    await stores.close();
  }
};

type Load = { editors: number; seconds: number; seed: number };

const work = async (webs: Webs, { editors, seconds, seed }: Load) => {
  const ledger = createLedger();
  const differing: Differing[] = [];
  const two = [webs.urls[0], webs.urls[1]] as const;
  const open = (random: () => number, urls: readonly [string, string] = two, position?: string) =>
    openWindow({ urls, token: webs.token, random, position, onDiffering: (one) => differing.push(one) });
  const first = open(randomFrom(seed));
  await furnish(first, ledger);
  const signal = AbortSignal.timeout(seconds * 1_000);
  await Promise.all(
    Array.from({ length: editors }, (_, number) => {
      const random = randomFrom(seed + number + 1);
      return workAsEditor({ number, window: open(random), ledger, random, signal });
    }),
  );
  const position = await lastCommand(first);
  const served = await Promise.all(webs.urls.map((url) => servedBy(open(randomFrom(seed), [url, url], position))));
  return { ledger, differing, served };
};

/** Lets editors work on one shop over two web processes for some seconds, and gathers what came of it. */
export const editTogether = async (load: Load): Promise<Together> => {
  const webs = await startWebs(2);
  try {
    const worked = await work(webs, load).finally(() => webs.stop());
    const { kept, spoken } = await readPast(webs.dataDir, webs.tenant);
    const requestIds = new Set(kept.events.map(({ correlation }) => correlation));
    return {
      ...worked,
      // A command without events is decided again when it is repeated (ADR 119).
      differing: worked.differing.filter((one) => one.requestIds.some((id) => requestIds.has(id))),
      past: spoken,
      kept,
      reread: await rereadWorkspace(webs),
      inspection: await inspect(webs.dataDir),
    };
  } finally {
    await webs.remove();
  }
};
