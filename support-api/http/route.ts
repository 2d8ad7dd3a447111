import type { Role } from "#domain/console/roles.ts";
import type { SupportSession } from "../session/sessions.ts";

/** `query`: unparsed. `params`: from the path. */
export type ConsoleCall = {
  session: SupportSession;
  requestId: string;
  query: Readonly<Record<string, unknown>>;
  params: Readonly<Record<string, string>>;
  body: unknown;
  setHeader(name: string, value: string): void;
};

/** The role is mandatory, so no route is reachable without one. */
export type ConsoleRoute = {
  method: "GET" | "POST";
  path: string;
  needs: Role;
  handle(call: ConsoleCall): Promise<unknown>;
};
