import { reachableDestination, type SentTo } from "#application/deliveries/reachable-destination.ts";
import { whenWritable } from "#application/process/when-writable.ts";
import { sha256 } from "#application/text/derive-id.ts";
import { DestinationKind } from "#domain/enumerations.ts";
import type { RunReceipt } from "#domain/run/events.ts";
import { deliveryIdOf, reportMailId } from "#domain/run/run-ids.ts";
import type { KnownRun, RunFile } from "#domain/run/state.ts";
import type { PublicUrlSetup } from "#domain/workspace/automations/destination.ts";
import { DeliveryFailed, type Destination, type FinishedFile } from "#infra/ports/destination.ts";
import type { DelivererDeps } from "../deps.ts";
import { type Claimed, isThere } from "./claimed.ts";
import { finishedFile } from "./finished-file.ts";

/** A run with its file, and the facts that the attempt needs. */
export type ToDeliver = { run: KnownRun; file: RunFile; claimed: Claimed };

/** What stands in an event for a run's recipients: references, of an e-mail alone. */
export const recipientsOf = ({ automation: { destination } }: Claimed): readonly string[] =>
  destination.kind === DestinationKind.Email ? destination.recipients : [];

/**
 * A public link is no way out: the file is there already, and the event says that its address leads to it from now on. Never to that of a
 * test, and never to an empty one, so that whoever reads it keeps what there was.
 */
const publishing = ({ run, file, claimed }: ToDeliver, at: string): RunReceipt => {
  if (!claimed.publicName)
    throw new DeliveryFailed(
      "lasting",
      "The public link has no name of its own. Give it a name that no other automated report uses.",
    );
  const said = { at, to: "the public link", steps: [], before: false };
  if (run.facts.cause === "test")
    return { ...said, answer: "This was a test, so the link still leads to the file before it." };
  if (file.rows === 0)
    return { ...said, answer: "The report is empty, so the link still leads to the file before it." };
  return { ...said, answer: "", published: true };
};

const isPublic = (destination: SentTo | PublicUrlSetup): destination is PublicUrlSetup =>
  destination.kind === DestinationKind.PublicUrl;

/** What is sent, and to where; no destination of a public link. */
type Needed = { file: FinishedFile; createdAt: string; notes: string[]; destination: Destination | undefined };

/** @throws {DeliveryFailed} the shop has left, the file is gone, or a value of the destination was erased */
const neededFor = async (deps: DelivererDeps, { run, file, claimed }: ToDeliver): Promise<Needed> => {
  const { tenant, automationId } = run.facts;
  if (!(await isThere(deps.runner, tenant)))
    throw new DeliveryFailed("lasting", "Sheaf was removed from the shop, so nothing is sent any more.");
  const finished = await finishedFile(deps, { exportId: file.exportId, runId: run.facts.runId });
  const { destination } = claimed.automation;
  if (isPublic(destination)) return { ...finished, destination: undefined };
  return { ...finished, destination: await reachableDestination(deps, { tenant, automationId }, destination) };
};

const sending = async (
  deps: DelivererDeps,
  { run, claimed }: ToDeliver,
  { destination, file, createdAt, notes }: Needed & { destination: Destination },
  signal: AbortSignal,
): Promise<RunReceipt> => {
  const { runId, tenant, cause } = run.facts;
  const { automation, zone, shop, covers } = claimed;
  const delivery = {
    id: deliveryIdOf(sha256, runId),
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
  const receipt = await whenWritable(() => deps.destinations.deliver(delivery, signal), { signal, onWait });
  const { at, to, answer, steps, before, refused } = receipt;
  const kept = recipientsOf(claimed);
  const references = refused.flatMap((place) => kept[place] ?? []);
  return { at, to, answer, steps, before, ...(references.length === 0 ? {} : { refused: references }) };
};

/**
 * Delivers a run's file to where its claim says; answers what the receiver confirmed. An erasure may come between the reading of what is sent and its
 * place in the outbox, which it found empty: so that is looked for once more, and a mail that should not be there goes. A worker that was killed in
 * between leaves that to the next.
 * @throws {DeliveryFailed}; {FileDamaged}; the signal's reason, when it aborts
 */
export const deliverTo = async (deps: DelivererDeps, asked: ToDeliver, signal: AbortSignal): Promise<RunReceipt> => {
  const takeOut = () => deps.outbox.remove(reportMailId(deliveryIdOf(sha256, asked.run.facts.runId)));
  const needed = await neededFor(deps, asked).catch(async (error: unknown) => {
    if (error instanceof DeliveryFailed) await takeOut();
    throw error;
  });
  const { destination } = needed;
  if (!destination) return publishing(asked, deps.clock.now().toISOString());
  const receipt = await sending(deps, asked, { ...needed, destination }, signal);
  await neededFor(deps, asked).catch(async (error: unknown) => {
    // What a mail server or anybody else has is beyond reach, and delivered.
    if (!(error instanceof DeliveryFailed) || (await takeOut())) throw error;
  });
  return receipt;
};
