import { resolveDestination, type SendableDestination } from "#application/deliveries/resolve-destination.ts";
import { retryWhileUnwritable } from "#application/process/retry-while-unavailable.ts";
import { sha256 } from "#application/text/derive-id.ts";
import { DestinationKind } from "#domain/enumerations.ts";
import { toCanonicalAddress } from "#domain/privacy/canonical-address.ts";
import type { RunReceipt } from "#domain/run/events.ts";
import { deriveDeliveryId, reportMailId } from "#domain/run/run-ids.ts";
import type { ExistingRun, RunFile } from "#domain/run/state.ts";
import type { PublicUrlSetup } from "#domain/workspace/automations/destination.ts";
import { DeliveryFailed, type Destination, type FinishedFile } from "#infra/ports/destination.ts";
import type { DelivererDeps } from "../deps.ts";
import { type ClaimedRun, isInstalled } from "./claimed-run.ts";
import { loadFileOfRun } from "./finished-file.ts";

export type ToDeliver = { run: ExistingRun; file: RunFile; claimed: ClaimedRun };

/**
 * Recipients' references, for e-mail only. A retyped address keeps the run's reference, so that one person counts once.
 */
export const listRecipients = async (
  { vault }: Pick<DelivererDeps, "vault">,
  { listed }: Pick<ExistingRun, "listed">,
  { automation: { destination } }: ClaimedRun,
): Promise<readonly string[]> => {
  if (destination.kind !== DestinationKind.Email) return [];
  const { recipients } = destination;
  if (recipients.every((one) => listed.includes(one))) return recipients;
  const texts = await vault.readAll([...new Set([...listed, ...recipients])]);
  // Erased addresses are absent, so they match nothing.
  const canonicalOf = (reference: string): string => toCanonicalAddress(texts.get(reference) ?? reference);
  const known = new Map(listed.toReversed().map((one) => [canonicalOf(one), one]));
  return recipients.map((one) => known.get(canonicalOf(one)) ?? one);
};

/**
 * Receipt for a public link. Nothing is sent: the event says that the link leads to the file. A test or an empty report
 * leaves the link at the earlier file.
 */
const publicationReceipt = ({ run, file, claimed }: ToDeliver, at: string): RunReceipt => {
  if (!claimed.publicName)
    throw new DeliveryFailed(
      "lasting",
      "The public link has no name of its own. Give it a name that no other automated report uses.",
    );
  const delivery = { at, to: "the public link", steps: [], before: false };
  if (run.facts.cause === "test") return { ...delivery, answer: "This was a test, so the link wasn't changed." };
  if (file.rows === 0) return { ...delivery, answer: "The report is empty, so the link wasn't changed." };
  return { ...delivery, answer: "", published: true };
};

const isPublic = (destination: SendableDestination | PublicUrlSetup): destination is PublicUrlSetup =>
  destination.kind === DestinationKind.PublicUrl;

/** A public link has no `destination`. */
type PreparedDelivery = {
  file: FinishedFile;
  createdAt: string;
  notes: string[];
  destination: Destination | undefined;
};

/**
 * @throws {DeliveryFailed} the shop has uninstalled Sheaf, the file is gone, or a value of the destination was erased
 */
const prepareDelivery = async (deps: DelivererDeps, { run, file, claimed }: ToDeliver): Promise<PreparedDelivery> => {
  const { tenant, automationId } = run.facts;
  if (!(await isInstalled(deps.runner, tenant)))
    throw new DeliveryFailed("lasting", "Sheaf was removed from the shop, so nothing is sent any more.");
  const finished = await loadFileOfRun(deps, { exportId: file.exportId, runId: run.facts.runId });
  const { destination } = claimed.automation;
  if (isPublic(destination)) return { ...finished, destination: undefined };
  return { ...finished, destination: await resolveDestination(deps, { tenant, automationId }, destination) };
};

const sendPrepared = async (
  deps: DelivererDeps,
  { run, claimed }: ToDeliver,
  { destination, file, createdAt, notes }: PreparedDelivery & { destination: Destination },
  signal: AbortSignal,
): Promise<RunReceipt> => {
  const { runId, tenant, cause } = run.facts;
  const { automation, zone, shop, covers } = claimed;
  const delivery = {
    id: deriveDeliveryId(sha256, runId),
    tenant,
    shop,
    file,
    title: automation.title,
    period: covers,
    zone,
    createdAt,
    test: cause === "test",
    notes,
    destination,
  };
  const onWait = (err: Error) => deps.log.warn({ runId, err }, "A delivery waits for the disk.");
  const receipt = await retryWhileUnwritable(() => deps.destinations.deliver(delivery, signal), { signal, onWait });
  const { at, to, answer, steps, before } = receipt;
  const recipients = run.delivery?.recipients ?? [];
  const referencesOf = (indexes: readonly number[] = []) => indexes.flatMap((index) => recipients[index] ?? []);
  const [refused, unsendable] = [referencesOf(receipt.refused), referencesOf(receipt.unsendable)];
  const missed = {
    ...(refused.length > 0 && { refused }),
    ...(unsendable.length > 0 && { unsendable }),
    ...(receipt.newlyReached && { newlyReached: referencesOf(receipt.newlyReached) }),
  };
  return { at, to, answer, steps, before, ...missed };
};

/**
 * Delivers a run's file. Returns the receiver's confirmation. An erasure before the write to the outbox finds nothing
 * to remove there, so the delivery is prepared once more, and its mail removed if it shouldn't exist. After a kill in
 * between, the next worker does that.
 * @throws {DeliveryFailed}; {FileDamaged}; the signal's reason
 */
export const deliverTo = async (
  deps: DelivererDeps,
  toDeliver: ToDeliver,
  signal: AbortSignal,
): Promise<RunReceipt> => {
  const removeMail = () => deps.outbox.remove(reportMailId(deriveDeliveryId(sha256, toDeliver.run.facts.runId)));
  const prepared = await prepareDelivery(deps, toDeliver).catch(async (error: unknown) => {
    if (error instanceof DeliveryFailed) await removeMail();
    throw error;
  });
  const { destination } = prepared;
  if (!destination) return publicationReceipt(toDeliver, deps.clock.now().toISOString());
  const receipt = await sendPrepared(deps, toDeliver, { ...prepared, destination }, signal);
  await prepareDelivery(deps, toDeliver).catch(async (error: unknown) => {
    // A report that left Sheaf counts as delivered.
    if (!(error instanceof DeliveryFailed) || (await removeMail())) throw error;
  });
  return receipt;
};
