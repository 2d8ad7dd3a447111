import type { JsonObject } from "../../ports/json.ts";

export type FailedPaths = {
  /** Failed paths below the object, without list indexes; an empty text is the object itself. */
  paths: readonly string[];
  objects: number;
  /** Failed paths by index in a page of orders, ascending; absent for other responses. */
  pathsByIndex?: ReadonlyMap<number, readonly string[]>;
  /** Failed paths by alias of an order (`o0`, `o1`, …); absent for other responses. */
  pathsByAlias?: ReadonlyMap<number, readonly string[]>;
  /** Failed paths by order read by id in several requests; absent for other reads. */
  pathsByOrder?: ReadonlyMap<JsonObject, readonly string[]>;
};

/** The response failed only within single objects: all others can be read without them. */
export class PartialFailure extends Error {
  override name = "PartialFailure";
  readonly failed: FailedPaths;
  constructor(reason: string, places: FailedPaths) {
    super(reason);
    this.failed = places;
  }
}

/** Splits a path after its object: an order of a page, or an alias of read-parts.ts or remaining-pages.ts. */
const splitPath = (path: readonly unknown[]): { object: string; below: readonly unknown[] } | undefined => {
  const [first, second, third] = path;
  if (first === "orders" && second === "nodes" && typeof third === "number")
    return { object: String(third), below: path.slice(3) };
  return /^[on]\d+$/.test(String(first)) ? { object: String(first), below: path.slice(1) } : undefined;
};

/** Groups failed paths by object. Undefined if an error isn't within a single object. */
export const findFailedPaths = (paths: readonly (readonly unknown[])[]): FailedPaths | undefined => {
  const split = paths.map(splitPath).filter((one) => one !== undefined);
  if (split.length < paths.length) return undefined;
  const named = split.map(({ object, below }) => ({
    object,
    path: below.filter((name) => typeof name === "string").join("."),
  }));
  const byObject = Map.groupBy(named, ({ object }) => object);
  /** Paths by the number after a prefix; undefined if an object has another name. */
  const numbered = (prefix: RegExp): Map<number, string[]> | undefined => {
    if (![...byObject.keys()].every((object) => prefix.test(object))) return undefined;
    const found = [...byObject].map(([object, failed]): [number, string[]] => [
      Number(object.replace(prefix, "")),
      failed.map(({ path }) => path),
    ]);
    return new Map(found.sort(([one], [other]) => one - other));
  };
  const [pathsByIndex, pathsByAlias] = [numbered(/^(?=\d)/), numbered(/^o(?=\d)/)];
  return {
    ...(pathsByIndex && { pathsByIndex }),
    ...(pathsByAlias && { pathsByAlias }),
    paths: [...new Set(named.map(({ path }) => path))],
    objects: byObject.size,
  };
};
