import type { IncomingMessage, ServerResponse } from "node:http";
import { SETTABLE_STATUSES } from "../services/billing.ts";
import { complianceTopics, isComplianceTopic, readSubject } from "../services/compliance.ts";
import { FAULT_KINDS, readFault } from "./faults.ts";
import { HttpProblem, readFields, sendJson } from "./http.ts";
import type { ShopServices } from "./shop-services.ts";

/**
 * Switches for tests. `POST /_control/{shop}/faults` arms a fault, `GET …/stats` counts, `POST …/reset` clears faults
 * and counts, `POST …/uninstall` removes the app, `POST …/subscription` with a `status` freezes, cancels or reactivates
 * its subscription, `POST …/compliance` sends a privacy webhook.
 */
export const handleControl = async (
  services: ShopServices,
  action: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> => {
  const { method } = request;
  if (method === "GET" && action === "stats") {
    sendJson(response, 200, {
      ...services.stats,
      unanswered: services.unanswered.size,
      orders: services.count(),
      installed: services.grants.installed(),
      faults: services.faults.list(),
      webhooks: services.webhooks.deliveries(),
      bucket: services.bucketStatus(),
    });
    return;
  }
  if (method === "POST" && action === "faults") {
    const fault = readFault(await readFields(request));
    if (!fault) throw new HttpProblem(400, { errors: `kind must be one of ${FAULT_KINDS.join(", ")}.` });
    if (fault.kind === "bad-webhook-signature") services.webhooks.breakSignatures(fault.times);
    else services.faults.add(fault);
    sendJson(response, 200, { faults: services.faults.list() });
    return;
  }
  if (method === "POST" && action === "subscription") {
    const { status } = await readFields(request);
    const known = SETTABLE_STATUSES.find((one) => one === status);
    if (!known) throw new HttpProblem(400, { errors: `status must be one of ${SETTABLE_STATUSES.join(", ")}.` });
    if (!services.billing.turn(known))
      throw new HttpProblem(409, { errors: "There is no subscription that can be turned." });
    sendJson(response, 200, { status: known });
    return;
  }
  if (method === "POST" && (action === "reset" || action === "uninstall")) {
    if (action === "reset") services.reset();
    else services.uninstall();
    sendJson(response, 200, { done: action });
    return;
  }
  if (method === "POST" && action === "compliance") {
    const fields = await readFields(request);
    if (!isComplianceTopic(fields.topic))
      throw new HttpProblem(400, { errors: `topic must be one of ${complianceTopics.join(", ")}.` });
    services.sendComplianceWebhook(fields.topic, readSubject(fields));
    sendJson(response, 200, { done: fields.topic });
    return;
  }
  throw new HttpProblem(404, { errors: "Not Found" });
};
