import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { FileType } from "#domain/enumerations.ts";
import type { Envelope } from "#domain/wire/envelope.ts";
import type { ExportJob } from "#domain/wire/reports/reporting.ts";
import type { Method } from "#tests/support/http-client.ts";
import { filtersOf, type Range } from "#tests/support/merchant.ts";

/** A call that was not answered well. `during`: the engine that was cut off then. */
type Failed = { what: string; during: string; status: number; message: string; ms: number };

/** The results of a load. */
export type Told = {
  /** Names whose save succeeded, in the order of each item's saves. */
  saved: Record<string, string[]>;
  exports: string[];
  failed: Failed[];
  /** How many calls were answered well, by what was cut off then. */
  well: Record<string, number>;
  /** How long the slowest answer took, ms, by what was cut off then. */
  slowest: Record<string, number>;
  /** Problems reported by the web processes, by the engine that was cut off then. */
  troubles: Record<string, Set<string>>;
};

/** An item that gets one name after another. `save`: the body of its save under a name. */
export type Edited = { kind: string; path: string; save: (title: string) => object };

type LoadOptions = {
  urls: readonly string[];
  token: () => string;
  edited: readonly Edited[];
  /** The design, filter and range of all exports. */
  wanted: { reportId: string; filterId: string; range: Range };
  /** The engine that is cut off now. */
  during: () => string;
  signal: AbortSignal;
};

/** Nobody waits for longer; a call without a response by then has hung. */
const hung = 120_000;
const betweenSaves = 700;
const betweenExports = 6_000;
const beforeRepeat = 1_000;
const betweenLooks = 1_000;

const lists = [
  "filters/get-filters",
  "reports/get-reports",
  "automations/get-automations",
  "reporting/getExportList",
  "instrumentation/troubles",
];

/**
 * Saves, asks for reports and looks at lists, over all web processes in turn, until the signal aborts. A command that
 * is not answered well is repeated as it was, with its id, until it is, also when the signal has aborted: so each that
 * was told is done.
 */
export const workOnAndOn = async (options: LoadOptions): Promise<Told> => {
  const { urls, during, signal } = options;
  const told: Told = { saved: {}, exports: [], failed: [], well: {}, slowest: {}, troubles: {} };
  let turn = 0;

  /** undefined if it was not answered well. */
  const ask = async (
    method: Method,
    path: string,
    body?: unknown,
    commandId?: string,
  ): Promise<{ data: unknown } | undefined> => {
    const url = urls[turn++ % urls.length];
    const at = during();
    const begun = performance.now();
    const response = await fetch(`${url}/api/${path}`, {
      method,
      headers: {
        authorization: `Bearer ${options.token()}`,
        ...(commandId !== undefined && { "x-command-id": commandId, "content-type": "application/json" }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(hung),
    });
    const envelope = (await response.json()) as Envelope<unknown>;
    const ms = performance.now() - begun;
    told.slowest[at] = Math.max(told.slowest[at] ?? 0, ms);
    if (envelope.Ok) {
      told.well[at] = (told.well[at] ?? 0) + 1;
      return { data: envelope.Data };
    }
    const message = envelope.ErrorMessage ?? "";
    told.failed.push({ what: `${method} ${path}`, during: at, status: response.status, message, ms });
    return undefined;
  };
  const insist = async (method: Method, path: string, body: object): Promise<unknown> => {
    const commandId = randomUUID();
    for (;;) {
      const answer = await ask(method, path, body, commandId);
      if (answer) return answer.data;
      await pause(beforeRepeat);
    }
  };

  const save = async ({ kind, path, save }: Edited) => {
    const names: string[] = [];
    told.saved[kind] = names;
    for (let n = 1; !signal.aborted; n += 1) {
      const title = `${kind} ${String(n).padStart(4, "0")}`;
      await insist("PUT", path, save(title));
      names.push(title);
      await pause(betweenSaves);
    }
  };
  const request = async () => {
    const { reportId: ReportId, filterId, range } = options.wanted;
    const UserOrderFilters = filtersOf(range, filterId);
    const wanted = { ReportId, FileType: FileType.Csv, UserOrderFilters, SelectedOrderIds: [], EmptyExpected: false };
    while (!signal.aborted) {
      const job = (await insist("POST", "reporting/generateReport", wanted)) as ExportJob;
      told.exports.push(job.ReportExportId);
      await pause(betweenExports);
    }
  };
  const look = async () => {
    while (!signal.aborted) {
      for (const path of lists) {
        const at = during();
        const answer = await ask("GET", path);
        if (path !== "instrumentation/troubles" || !Array.isArray(answer?.data)) continue;
        told.troubles[at] = new Set([...(told.troubles[at] ?? []), ...answer.data.map(String)]);
      }
      await pause(betweenLooks);
    }
  };
  await Promise.all([...options.edited.map(save), request(), look()]);
  return told;
};
