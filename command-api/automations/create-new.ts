import { route } from "#application/http/route.ts";
import { loadAuthorizedShop } from "#application/session/assert-authorized-shop.ts";
import { isRefusal } from "#domain/core/decider.ts";
import { isEmailAddress } from "#domain/destinations/recipients.ts";
import { personalPrefix } from "#domain/filters/personal.ts";
import { AutomationData, CreateAutomationPayload } from "#domain/wire/automations/automations.ts";
import { refuseCreation } from "#domain/workspace/automations/automations.ts";
import { workspaceDecider } from "#domain/workspace/decider.ts";
import type { CommandApiDeps } from "../deps.ts";
import { executeOnWorkspace, requireItem } from "../workspace/execute-on-workspace.ts";
import { loadQuotas } from "../workspace/quotas.ts";
import { toAutomationAnswer } from "./answer.ts";

/** Vault reference of the shop's address, if not erased. Stores it only if the automated report can be created. */
const shopsAddress = async (
  { runner, vault }: CommandApiDeps,
  tenant: string,
  maxAutomations: number,
): Promise<string[]> => {
  const { state } = await runner.load(workspaceDecider, tenant);
  if (refuseCreation(state, maxAutomations)) return [];
  const { profile } = await loadAuthorizedShop({ runner }, tenant);
  const address = await vault.read(profile.emailRef);
  return typeof address === "string" && isEmailAddress(address)
    ? vault.putOnce([address], { owner: tenant, prefix: personalPrefix })
    : [];
};

export const createAutomationRoute = (deps: CommandApiDeps) =>
  route({
    method: "POST",
    path: "automations/create-new",
    summary:
      "A new automated report, paused: every day, to the shop by e-mail, of the first report design and as Excel unless others are named. It has no filter unless one is named, and cannot start without. Refused in a shop without a design or without a filter, ErrorDetails being the title of the dialog",
    description:
      "Nothing is sent until it is started. Choose design, filter and schedule with automations/update-automation.",
    refuses: ["rule", "invalid"],
    access: "shop",
    body: CreateAutomationPayload,
    data: AutomationData,
    handler: async ({ body }, call) => {
      const { tenant } = call.caller;
      const { automations: maxAutomations } = await loadQuotas(deps, tenant);
      const recipients = await shopsAddress(deps, tenant, maxAutomations);
      const result = await executeOnWorkspace(deps, call, "create-automation", () => ({
        type: "CreateAutomation",
        recipients,
        maxAutomations,
        chosen: {
          ...(body?.report_id !== undefined && { reportId: body.report_id }),
          ...(body?.report_filter_id !== undefined && { filterId: body.report_filter_id }),
          ...(body?.file_type !== undefined && { fileType: body.file_type }),
          ...(body?.date_basis !== undefined && { dateBasis: body.date_basis }),
        },
      }));
      if (isRefusal(result)) return result;
      const created = result.events.find((event) => event.type === "AutomationCreated");
      return toAutomationAnswer(deps, call, requireItem(created, "automated reports").data, result);
    },
  });
