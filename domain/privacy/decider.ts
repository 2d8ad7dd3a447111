import { type Decider, type Refusal, refuse } from "../core/decider.ts";
import { jsonEqual } from "../core/json-equal.ts";
import type { CommandContext } from "../core/message.ts";
import type { PrivacyEvent } from "./events.ts";

type DataOf<Type extends PrivacyEvent["type"]> = Extract<PrivacyEvent, { type: Type }>["data"];

/** What is known of a request since it came. `receivedAt` is ISO UTC. */
export type PrivacyRequest = DataOf<"PrivacyRequestReceived"> & { receivedAt: string };
export type PrivacyEnd = DataOf<"PrivacyRequestCarriedOut">;

/** Commands on `privacy-{id}`. */
export type PrivacyCommand = { context: CommandContext } & (
  | ({ type: "ReceivePrivacyRequest" } & DataOf<"PrivacyRequestReceived">)
  /** The first one counts. */
  | ({ type: "CarryOutPrivacyRequest" } & PrivacyEnd)
);

export type PrivacyState =
  | { status: "unknown" }
  | { status: "received"; request: PrivacyRequest }
  | { status: "carried-out"; request: PrivacyRequest; end: PrivacyEnd };

const decide = (command: PrivacyCommand, state: PrivacyState): readonly PrivacyEvent[] | Refusal => {
  if (command.type === "ReceivePrivacyRequest") {
    const { type: _, context: __, ...data } = command;
    if (state.status === "unknown") return [{ type: "PrivacyRequestReceived", data }];
    const { receivedAt: ___, ...known } = state.request;
    return jsonEqual(data, known)
      ? []
      : refuse("rule", "A request of this id was received with other contents. Send it under an id of its own.");
  }
  const { type: _, context: __, ...data } = command;
  switch (state.status) {
    case "unknown":
      return refuse("unknown", "There is no such request. Receive it first.");
    case "received":
      return [{ type: "PrivacyRequestCarriedOut", data }];
    case "carried-out":
      return [];
  }
};

/** Stream `privacy-{id}`. */
export const privacyDecider: Decider<PrivacyCommand, PrivacyEvent, PrivacyState> = {
  category: "privacy",
  stateSchema: 1,
  initialState: { status: "unknown" },
  decide,
  evolve: (state, event, { instant }) => {
    if (event.type === "PrivacyRequestReceived")
      return { status: "received", request: { ...event.data, receivedAt: instant } };
    return state.status === "received" ? { ...state, status: "carried-out", end: event.data } : state;
  },
};
