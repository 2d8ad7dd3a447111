import type { CommandRunner } from "#application/commands/command-runner-types.ts";
import { openRequestPrefix } from "#application/privacy/open-requests.ts";
import { subjectPrefix } from "#application/privacy/subject.ts";
import { isRefusal } from "#domain/core/decider.ts";
import { type PrivacyCommand, type PrivacyRequest, privacyDecider } from "#domain/privacy/decider.ts";
import type { PrivacyRequestKind } from "#domain/privacy/events.ts";
import type { Database } from "#infra/sqlite/database.ts";
import { entriesWith, historyIn, sealedWith } from "#infra/sqlite/state/state-repair.ts";
import { privacyIdOf } from "../../command-api/privacy/receive.ts";
import { readTakenKey, takenPrefix } from "../../command-api/webhooks/once.ts";
import { privacyKinds } from "../../command-api/webhooks/privacy.ts";
import type { Causes } from "./causes.ts";

/** What became of requests about personal data that were received. */
export type Requests = {
  /** Not in the streams, but upkeep had heard of them and they had no end: they can be recorded again. */
  recordable: Map<string, PrivacyRequest>;
  /** Not in the streams, and nothing else is known of them. Undefined where not even that is. */
  lost: { kind: PrivacyRequestKind | undefined; shop: string; webhookId: string | undefined }[];
  /** In the streams without an end, and whom they are about is not known any more. */
  subjectLost: PrivacyRequest[];
};

/** Their events were lost: what upkeep noted of open requests, unless the state store is that of another event store. */
const recordableIn = (state: Database, storeId: string, { events, requests }: Causes): Requests["recordable"] => {
  const { history } = historyIn(state);
  if (history?.storeId !== storeId && events > 0) return new Map();
  return new Map(
    entriesWith<PrivacyRequest>(state, openRequestPrefix)
      .map(({ key, value }): [string, PrivacyRequest] => [key.slice(openRequestPrefix.length), value])
      .filter(([id]) => !requests.has(id)),
  );
};

/** Webhooks that were taken within the last 7 days, the requests about personal data among them, by id. */
const takenIn = (state: Database): Map<string, Requests["lost"][number]> => {
  const taken = new Map<string, Requests["lost"][number]>();
  for (const { key } of entriesWith(state, takenPrefix)) {
    const { topic, ...sent } = readTakenKey(key);
    if (!Object.hasOwn(privacyKinds, topic)) continue;
    const kind = privacyKinds[topic as keyof typeof privacyKinds];
    taken.set(privacyIdOf(kind, sent), { kind, shop: sent.shop, webhookId: sent.webhookId });
  }
  return taken;
};

/** Compares what is known of requests about personal data beside the streams with them. `names`: of shops, by tenant. */
export const requestsIn = (
  state: Database,
  storeId: string,
  causes: Causes,
  names: ReadonlyMap<string, string>,
): Requests => {
  const recordable = recordableIn(state, storeId, causes);
  const lost = takenIn(state);
  const sealed = new Set<string>();
  for (const { reference, owner } of sealedWith(state, subjectPrefix)) {
    const id = reference.slice(subjectPrefix.length);
    sealed.add(reference);
    if (!lost.has(id)) lost.set(id, { kind: undefined, shop: names.get(owner) ?? owner, webhookId: undefined });
  }
  return {
    recordable,
    lost: [...lost].filter(([id]) => !causes.requests.has(id) && !recordable.has(id)).map(([, one]) => one),
    subjectLost: [...causes.requests.values()].filter(
      ({ ended, subjectRef }) => !ended && subjectRef !== null && !sealed.has(subjectRef),
    ),
  };
};

/** Puts requests back into their streams. Done before anything is forgotten: until then they are known from the state store alone. */
export const recordAgain = async (runner: CommandRunner, { recordable }: Requests): Promise<void> => {
  for (const [id, { receivedAt: _, ...facts }] of recordable) {
    const recorded = await runner.execute(
      privacyDecider,
      id,
      (context): PrivacyCommand => ({ type: "ReceivePrivacyRequest", ...facts, context }),
      {
        tenant: facts.tenant ?? `unknown:${facts.shop}`,
        actor: { kind: "system", part: "repair" },
        correlation: `repair:${id}`,
      },
    );
    if (isRefusal(recorded)) throw new Error(`Request ${id} was not recorded again: ${recorded.message}`);
  }
};
