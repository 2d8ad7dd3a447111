import type { IncomingMessage, ServerResponse } from "node:http";
import { FAULT_KINDS, readFault } from "./faults.ts";
import { HttpProblem, readFields, sendJson } from "./http.ts";
import type { ShopDesk } from "./shop-desk.ts";

/**
 * Switches for tests: `POST /_control/{shop}/faults` arms a fault, `GET …/stats` counts, `POST …/reset` forgets faults and
 * counts, `POST …/uninstall` removes the app.
 */
export const control = async (
  desk: ShopDesk,
  action: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> => {
  const { method } = request;
  if (method === "GET" && action === "stats") {
    sendJson(response, 200, {
      ...desk.stats,
      orders: desk.count(),
      installed: desk.grants.installed(),
      faults: desk.faults.list(),
      webhooks: desk.webhooks.deliveries(),
      bucket: desk.bucketStatus(),
    });
    return;
  }
  if (method === "POST" && action === "faults") {
    const fault = readFault(await readFields(request));
    if (!fault) throw new HttpProblem(400, { errors: `kind must be one of ${FAULT_KINDS.join(", ")}.` });
    if (fault.kind === "bad-webhook-signature") desk.webhooks.breakSignatures(fault.times);
    else desk.faults.add(fault);
    sendJson(response, 200, { faults: desk.faults.list() });
    return;
  }
  if (method === "POST" && (action === "reset" || action === "uninstall")) {
    if (action === "reset") desk.reset();
    else desk.uninstall();
    sendJson(response, 200, { done: action });
    return;
  }
  throw new HttpProblem(404, { errors: "Not Found" });
};
