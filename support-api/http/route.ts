import type { Role } from "#domain/console/roles.ts";
import type { SupportSession } from "../session/sessions.ts";

/** What a handler gets: the query as it came, ids of the path, and the body of a change. */
export type ConsoleCall = {
  session: SupportSession;
  requestId: string;
  query: Readonly<Record<string, unknown>>;
  params: Readonly<Record<string, string>>;
  body: unknown;
  setHeader(name: string, value: string): void;
};

/** A call of the console, declared once: nothing is reachable that names no role. */
export type ConsoleRoute = {
  method: "GET" | "POST";
  /** Below `/support/api/`, with `:name` for parameters. */
  path: string;
  needs: Role;
  /** Answers what is sent as JSON. */
  handle(call: ConsoleCall): Promise<unknown>;
};
