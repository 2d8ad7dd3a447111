import { readDestinationTexts } from "#application/deliveries/tokenized-destination.ts";
import type { Route } from "#application/http/route.ts";
import { AutomationData } from "#domain/wire/automations/automations.ts";
import { automationKind, toDefinition } from "#domain/workspace/automations/automations.ts";
import type { AutomationFacts } from "#domain/workspace/state.ts";
import type { CommandApiDeps } from "../deps.ts";
import { createItemRoutes } from "../workspace/item-routes.ts";
import { toAutomationAnswer } from "./answer.ts";
import { createAutomationRoute } from "./create-new.ts";
import { keyRoutes } from "./keys.ts";
import { sampleRoutes } from "./sample.ts";
import { sendAgainRoute } from "./send-again.ts";
import { startAutomationRoute } from "./start.ts";
import { destinationTests } from "./test-destination.ts";
import { testAutomationRoute } from "./test-run.ts";
import { tryNowRoute } from "./try-now.ts";
import { updateAutomationRoute } from "./update.ts";

export const automationCommands = (deps: CommandApiDeps): Route[] => [
  createAutomationRoute(deps),
  updateAutomationRoute(deps),
  startAutomationRoute(deps),
  testAutomationRoute(deps),
  sendAgainRoute(deps),
  tryNowRoute(deps),
  ...sampleRoutes(deps),
  ...destinationTests(deps),
  ...keyRoutes(deps),
  ...createItemRoutes(deps, {
    folder: "automations",
    kind: automationKind,
    data: AutomationData,
    toWire: (automation: AutomationFacts, workspace, call) => toAutomationAnswer(deps, call, automation, workspace),
    clone: (automationId, { automations: maxAutomations }) => ({
      type: "CloneAutomation",
      automationId,
      maxAutomations,
    }),
    clonedIn: (event) => (event.type === "AutomationCloned" ? event.data : undefined),
    remove: (automationId) => ({ type: "DeleteAutomation", automationId }),
    restore: async (earlier, version, { automations: maxAutomations }) => ({
      type: "RestoreAutomation",
      automationId: earlier.automationId,
      version,
      earlier: toDefinition(earlier),
      texts: await readDestinationTexts(deps.vault, earlier.destination),
      maxAutomations,
    }),
  }),
];
