import { type Decider, type Refusal, refuse } from "../core/decider.ts";
import { isJsonEqual } from "../core/is-json-equal.ts";
import type { CommandContext } from "../core/message.ts";
import type { HeldExport, PrivacyEvent } from "./events.ts";

type DataOf<Type extends PrivacyEvent["type"]> = Extract<PrivacyEvent, { type: Type }>["data"];

/** `receivedAt`: ISO UTC. */
export type PrivacyRequest = DataOf<"PrivacyRequestReceived"> & { receivedAt: string };
/** The end of a request, with all exports named before it. */
export type PrivacyEnd = DataOf<"PrivacyRequestCarriedOut">;

/** Commands on `privacy-{id}`. */
export type PrivacyCommand = { context: CommandContext } & (
  | ({ type: "ReceivePrivacyRequest" } & DataOf<"PrivacyRequestReceived">)
  /** Exports named before are ignored; after the end all are. */
  | ({ type: "NamePrivacyExports" } & DataOf<"PrivacyExportsNamed">)
  /** Only the first one counts. */
  | ({ type: "CarryOutPrivacyRequest" } & PrivacyEnd)
);

export type PrivacyState =
  | { status: "unknown" }
  | { status: "received"; request: PrivacyRequest; named: readonly HeldExport[] }
  | { status: "carried-out"; request: PrivacyRequest; end: PrivacyEnd };

const pickUnnamed = (exports: readonly HeldExport[], named: readonly HeldExport[]): HeldExport[] => {
  const known = new Set(named.map(({ exportId }) => exportId));
  return exports.filter(({ exportId }) => !known.has(exportId));
};

const decide = (command: PrivacyCommand, state: PrivacyState): readonly PrivacyEvent[] | Refusal => {
  if (command.type === "ReceivePrivacyRequest") {
    const { type: _, context: __, ...data } = command;
    if (state.status === "unknown") return [{ type: "PrivacyRequestReceived", data }];
    const { receivedAt: ___, ...known } = state.request;
    return isJsonEqual(data, known)
      ? []
      : refuse("rule", "A request with this id was received with different contents. Send it with a new id.");
  }
  if (state.status === "unknown") return refuse("unknown", "There is no such request. Receive it first.");
  if (state.status === "carried-out") return [];
  const exports = pickUnnamed(command.exports, state.named);
  if (command.type === "NamePrivacyExports")
    return exports.length === 0 ? [] : [{ type: "PrivacyExportsNamed", data: { exports } }];
  const { type: _, context: __, ...data } = command;
  return [{ type: "PrivacyRequestCarriedOut", data: { ...data, exports } }];
};

/** Stream `privacy-{id}`. */
export const privacyDecider: Decider<PrivacyCommand, PrivacyEvent, PrivacyState> = {
  category: "privacy",
  stateSchema: 2,
  initialState: { status: "unknown" },
  decide,
  evolve: (state, event, { instant }) => {
    if (event.type === "PrivacyRequestReceived")
      return { status: "received", request: { ...event.data, receivedAt: instant }, named: [] };
    if (state.status !== "received") return state;
    const exports = [...state.named, ...event.data.exports];
    if (event.type === "PrivacyExportsNamed") return { ...state, named: exports };
    return { status: "carried-out", request: state.request, end: { ...event.data, exports } };
  },
};
