import type { CommandRunner } from "#application/commands/command-runner-types.ts";
import { openRequestPrefix } from "#application/privacy/open-requests.ts";
import { subjectPrefix } from "#application/privacy/subject.ts";
import { isRefusal } from "#domain/core/decider.ts";
import { type PrivacyCommand, type PrivacyRequest, privacyDecider } from "#domain/privacy/decider.ts";
import type { PrivacyRequestKind } from "#domain/privacy/events.ts";
import type { Database } from "#infra/sqlite/database.ts";
import { encryptedValuesWith, findEntries, readStoreHistory } from "#infra/sqlite/state/state-repair.ts";
import { derivePrivacyId } from "../../command-api/privacy/receive.ts";
import { privacyKinds } from "../../command-api/webhooks/privacy.ts";
import { parseProcessedKey, processedPrefix } from "../../command-api/webhooks/process-once.ts";
import type { Causes } from "./causes.ts";

/** The fate of received privacy requests. */
export type Requests = {
  /** Requests missing in the streams, but open in upkeep's notes. */
  recordable: Map<string, PrivacyRequest>;
  /** Other requests missing in the streams. Undefined fields are unknown. */
  lost: { kind: PrivacyRequestKind | undefined; shop: string; webhookId: string | undefined }[];
  /** Requests in the streams without an end, of unknown subject. */
  subjectLost: PrivacyRequest[];
};

/** Finds requests with lost events in upkeep's notes. Another event store's notes don't count. */
const findRecordable = (state: Database, storeId: string, { events, requests }: Causes): Requests["recordable"] => {
  const { history } = readStoreHistory(state);
  if (history?.storeId !== storeId && events > 0) return new Map();
  return new Map(
    findEntries<PrivacyRequest>(state, openRequestPrefix)
      .map(({ key, value }): [string, PrivacyRequest] => [key.slice(openRequestPrefix.length), value])
      .filter(([id]) => !requests.has(id)),
  );
};

/** Requests by id, from the webhooks of the last 7 days. */
const readProcessedRequests = (state: Database): Map<string, Requests["lost"][number]> => {
  const taken = new Map<string, Requests["lost"][number]>();
  for (const { key } of findEntries(state, processedPrefix)) {
    const { topic, ...sent } = parseProcessedKey(key);
    if (!Object.hasOwn(privacyKinds, topic)) continue;
    const kind = privacyKinds[topic as keyof typeof privacyKinds];
    taken.set(derivePrivacyId(kind, sent), { kind, shop: sent.shop, webhookId: sent.webhookId });
  }
  return taken;
};

/** Compares requests in the stores. `names` maps tenants to shops. */
export const compareRequests = (
  state: Database,
  storeId: string,
  causes: Causes,
  names: ReadonlyMap<string, string>,
): Requests => {
  const recordable = findRecordable(state, storeId, causes);
  const lost = readProcessedRequests(state);
  const sealed = new Set<string>();
  for (const { reference, owner } of encryptedValuesWith(state, subjectPrefix)) {
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

/** Records lost requests before anything is removed: until then only the state store knows them. */
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
