import type { Configuration, UpdateConfigurationPayload } from "#domain/wire/account/configuration.ts";
import type { Calls } from "../../../shared/api/calls.ts";

/** The settings of all reports. */
export const createConfigurationCalls = ({ http, command }: Calls) => ({
  /** Includes the ETag to send with changes. */
  configuration: (signal: AbortSignal) =>
    http.send<Configuration>({ method: "GET", kind: "query", path: "configuration/get", signal }),
  /** Absent preferences stay unchanged. Returns the stored configuration and its new ETag. */
  updateConfiguration: (body: UpdateConfigurationPayload, ifMatch: string | null) =>
    http.send<Configuration>({ method: "PUT", kind: "command", path: "configuration/update", body, ifMatch }),
  setAcceptsMarketing: (accepts: boolean) => command<boolean>("configuration/accepts-marketing", accepts, "PUT"),
});
