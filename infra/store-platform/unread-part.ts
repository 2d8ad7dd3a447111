/**
 * Where an answer failed within single objects of it. `paths`: below the object, without the places in lists; empty text: the object itself.
 * `objects`: how many failed. `first`: the place of the first of them in a page of orders; absent of other answers.
 */
export type FailedPlaces = { paths: readonly string[]; objects: number; first?: number };

/** Thrown when an answer failed within single objects of it: the others can be had without them. */
export class UnreadPart extends Error {
  override name = "UnreadPart";
  readonly places: FailedPlaces;
  constructor(reason: string, places: FailedPlaces) {
    super(reason);
    this.places = places;
  }
}

/** Object and path below it of an error's path: in a page of orders, or under an alias of read-parts.ts or follow.ts. */
const splitPath = (path: readonly unknown[]): { object: string; below: readonly unknown[] } | undefined => {
  const [first, second, third] = path;
  if (first === "orders" && second === "nodes" && typeof third === "number")
    return { object: String(third), below: path.slice(3) };
  return /^[on]\d+$/.test(String(first)) ? { object: String(first), below: path.slice(1) } : undefined;
};

/** Undefined where an error is not of a single object. */
export const failedPlaces = (paths: readonly (readonly unknown[])[]): FailedPlaces | undefined => {
  const split = paths.map(splitPath).filter((one) => one !== undefined);
  if (split.length < paths.length) return undefined;
  const first = Math.min(...split.map(({ object }) => Number(object)));
  return {
    ...(Number.isInteger(first) && { first }),
    paths: [...new Set(split.map(({ below }) => below.filter((name) => typeof name === "string").join(".")))],
    objects: new Set(split.map(({ object }) => object)).size,
  };
};
