import { readOwnId } from "./line-head.ts";
import type { Line } from "./lines.ts";
import type { BulkPlan } from "./plan.ts";

/** An order's child that has lines below: as these name it, and its id's number. */
type Parent = { name: string; number: number };
export type ParentOf = (line: Line) => Parent | undefined;

/** Tells which of an order's children have lines below. Undefined if none has. */
export const createParentOf = ({ connections, nested }: BulkPlan): ParentOf | undefined => {
  if (nested.size === 0) return undefined;
  return (line) => {
    const { type = "", number = 0 } = readOwnId(line) ?? {};
    return nested.has(connections.get(type) ?? "") ? { name: `${type}/${number}`, number } : undefined;
  };
};
