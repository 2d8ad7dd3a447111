import type { IncomingMessage, ServerResponse } from "node:http";
import { TURNED_STATUSES } from "../desk/billing.ts";
import { complianceTopics, isComplianceTopic, readSubject } from "../desk/compliance.ts";
import { FAULT_KINDS, readFault } from "./faults.ts";
import { HttpProblem, readFields, sendJson } from "./http.ts";
import type { ShopDesk } from "./shop-desk.ts";

/**
 * Switches for tests. `POST /_control/{shop}/faults` arms a fault, `GET …/stats` counts, `POST …/reset` clears faults and counts, `POST …/uninstall`
 * removes the app, `POST …/subscription` with a `status` freezes, cancels or reactivates its subscription, `POST …/compliance` sends a privacy
 * webhook.
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
      unanswered: desk.unanswered.size,
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
  if (method === "POST" && action === "subscription") {
    const { status } = await readFields(request);
    const known = TURNED_STATUSES.find((one) => one === status);
    if (!known) throw new HttpProblem(400, { errors: `status must be one of ${TURNED_STATUSES.join(", ")}.` });
    if (!desk.billing.turn(known))
      throw new HttpProblem(409, { errors: "There is no subscription that can be turned." });
    sendJson(response, 200, { status: known });
    return;
  }
  if (method === "POST" && (action === "reset" || action === "uninstall")) {
    if (action === "reset") desk.reset();
    else desk.uninstall();
    sendJson(response, 200, { done: action });
    return;
  }
  if (method === "POST" && action === "compliance") {
    const fields = await readFields(request);
    if (!isComplianceTopic(fields.topic))
      throw new HttpProblem(400, { errors: `topic must be one of ${complianceTopics.join(", ")}.` });
    desk.demand(fields.topic, readSubject(fields));
    sendJson(response, 200, { done: fields.topic });
    return;
  }
  throw new HttpProblem(404, { errors: "Not Found" });
};
