import type { StateStore } from "#infra/ports/stores/state-store.ts";

/** Key of the wall time of a shop's last consent. */
export const toAuthorizedKey = (tenant: string): string => `authorized-at:${tenant}`;

/** True if the shop consented after `sentAt` (ISO instant): the message concerns an earlier installation. */
export const hasConsentedSince = async (
  { state }: { state: StateStore },
  tenant: string,
  sentAt: string | undefined,
): Promise<boolean> => {
  const sent = Date.parse(sentAt ?? "");
  if (Number.isNaN(sent)) return false;
  const authorizedAt = (await state.get<string>(toAuthorizedKey(tenant)))?.value;
  return authorizedAt !== undefined && sent < Date.parse(authorizedAt);
};
