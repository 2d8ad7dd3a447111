import { projections } from "../../projections/read-models/all.ts";

/** Names of all read models. */
export const readModelNames = projections.map(({ name }) => name);

/** The versions that this code was made for, by name. */
export const readModelVersions: ReadonlyMap<string, number> = new Map(
  projections.map(({ name, version }) => [name, version]),
);
