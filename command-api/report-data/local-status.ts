import { entryOverhead } from "#application/admission/budget.ts";
import { route } from "#application/http/route.ts";
import { isRefusal, refuse } from "#domain/core/decider.ts";
import { LocalStatus } from "#domain/enumerations.ts";
import { type LocalStatusCommand, localStatusDecider, toLocalStatusId } from "#domain/local-status/decider.ts";
import { buildIdsQuery } from "#domain/orders/build-ids-query.ts";
import { parseIdNumber } from "#domain/orders/parse-id-number.ts";
import { LocalStatusData, LocalStatusPayload } from "#domain/wire/reports/local-status.ts";
import type { ShopAccess } from "#infra/ports/store-platform.ts";
import type { CommandApiDeps } from "../deps.ts";
import { executeForMerchant } from "../execute-for-merchant.ts";

const noSuchOrder = refuse("unknown", "Your store doesn't have this order. Reload the page and choose again.");

/** @throws {PlatformError} */
const hasOrder = async (
  { platform }: Pick<CommandApiDeps, "platform">,
  access: ShopAccess,
  orderId: string,
): Promise<boolean> => {
  for await (const page of platform.streamOrders(access, {
    query: buildIdsQuery([orderId]),
    fields: ["id"],
    atMost: 1,
  }))
    if (page.some(({ id }) => parseIdNumber(String(id)) === orderId)) return true;
  return false;
};

/**
 * Sets a local status. For a new stream, first checks with the store that the order exists, as made-up numbers
 * must not create streams (ADR 43).
 */
export const localStatusRoute = (deps: CommandApiDeps) =>
  route({
    method: "PUT",
    path: "reportData/local-status",
    summary: "Sets the local status of an order; with Seen it is refused where it was changed since",
    description:
      "The status is Sheaf's own and never goes to the platform. The first time an order is named, the platform is asked if it exists.",
    refuses: ["unknown", "conflict"],
    access: "shop",
    asksPlatform: true,
    body: LocalStatusPayload,
    data: LocalStatusData,
    handler: async ({ body }, call) => {
      const { tenant, shop } = call.caller;
      const orderId = parseIdNumber(body.OrderId);
      const id = toLocalStatusId(tenant, orderId);
      const known = await deps.runner.load(localStatusDecider, id);
      if (known.version < 0) {
        deps.budgets.changes.assertAvailable(tenant);
        if (!(await hasOrder(deps, { tenant, shop, signal: call.signal }, orderId))) {
          // The lookup costs the store work, and anyone can make up numbers.
          deps.budgets.changes.spend(tenant, entryOverhead);
          return noSuchOrder;
        }
        // `none` is every order's default.
        if (body.LocalStatus === LocalStatus.none) return { OrderId: orderId, LocalStatus: LocalStatus.none };
      }
      const result = await executeForMerchant(deps, call, {
        decider: localStatusDecider,
        id,
        step: `local-status ${orderId}`,
        make: (context): LocalStatusCommand => ({
          type: "SetLocalStatus",
          orderId,
          status: body.LocalStatus,
          seen: body.Seen,
          context,
        }),
      });
      if (isRefusal(result)) return result;
      call.setPosition(result.position);
      return { OrderId: orderId, LocalStatus: result.state.status };
    },
  });
