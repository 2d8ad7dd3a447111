import type { Configuration, UpdateConfigurationPayload } from "#domain/wire/account/configuration.ts";
import type { Calls } from "../../../shared/api/calls.ts";

/** The calls about what a merchant sets once for all reports. */
export const configurationCalls = ({ http, command }: Calls) => ({
  /** With its ETag, to send back when it is changed. */
  configuration: (signal: AbortSignal) =>
    http.send<Configuration>({ method: "GET", kind: "query", path: "configuration/get", signal }),
  /** Preferences that are absent stay. Answers the configuration as it now stands, and its new ETag. */
  updateConfiguration: (body: UpdateConfigurationPayload, ifMatch: string | null) =>
    http.send<Configuration>({ method: "PUT", kind: "command", path: "configuration/update", body, ifMatch }),
  setAcceptsMarketing: (accepts: boolean) => command<boolean>("configuration/accepts-marketing", accepts, "PUT"),
});
