import type { OpenedPage, OpenOptions } from "./open-page.ts";

/** A screen in one of its states: screenshots are made of it, and axe looks at it. */
export type Scene = {
  /** In lower case with dashes, for a file name. */
  name: string;
  path: string;
  options?: OpenOptions;
  /** Brings the opened page into the state and waits until it is there. */
  ready: (opened: OpenedPage) => Promise<unknown>;
};
