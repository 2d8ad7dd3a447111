import { GraphQLError } from "graphql";

export type ConnectionArguments = {
  first?: number | null;
  last?: number | null;
  after?: string | null;
  before?: string | null;
  reverse?: boolean | null;
};

const MAX_PAGE = 250;

const badRequest = (message: string): GraphQLError =>
  new GraphQLError(message, { extensions: { code: "BAD_REQUEST" } });

/** Reads the page size. @throws {GraphQLError} neither `first` nor `last` is given, or it isn't 0 to 250 */
export const pageSize = ({ first, last }: ConnectionArguments): { size: number; backward: boolean } => {
  const size = first ?? last;
  if (size === null || size === undefined) throw badRequest("you must provide one of first or last");
  if (size < 0) throw badRequest("first and last must not be negative");
  if (size > MAX_PAGE) throw badRequest(`first and last must not be over ${MAX_PAGE}`);
  return { size, backward: first === null || first === undefined };
};

/** Content of a cursor: the item's id and its sort value (P-4.3). */
export type CursorValue = { last_id: number; last_value: number | string };

export const encodeCursor = (value: CursorValue): string => Buffer.from(JSON.stringify(value)).toString("base64");

/** @throws {GraphQLError} the text isn't a cursor */
export const decodeCursor = (cursor: string): CursorValue => {
  try {
    const value: unknown = JSON.parse(Buffer.from(cursor, "base64").toString("utf8"));
    if (typeof value === "object" && value !== null && "last_id" in value && "last_value" in value) {
      const { last_id: id, last_value: last } = value;
      if (typeof id === "number" && (typeof last === "number" || typeof last === "string"))
        return { last_id: id, last_value: last };
    }
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw badRequest("Invalid cursor for current pagination sort.");
};

export type Page<T> = {
  items: readonly T[];
  hasNextPage: boolean;
  hasPreviousPage: boolean;
  cursorOf: (item: T) => string;
};

/** Creates a connection whose page info and nodes are made on demand. */
export const connection = <T, N>(page: Page<T>, nodeOf: (item: T) => N) => {
  const { items, cursorOf } = page;
  return {
    nodes: () => items.values().map(nodeOf),
    edges: () => items.values().map((item) => ({ cursor: () => cursorOf(item), node: nodeOf(item) })),
    pageInfo: () => {
      const [start, end] = [items[0], items.at(-1)];
      return {
        hasNextPage: page.hasNextPage,
        hasPreviousPage: page.hasPreviousPage,
        startCursor: start === undefined ? null : cursorOf(start),
        endCursor: end === undefined ? null : cursorOf(end),
      };
    },
  };
};

export const numberOfGid = (id: string): number => Number(id.slice(id.lastIndexOf("/") + 1));

/** A connection over a list. Items are identified by their id's number, or by position. */
export const listConnection = <T extends object>(list: readonly T[], args: ConnectionArguments) => {
  const { size, backward } = pageSize(args);
  const numbered = list.map((item, position) => ({
    item,
    position,
    id: "id" in item && typeof item.id === "string" ? numberOfGid(item.id) : position + 1,
  }));
  const ordered = args.reverse ? numbered.reverse() : numbered;
  const positionOf = (cursor: string): number => {
    const { last_id: id } = decodeCursor(cursor);
    return ordered.findIndex((one) => one.id === id);
  };
  const from = args.after ? positionOf(args.after) + 1 : 0;
  const before = args.before ? positionOf(args.before) : -1;
  const to = before < 0 ? ordered.length : before;
  const start = backward ? Math.max(from, to - size) : from;
  const end = backward ? to : Math.min(to, from + size);
  return connection(
    {
      items: ordered.slice(start, end),
      hasNextPage: end < ordered.length,
      hasPreviousPage: start > 0,
      cursorOf: ({ id, position }) => encodeCursor({ last_id: id, last_value: position + 1 }),
    },
    ({ item }) => item,
  );
};

export const textConnection = (texts: readonly string[], args: ConnectionArguments) => {
  const page = listConnection(
    texts.map((text) => ({ text })),
    args,
  );
  return {
    pageInfo: page.pageInfo,
    nodes: () => page.nodes().map(({ text }) => text),
    edges: () => page.edges().map(({ cursor, node }) => ({ cursor, node: node.text })),
  };
};
