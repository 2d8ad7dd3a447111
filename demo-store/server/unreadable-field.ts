import { GraphQLError } from "graphql";
import type { DemoOrder } from "../generate/types.ts";

type Fields = Readonly<Record<string, unknown>>;
const isFields = (value: unknown): value is Fields => typeof value === "object" && value !== null;

/**
 * Copies a value so that reading its field at the path calls `fail`, which may throw. In a list it breaks the first
 * item.
 */
const broken = (value: unknown, [name = "", ...rest]: readonly string[], fail: () => void): unknown => {
  if (Array.isArray(value)) {
    const [first, ...others] = value;
    return first === undefined ? value : [broken(first, [name, ...rest], fail), ...others];
  }
  if (!isFields(value)) return value;
  const get = () => {
    if (rest.length > 0) return broken(value[name], rest, fail);
    fail();
    return value[name];
  };
  return Object.defineProperties({}, { ...Object.getOwnPropertyDescriptors(value), [name]: { get, enumerable: true } });
};

/** An order with an unreadable field. `due`: reading fails this time. */
export const withUnreadableField = (
  order: DemoOrder,
  { path = "", code = "" }: { path?: string; code?: string },
  due: () => boolean,
): DemoOrder =>
  broken(
    order,
    path.split(".").filter((name) => name !== "nodes"),
    () => {
      if (!due()) return;
      throw new GraphQLError("Internal error. Looks like something went wrong on our end.", {
        extensions: code === "" ? {} : { code },
      });
    },
  ) as DemoOrder;
