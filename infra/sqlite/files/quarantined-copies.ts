import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { QuarantinedCopies } from "../../ports/stores/quarantined-copies.ts";
import { removeDatabase } from "./quarantine.ts";

/** A copy set aside; `why` and `since` are in its name. */
export type QuarantinedCopy = { name: string; store: string; why: string; since: Date };

const form =
  /^(?<store>events|state|read-models)\.(?<why>[a-z]+)-(?<day>\d{4})(?<month>\d\d)(?<date>\d\d)T(?<hour>\d\d)(?<minute>\d\d)(?<rest>\d\d\.\d{3}Z)\.db$/;

/** Renamed copies are not found. */
export const listQuarantinedCopies = (dataDir: string): QuarantinedCopy[] =>
  readdirSync(dataDir)
    .toSorted()
    .flatMap((name) => {
      const { store = "", why = "", day, month, date, hour, minute, rest } = form.exec(name)?.groups ?? {};
      const since = new Date(`${day}-${month}-${date}T${hour}:${minute}:${rest}`);
      return Number.isNaN(since.getTime()) ? [] : [{ name, store, why, since }];
    });

export const createQuarantinedCopies = (dataDir: string): QuarantinedCopies => ({
  async remove({ before } = { before: new Date(8.64e15) }) {
    const found = listQuarantinedCopies(dataDir).filter(({ store, since }) => store !== "events" && since < before);
    for (const { name } of found) removeDatabase(join(dataDir, name));
    return found.map(({ name }) => name);
  },
});
