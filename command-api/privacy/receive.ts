import { createPeopleHash } from "#application/people/people-hash.ts";
import { type PrivacySubject, putSubject, toSubjectRef } from "#application/privacy/subject.ts";
import { deriveId } from "#application/text/derive-id.ts";
import { isRefusal } from "#domain/core/decider.ts";
import { type PrivacyCommand, privacyDecider } from "#domain/privacy/decider.ts";
import type { PrivacyRequestKind } from "#domain/privacy/events.ts";
import type { CommandApiDeps } from "../deps.ts";

/** A delivery that passed the gate. No `tenant`: the shop was never here. */
export type PrivacyDelivery = {
  tenant: string | undefined;
  shop: string;
  webhookId: string;
  bodyHash: string;
  requestId: string;
};

/** `isComplete`: false if part was unreadable, so the request may concern more people. */
export type NamedSubject = { subject: PrivacySubject; isComplete: boolean };

/** Derives an id that is the same at every redelivery. */
export const derivePrivacyId = (
  kind: PrivacyRequestKind,
  { shop, webhookId, bodyHash }: Pick<PrivacyDelivery, "shop" | "webhookId" | "bodyHash">,
): string => deriveId("privacy", kind, shop, webhookId, bodyHash);

/**
 * Records a platform request about personal data; upkeep carries it out. A redelivery finds the first record. Only the
 * vault has the subject, until the end. A partly unreadable subject counts as lost.
 */
export const receivePrivacyRequest = async (
  { runner, vault }: Pick<CommandApiDeps, "runner" | "vault">,
  kind: PrivacyRequestKind,
  delivery: PrivacyDelivery,
  named: NamedSubject | undefined,
): Promise<void> => {
  const { tenant, shop, webhookId, requestId } = delivery;
  const id = derivePrivacyId(kind, delivery);
  const { state } = await runner.load(privacyDecider, id);
  if (state.status !== "unknown") return;
  const customerId = named?.subject.customerId ?? null;
  const isKept = tenant !== undefined && named?.isComplete === true;
  if (isKept) await putSubject(vault, id, tenant, named.subject);
  const received = await runner.execute(
    privacyDecider,
    id,
    (context): PrivacyCommand => ({
      type: "ReceivePrivacyRequest",
      kind,
      tenant: tenant ?? null,
      shop,
      webhookId,
      customer:
        tenant !== undefined && customerId !== null
          ? createPeopleHash(vault, tenant)({ kind: "customer", value: customerId })
          : null,
      orders: named?.subject.orders.length ?? 0,
      subjectRef: isKept ? toSubjectRef(id) : null,
      context,
    }),
    {
      tenant: tenant ?? `unknown:${shop}`,
      actor: { kind: "system", part: "webhooks" },
      correlation: requestId,
      commandId: `receive:${id}`,
    },
  );
  if (isRefusal(received)) throw new Error(`A request about personal data was refused: ${received.message}`);
  // Another delivery is carried out, so the subject must not stay.
  if (isKept && kind !== "customer-data" && received.state.status === "carried-out")
    await vault.erase(toSubjectRef(id));
};
