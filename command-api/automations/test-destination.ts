import { z } from "zod";
import { resolveDestination, type SendableDestination } from "#application/deliveries/resolve-destination.ts";
import { testFileUrl } from "#application/exports/file-link.ts";
import { notFound } from "#application/http/api-error.ts";
import { type CallOf, type Route, route } from "#application/http/route.ts";
import { ftpTestMessages, webhookTestMessages } from "#domain/destinations/test-messages.ts";
import { DestinationKind } from "#domain/enumerations.ts";
import { DestinationTestData, type DestinationTestOnWire } from "#domain/wire/automations/destination-tests.ts";
import { findSetup } from "#domain/workspace/automations/destination.ts";
import { refuseWrongDestination } from "#domain/workspace/automations/destination-key-access.ts";
import { workspaceDecider } from "#domain/workspace/decider.ts";
import { DeliveryFailed, type Destination, type TestOutcome } from "#infra/ports/destination.ts";
import type { CommandApiDeps } from "../deps.ts";

const params = z.strictObject({ id: z.string().min(1).max(100) });

const toWire = ({ worked, text, reason, answer, steps }: TestOutcome): DestinationTestOnWire => ({
  Worked: worked,
  Text: text,
  Reason: reason,
  Answer: answer,
  Steps: steps.map(({ step, ms, failed = false }) => ({ Step: step, Ms: ms, Failed: failed })),
});

/** @throws {ApiError} 404, also for another shop's automation */
const savedAutomation = async ({ runner }: CommandApiDeps, tenant: string, id: string) => {
  const { state } = await runner.load(workspaceDecider, tenant);
  const automation = state.automations.find(({ automationId }) => automationId === id);
  if (!automation) throw notFound("This automated report can't be found. Choose another one.");
  return automation;
};

/**
 * Runs a test; the response omits secrets. Spends budget, so that no one makes us call servers endlessly (ADR 35).
 * @throws {ApiError} 429
 */
const runTest = async (
  deps: CommandApiDeps,
  call: CallOf<"shop">,
  { id, saved, words }: { id: string; saved: SendableDestination; words: { failed: string } },
  attempt: (destination: Destination) => Promise<TestOutcome>,
): Promise<DestinationTestOnWire> => {
  const { tenant } = call.caller;
  deps.budgets.tests.assertAvailable(tenant);
  deps.budgets.tests.spend(tenant, 1);
  try {
    return toWire(await attempt(await resolveDestination(deps, { tenant, automationId: id }, saved)));
  } catch (error) {
    if (!(error instanceof DeliveryFailed)) throw error;
    return toWire({ worked: false, text: words.failed, reason: error.message, answer: null, steps: error.steps });
  }
};

const testFtpRoute = (deps: CommandApiDeps) =>
  route({
    method: "GET",
    path: "automations/test-ftp/{id}",
    summary: "Puts a small file where the reports of this automated report go by FTP, and removes it",
    description:
      "Tries what is saved, not what is being typed. A failed test is an answer too: Worked is false, and Text and Reason say why.",
    refuses: ["rule", "unknown"],
    access: "shop",
    params,
    data: DestinationTestData,
    asksPlatform: true,
    handler: async ({ params: { id } }, call) => {
      const { tenant } = call.caller;
      const saved = findSetup(await savedAutomation(deps, tenant, id), DestinationKind.Ftp);
      if (saved === undefined) return refuseWrongDestination("FTP");
      return runTest(deps, call, { id, saved, words: ftpTestMessages }, (destination) => {
        if (destination.kind !== "ftp") throw new TypeError("An FTP destination was opened as another one.");
        return deps.destinations.testFtp(destination, { tenant }, call.signal);
      });
    },
  });

const testWebhookRoute = (deps: CommandApiDeps) =>
  route({
    method: "GET",
    path: "automations/test-webhook/{id}",
    summary: "Calls the webhook of this automated report as for a report, with a file of no orders",
    description:
      "Tries what is saved, not what is being typed. The header Sheaf-Test marks the call. A failed test is an answer too: Worked is false.",
    refuses: ["rule", "unknown"],
    access: "shop",
    params,
    data: DestinationTestData,
    asksPlatform: true,
    handler: async ({ params: { id } }, call) => {
      const { tenant } = call.caller;
      const saved = findSetup(await savedAutomation(deps, tenant, id), DestinationKind.Webhook);
      if (saved === undefined) return refuseWrongDestination("Webhook");
      return runTest(deps, call, { id, saved, words: webhookTestMessages }, (destination) => {
        if (destination.kind !== "webhook") throw new TypeError("A webhook was opened as another destination.");
        const createdAt = deps.clock.now().toISOString();
        const of = { id: deps.ids.uuid(), tenant, fileUrl: testFileUrl(deps.config.APP_URL), createdAt };
        return deps.destinations.testWebhook(destination, of, call.signal);
      });
    },
  });

/**
 * Test buttons of the editor (S-2.7). They try the saved destination, even before its use, and change nothing
 * here.
 */
export const destinationTests = (deps: CommandApiDeps): Route[] => [testFtpRoute(deps), testWebhookRoute(deps)];
